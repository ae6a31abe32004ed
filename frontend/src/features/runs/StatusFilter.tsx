import { UnstyledButton } from '@mantine/core';
import type { Schemas } from '../../api/client';
import type { JobStatus } from '../../api/jobs';
import { STATUS_LOOK, STATUSES } from '../../ui/status';
import classes from './StatusFilter.module.css';

interface Props {
  chosen: JobStatus[];
  /** How many there are of each; missing while nobody knows. */
  counts: Schemas['JobCounts'] | undefined;
  onToggle: (status: JobStatus) => void;
  onAll: () => void;
}

/** Every state with its figure; several can be pressed. */
export function StatusFilter({ chosen, counts, onToggle, onAll }: Props) {
  return (
    <div className={classes.bar} role="group" aria-label="States">
      <UnstyledButton className={classes.chip} aria-pressed={chosen.length === 0} onClick={onAll}>
        All <Count value={counts?.total} />
      </UnstyledButton>
      {STATUSES.map((status) => {
        const { icon: Icon, label, color, meaning } = STATUS_LOOK[status];
        return (
          <UnstyledButton
            key={status}
            className={classes.chip}
            aria-pressed={chosen.includes(status)}
            title={meaning}
            onClick={() => onToggle(status)}
          >
            <span style={{ display: 'contents', color: `var(--mantine-color-${color}-text)` }}>
              <Icon size={15} aria-hidden className={classes.icon} />
            </span>
            {label} <Count value={counts?.counts[status]} />
          </UnstyledButton>
        );
      })}
    </div>
  );
}

function Count({ value }: { value: number | undefined }) {
  return <span className={classes.count}>{value === undefined ? '' : value.toLocaleString('en')}</span>;
}
