import { Paper, Text } from '@mantine/core';
import type { Diagnostics } from '../../api/diagnostics';
import { RunsLink } from '../../ui/RunsLink';
import { STATUS_LOOK, STATUSES } from '../../ui/status';
import classes from './workers.module.css';

const whole = new Intl.NumberFormat('en');

/** How many runs there are in each state; each number leads to them. */
export function QueueDepth({ depth }: { depth: Diagnostics['queue_depth'] }) {
  return (
    <Paper withBorder component="dl" className={classes.strip} data-small aria-label="Runs by state">
      {STATUSES.map((status) => (
        <div key={status} className={classes.cell}>
          <Text component="dt" size="xs" c="dimmed">
            {STATUS_LOOK[status].label}
          </Text>
          <dd className={classes.number}>
            <RunsLink status={[status]} c="inherit" inherit>
              {whole.format(depth[status])}
            </RunsLink>
          </dd>
        </div>
      ))}
    </Paper>
  );
}
