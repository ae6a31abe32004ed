import { ActionIcon, Badge, Group, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import {
  IconDots,
  IconKey,
  IconShieldMinus,
  IconShieldPlus,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { Ago } from '../../ui/Times';
import type { UserChange } from './userChanges';
import type { User } from './usersQueries';

interface Props {
  users: User[];
  /** The name of whoever looks. */
  self: string;
  onChange: (change: UserChange, user: User) => void;
}

export function UserTable({ users, self, onChange }: Props) {
  return (
    <Table verticalSpacing={8} highlightOnHover aria-label="Users">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Added</Table.Th>
          <Table.Th visibleFrom="sm">Password set</Table.Th>
          <Table.Th w={56}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <Table.Tr key={user.id}>
            <Table.Td>
              <Group gap="xs">
                <Text
                  span
                  fw={600}
                  size="sm"
                  c={user.disabled_at ? 'dimmed' : undefined}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {user.username}
                </Text>
                {user.username === self && <Tag color="gray">you</Tag>}
                {user.administrator && <Tag color="blue">Administrator</Tag>}
                {user.disabled_at && (
                  <Tag color="red">
                    Disabled <Ago at={user.disabled_at} />
                  </Tag>
                )}
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Ago at={user.created_at} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Ago at={user.password_changed_at} />
            </Table.Td>
            <Table.Td>
              <UserMenu user={user} onChange={(change) => onChange(change, user)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Tag({ color, children }: { color: string; children: React.ReactNode }) {
  return (
    <Badge variant="light" radius="sm" tt="none" color={color}>
      {children}
    </Badge>
  );
}

function UserMenu({ user, onChange }: { user: User; onChange: (change: UserChange) => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change ${user.username}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onChange('reset')}>
          Reset password
        </Menu.Item>
        {user.administrator ? (
          <Menu.Item leftSection={<IconShieldMinus size={16} />} onClick={() => onChange('demote')}>
            Revoke administrator
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconShieldPlus size={16} />} onClick={() => onChange('promote')}>
            Make administrator
          </Menu.Item>
        )}
        <Menu.Divider />
        {user.disabled_at ? (
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => onChange('enable')}>
            Enable
          </Menu.Item>
        ) : (
          <Menu.Item color="red" leftSection={<IconUserOff size={16} />} onClick={() => onChange('disable')}>
            Disable
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
