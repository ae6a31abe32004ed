import { ActionIcon, Badge, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { Schemas } from '../../api/client';
import { Ago } from '../../ui/Times';
import { useNow } from '../../ui/useNow';

type Token = Schemas['ApiToken'];

interface Props {
  tokens: Token[];
  onRevoke: (token: Token) => void;
}

export function TokenTable({ tokens, onRevoke }: Props) {
  const now = useNow(60_000);
  if (tokens.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        You have none.
      </Text>
    );
  }
  return (
    <Table.ScrollContainer minWidth={280}>
      <Table verticalSpacing={6} aria-label="API tokens">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="xs">Made</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th w={44}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <Table.Tr key={token.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{token.name}</Table.Td>
              <Table.Td visibleFrom="xs">
                <Ago at={token.created_at} />
              </Table.Td>
              <Table.Td>{token.last_used_at ? <Ago at={token.last_used_at} /> : 'never'}</Table.Td>
              <Table.Td>
                <Expiry at={token.expires_at} now={now} />
              </Table.Td>
              <Table.Td>
                <Tooltip label="Revoke">
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke ${token.name}`}
                    onClick={() => onRevoke(token)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Expiry({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return 'never';
  if (Date.parse(at) <= now.getTime()) {
    return (
      <Badge color="gray" variant="light" radius="sm" tt="none">
        expired
      </Badge>
    );
  }
  return <Ago at={at} />;
}
