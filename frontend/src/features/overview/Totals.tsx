import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RunsLink } from '../../ui/RunsLink';
import { count, percent, seconds } from './figures';
import type { Stats } from './overviewQueries';
import classes from './overview.module.css';

interface Props {
  /** Undefined until the first answer: the strip keeps its room. */
  stats: Stats | undefined;
  running: number | undefined;
  queued: number | undefined;
}

/** The figures one looks at first, in one line. */
export function Totals({ stats, running, queued }: Props) {
  const totals = stats?.totals;
  return (
    <Paper withBorder component="dl" className={classes.strip} aria-label="Figures">
      <Figure name="Running">
        {running !== undefined && (
          <RunsLink status={['running', 'cancel_requested']} c="inherit" inherit>
            {count(running)}
          </RunsLink>
        )}
      </Figure>
      <Figure name="Waiting">
        {queued !== undefined && (
          <RunsLink status={['queued']} c="inherit" inherit>
            {count(queued)}
          </RunsLink>
        )}
      </Figure>
      <Figure name="Finished">{totals && count(totals.finished)}</Figure>
      <Figure name="Failed">
        {totals && (
          <>
            <RunsLink
              status={['failed', 'timeout']}
              since={stats.range}
              c={totals.failed + totals.timeout > 0 ? 'red' : 'inherit'}
              inherit
            >
              {count(totals.failed + totals.timeout)}
            </RunsLink>
            <span className={classes.aside}>{percent(totals.failure_rate)}</span>
          </>
        )}
      </Figure>
      <Figure name="Average wait">{totals && seconds(totals.wait_seconds)}</Figure>
      <Figure name="Average duration">{totals && seconds(totals.duration_seconds)}</Figure>
    </Paper>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" className={classes.value}>
        {children ?? '\u00a0'}
      </Text>
    </div>
  );
}
