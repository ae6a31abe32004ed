import { Text } from '@mantine/core';
import type { Job } from '../../api/jobs';
import { useNow } from '../../ui/useNow';
import classes from './RunPage.module.css';
import { progressFeel, usualWords } from './runWords';

/** That something is going on, and about how long it will: by what it usually takes, where that is known. */
export function Progress({ job, usualSeconds }: { job: Job; usualSeconds: number | null }) {
  const runs = job.status === 'running' && job.started_at !== null;
  const now = useNow(runs ? 500 : null);
  if (!runs || job.started_at === null) return <div className={classes.progress} />;
  const elapsed = now.getTime() - Date.parse(job.started_at);
  const usual = usualSeconds === null ? null : usualSeconds * 1000;
  return (
    <div className={classes.progress}>
      <div className={classes.track} data-unknown={usual === null || undefined}>
        <div
          className={classes.filling}
          style={usual === null ? undefined : { width: `${progressFeel(elapsed, usual) * 100}%` }}
        />
      </div>
      {usual !== null && (
        <Text size="xs" c="dimmed" className={classes.usual}>
          {usualWords(elapsed, usual)}
        </Text>
      )}
    </div>
  );
}
