import { Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Job } from '../../api/jobs';
import type { ScriptName } from '../../api/useScriptName';
import { Panel } from '../../ui/Panel';
import { RunLink } from '../../ui/RunLink';
import { RunsLink } from '../../ui/RunsLink';
import { StatusBadge } from '../../ui/StatusBadge';
import { Ago, Elapsed } from '../../ui/Times';
import type { JobStatus } from '../../ui/status';
import { useNow } from '../../ui/useNow';
import { waitingDetail } from '../../ui/waiting';
import { count, seconds } from './figures';
import { progress } from './queue';
import classes from './overview.module.css';

/** More would push the charts off the screen; the list of runs has them all. */
const MOST_ROWS = 6;

/** What a script usually takes, in seconds, by its key. */
export type Usual = ReadonlyMap<string, number | null>;

export function RunningNow({ jobs, usual, nameOf }: { jobs: Job[]; usual: Usual; nameOf: ScriptName }) {
  const now = useNow(jobs.length > 0 ? 1_000 : null);
  return (
    <Panel title="Running now" note={count(jobs.length)}>
      <Rows jobs={jobs} none="Nothing runs just now." status={['running', 'cancel_requested']}>
        {(job) => {
          const usually = usual.get(job.script_key) ?? null;
          const done = progress(job.started_at, usually, now);
          return (
            <>
              <Name job={job} nameOf={nameOf} />
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {job.status === 'cancel_requested' && <StatusBadge status={job.status} size="sm" />}
                <Text size="sm" fw={600}>
                  <Elapsed from={job.started_at} to={null} />
                </Text>
              </Group>
              {done !== null && (
                <Group className={classes.wide} gap="xs" wrap="nowrap">
                  <Progress
                    value={done * 100}
                    size={4}
                    flex={1}
                    color={done < 1 ? 'blue' : 'yellow'}
                    aria-label={`How far ${nameOf(job.script_key)} probably is`}
                  />
                  <Text size="xs" c="dimmed" className={classes.figures}>
                    {done < 1 ? 'usually' : 'longer than the usual'} {seconds(usually)}
                  </Text>
                </Group>
              )}
            </>
          );
        }}
      </Rows>
    </Panel>
  );
}

export function WaitingNow({ jobs, nameOf }: { jobs: Job[]; nameOf: ScriptName }) {
  return (
    <Panel title="Waiting" note={count(jobs.length)}>
      <Rows jobs={jobs} none="Nothing waits." status={['queued']}>
        {(job) => (
          <>
            <Name job={job} nameOf={nameOf} />
            <Text size="sm" fw={600} ta="right">
              {job.waiting?.reason === 'not_before' ? (
                <Ago at={job.available_at} />
              ) : (
                <Elapsed from={job.created_at} to={null} />
              )}
            </Text>
            <Text size="xs" c="dimmed" className={classes.wide}>
              {waitingDetail(job) ?? 'Waits for a worker.'}
            </Text>
          </>
        )}
      </Rows>
    </Panel>
  );
}

function Name({ job, nameOf }: { job: Job; nameOf: ScriptName }) {
  return (
    <Text size="sm" truncate>
      <RunLink jobId={job.id} inherit fw={600}>
        {nameOf(job.script_key)}
      </RunLink>{' '}
      <Text span inherit c="dimmed">
        {job.requested_by}
      </Text>
    </Text>
  );
}

function Rows({
  jobs,
  none,
  status,
  children,
}: {
  jobs: Job[];
  none: string;
  status: JobStatus[];
  children: (job: Job) => ReactNode;
}) {
  if (jobs.length === 0)
    return (
      <Text c="dimmed" size="sm" className={classes.quiet}>
        {none}
      </Text>
    );
  return (
    <>
      <ul className={classes.rows}>
        {jobs.slice(0, MOST_ROWS).map((job) => (
          <li key={job.id} className={classes.row}>
            {children(job)}
          </li>
        ))}
      </ul>
      {jobs.length > MOST_ROWS && (
        <RunsLink status={status} size="sm" mt="xs" display="inline-block">
          {count(jobs.length - MOST_ROWS)} more
        </RunsLink>
      )}
    </>
  );
}
