import { Checkbox, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { ArgumentChips } from '../../ui/ArgumentChips';
import { shownArguments } from '../../ui/arguments';
import { StatusBadge } from '../../ui/StatusBadge';
import { Ago, Elapsed } from '../../ui/Times';
import { RunActions } from './RunActions';
import { RunName, type RunListProps } from './RunsTable';
import { Waited } from './runCells';
import classes from './RunsTable.module.css';

/** The list on a phone: the same, one below the other. */
export function RunCards({ rows, withRepo, selected, busy, onSelect, ...on }: Omit<RunListProps, 'onOpen'>) {
  if (rows === undefined) {
    return (
      <Stack gap="xs" aria-busy>
        {Array.from({ length: 5 }, (_, i) => (
          <Skeleton key={i} height={112} />
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Runs">
      {rows.map((row) => {
        const { job, label } = row;
        const isSelected = selected.includes(job.id);
        return (
          <Paper
            key={job.id}
            component="li"
            withBorder
            p="sm"
            className={classes.card}
            data-selected={isSelected || undefined}
          >
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Group gap="xs" wrap="nowrap">
                <Checkbox
                  size="sm"
                  aria-label={`Select ${label} to compare`}
                  checked={isSelected}
                  onChange={() => onSelect(job)}
                />
                <StatusBadge status={job.status} />
              </Group>
              <RunActions job={job} name={label} isBusy={busy.has(job.id)} {...on} />
            </Group>
            <Text mt={6} style={{ overflowWrap: 'anywhere' }}>
              <RunName row={row} />
            </Text>
            <ArgumentChips args={shownArguments(job.args, row.script)} />
            {row.note !== null && (
              <Text size="xs" c="dimmed" lineClamp={2} mt={4}>
                {row.note}
              </Text>
            )}
            <Text size="xs" c="dimmed" mt={6}>
              {job.requested_by} · <Ago at={job.created_at} />
              {withRepo && ` · ${row.repo}`}
              {' · '}
              {job.started_at === null ? (
                <>
                  waited <Waited job={job} />
                </>
              ) : (
                <Elapsed from={job.started_at} to={job.finished_at} />
              )}
              {job.exit_code !== null && ` · exit ${job.exit_code}`}
            </Text>
          </Paper>
        );
      })}
    </Stack>
  );
}
