import { Checkbox, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Job } from '../../api/jobs';
import { ArgumentChips } from '../../ui/ArgumentChips';
import { shownArguments } from '../../ui/arguments';
import { StatusBadge } from '../../ui/StatusBadge';
import { Ago, Elapsed } from '../../ui/Times';
import { RunActions, type RunActionHandlers } from './RunActions';
import { ExitCode, Waited } from './runCells';
import type { RunRow } from './runRow';
import classes from './RunsTable.module.css';

export interface RunListProps extends RunActionHandlers {
  /** Undefined while the first answer is on its way. */
  rows: RunRow[] | undefined;
  withRepo: boolean;
  selected: string[];
  busy: ReadonlySet<string>;
  onSelect: (job: Job) => void;
  onOpen: (job: Job, inNewTab: boolean) => void;
}

export function RunsTable({ rows, withRepo, ...list }: RunListProps) {
  return (
    <Table
      className={classes.table}
      layout="fixed"
      highlightOnHover={rows !== undefined}
      verticalSpacing={6}
      horizontalSpacing="xs"
      aria-label="Runs"
      aria-busy={rows === undefined}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={36}>
            <VisuallyHidden>Selected</VisuallyHidden>
          </Table.Th>
          <Table.Th w={126}>Status</Table.Th>
          <Table.Th w="20%">Script</Table.Th>
          <Table.Th>Arguments</Table.Th>
          {withRepo && (
            <Table.Th w={120} visibleFrom="lg">
              Repo
            </Table.Th>
          )}
          <Table.Th w={110} visibleFrom="md">
            Who
          </Table.Th>
          <Table.Th w={104}>When</Table.Th>
          <Table.Th w={104} className={classes.number} visibleFrom="lg">
            Waited
          </Table.Th>
          <Table.Th w={104} className={classes.number}>
            Duration
          </Table.Th>
          <Table.Th w={54} className={classes.number} visibleFrom="lg">
            Exit
          </Table.Th>
          <Table.Th w={84}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows === undefined
          ? Array.from({ length: 12 }, (_, i) => <Placeholder key={i} columns={withRepo ? 11 : 10} />)
          : rows.map((row) => <Row key={row.job.id} row={row} withRepo={withRepo} {...list} />)}
      </Table.Tbody>
    </Table>
  );
}

function Row({
  row,
  withRepo,
  selected,
  busy,
  onSelect,
  onOpen,
  ...on
}: Omit<RunListProps, 'rows'> & { row: RunRow }) {
  const { job, label } = row;
  const isSelected = selected.includes(job.id);
  return (
    <Table.Tr
      className={classes.row}
      data-selected={isSelected || undefined}
      onClick={(event) => openedBy(event) && onOpen(job, event.ctrlKey || event.metaKey)}
    >
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Select ${label} to compare`}
          checked={isSelected}
          onChange={() => onSelect(job)}
        />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={job.status} />
      </Table.Td>
      <Table.Td>
        <div className={classes.oneLine}>
          <RunName row={row} />
        </div>
        <div className={`${classes.key} ${classes.oneLine}`}>{job.script_key}</div>
      </Table.Td>
      <Table.Td>
        <ArgumentChips args={shownArguments(job.args, row.script)} />
        {row.note !== null && (
          <div className={`${classes.note} ${classes.oneLine}`} title={row.note}>
            {row.note}
          </div>
        )}
      </Table.Td>
      {withRepo && (
        <Table.Td visibleFrom="lg" className={classes.oneLine}>
          {row.repo}
        </Table.Td>
      )}
      <Table.Td className={classes.oneLine} title={job.requested_by} visibleFrom="md">
        {job.requested_by}
      </Table.Td>
      <Table.Td className={classes.oneLine}>
        <Ago at={job.created_at} />
      </Table.Td>
      <Table.Td className={classes.number} visibleFrom="lg">
        <Waited job={job} />
      </Table.Td>
      <Table.Td className={classes.number}>
        <Elapsed from={job.started_at} to={job.finished_at} />
      </Table.Td>
      <Table.Td className={classes.number} visibleFrom="lg">
        <ExitCode code={job.exit_code} />
      </Table.Td>
      <Table.Td>
        <RunActions job={job} name={label} isBusy={busy.has(job.id)} {...on} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The run's name as a link, which also is what keys move between. */
export function RunName({ row }: { row: RunRow }) {
  return (
    <Link
      to="/kitchen/runner/runs/$jobId"
      params={{ jobId: row.job.id }}
      className={classes.name}
      data-run={row.job.id}
    >
      {row.label}
    </Link>
  );
}

/** Whether a click was meant for the row: not for what can be clicked in it, and not to select text. */
function openedBy(event: MouseEvent): boolean {
  const isOwn =
    event.target instanceof Element &&
    event.currentTarget.contains(event.target) &&
    event.target.closest('a, button, input, label') === null;
  return isOwn && (window.getSelection()?.isCollapsed ?? true);
}

function Placeholder({ columns }: { columns: number }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={columns}>
        <Skeleton height={36} radius="sm" />
      </Table.Td>
    </Table.Tr>
  );
}
