import { Kbd, Modal, Table, Title } from '@mantine/core';
import { Fragment } from 'react';
import { PAGE_SHORTCUTS, SHORTCUTS } from './shortcuts';

/** All keys there are, on one sheet. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      <Keys rows={SHORTCUTS} />
      {Object.entries(PAGE_SHORTCUTS).map(([page, rows]) => (
        <Fragment key={page}>
          <Title order={3} size="h5" mt="md">
            {page}
          </Title>
          <Keys rows={rows} />
        </Fragment>
      ))}
    </Modal>
  );
}

function Keys({ rows }: { rows: readonly { keys: string; does: string }[] }) {
  return (
    <Table>
      <Table.Tbody>
        {rows.map(({ keys, does }) => (
          <Table.Tr key={keys}>
            <Table.Td w={140}>
              {keys.split(' ').map((key, i) => (
                <Fragment key={key}>
                  {i > 0 && ' '}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </Table.Td>
            <Table.Td>{does}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
