import { Text } from '@mantine/core';
import type { Job } from '../../api/jobs';
import { Ago, Elapsed } from '../../ui/Times';
import { waitedSince } from './place';
import classes from './RunsTable.module.css';

/** How long it waited, or, put off until later, when it will be due. */
export function Waited({ job }: { job: Job }) {
  if (job.status === 'queued' && job.waiting?.reason === 'not_before') return <Ago at={job.available_at} />;
  return <Elapsed from={waitedSince(job)} to={job.started_at ?? job.finished_at} />;
}

export function ExitCode({ code }: { code: number | null }) {
  if (code === null)
    return (
      <Text span inherit c="dimmed" aria-label="none">
        –
      </Text>
    );
  return <span className={code === 0 ? undefined : classes.wrong}>{code}</span>;
}
