import { Badge } from '@mantine/core';
import { STATUS_LOOK, type JobStatus } from './status';
import classes from './StatusBadge.module.css';

/** The state of a run as a word with a sign; colour only repeats what both say. */
export function StatusBadge({ status, size = 'md' }: { status: JobStatus; size?: 'sm' | 'md' | 'lg' }) {
  const look = STATUS_LOOK[status];
  const Icon = look.icon;
  return (
    <Badge
      variant="light"
      color={look.color}
      size={size}
      radius="sm"
      title={look.meaning}
      className={classes.badge}
      leftSection={
        <Icon size={14} aria-hidden className={status === 'running' ? classes.turning : undefined} />
      }
    >
      {look.label}
    </Badge>
  );
}
