import { ActionIcon, Code, Table, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { Schemas } from '../../api/client';
import { Elapsed } from '../../ui/Times';
import { formatExact } from '../../ui/time';
import classes from './RunPage.module.css';

type Attempt = Schemas['JobAttempt'];

/** Each time it was started: where, for how long, and with what end. */
export function RunAttempts({ attempts }: { attempts: Attempt[] }) {
  const [opened, setOpened] = useState<number | null>(null);
  if (attempts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        It has not been started yet.
      </Text>
    );
  return (
    <Table className={classes.attempts} verticalSpacing={4} horizontalSpacing={6} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>No.</Table.Th>
          <Table.Th>Worker</Table.Th>
          <Table.Th>Took</Table.Th>
          <Table.Th>Exit</Table.Th>
          <Table.Th aria-label="Details" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map((attempt) => (
          <Fragment key={attempt.attempt}>
            <Table.Tr>
              <Table.Td>{attempt.attempt}</Table.Td>
              <Table.Td className={classes.worker} title={attempt.worker_id}>
                {attempt.worker_id}
              </Table.Td>
              <Table.Td
                title={attempt.started_at === null ? undefined : formatExact(new Date(attempt.started_at))}
              >
                <Elapsed from={attempt.started_at} to={attempt.finished_at} />
              </Table.Td>
              <Table.Td>{attempt.exit_code ?? '–'}</Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Details of attempt ${attempt.attempt}`}
                  aria-expanded={opened === attempt.attempt}
                  onClick={() => setOpened(opened === attempt.attempt ? null : attempt.attempt)}
                >
                  <IconChevronRight size={14} data-opened={opened === attempt.attempt || undefined} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
            {opened === attempt.attempt && (
              <Table.Tr>
                <Table.Td colSpan={5}>
                  <Code block className={classes.json}>
                    {JSON.stringify(detailsOf(attempt), null, 2)}
                  </Code>
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What the row does not show, without what is not there. */
function detailsOf(attempt: Attempt): Record<string, unknown> {
  const shown = ['attempt', 'worker_id', 'exit_code'];
  return Object.fromEntries(
    Object.entries(attempt).filter(
      ([name, value]) => !shown.includes(name) && value !== null && value !== false,
    ),
  );
}
