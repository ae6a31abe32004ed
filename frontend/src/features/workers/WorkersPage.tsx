import { Button, Collapse, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { diagnosticsQuery, type Diagnostics, type Worker } from '../../api/diagnostics';
import { Panel } from '../../ui/Panel';
import { RunLink } from '../../ui/RunLink';
import { Empty, Failure, Loading, Stale } from '../../ui/States';
import { formatDuration, formatExact } from '../../ui/time';
import { useTitle } from '../../ui/useTitle';
import { parted } from './health';
import { Problems } from './Problems';
import { QueueDepth } from './QueueDepth';
import { WorkerCard } from './WorkerCard';
import classes from './workers.module.css';

/** Who executes runs, how they are, and what is wrong, in words. */
export function WorkersPage() {
  useTitle('Workers and health');
  const { data, error, refetch } = useQuery(diagnosticsQuery);
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        Workers and health
      </Title>
      {data ? (
        <>
          <Stale error={error} />
          <Health health={data} />
        </>
      ) : error ? (
        <Failure
          error={error}
          retry={() => void refetch()}
          title="How the installation is cannot be told just now"
        />
      ) : (
        <Loading what="the workers" />
      )}
    </div>
  );
}

function Health({ health }: { health: Diagnostics }) {
  const { present, stopped } = parted(health.workers);
  return (
    <>
      <Problems problems={health.problems} />
      <QueueDepth depth={health.queue_depth} />
      {present.length === 0 ? (
        <Empty title="No worker">
          Nothing runs until one is started: <code>runner-worker run</code>, on any host that reaches the
          database.
        </Empty>
      ) : (
        <div className={classes.cards}>
          {present.map((worker) => (
            <WorkerCard key={worker.id} worker={worker} databaseTime={health.database_time} />
          ))}
        </div>
      )}
      <Installation health={health} />
      {stopped.length > 0 && <Stopped workers={stopped} databaseTime={health.database_time} />}
    </>
  );
}

function Installation({ health }: { health: Diagnostics }) {
  const lock = health.launcher_lock;
  const holder = health.workers.find((worker) => worker.id === lock.worker_id);
  const standbys = health.workers.filter(
    (worker) => worker.alive && !worker.launcher && worker.mode === 'exclusive',
  );
  const oldest = health.oldest_waiting;
  return (
    <Panel title="Installation">
      <dl className={classes.facts}>
        <dt>Launcher lock</dt>
        <dd>{lock.held ? `held by ${holder?.host ?? lock.worker_id ?? 'a worker'}` : 'held by nobody'}</dd>
        <dt>Standbys</dt>
        <dd>{standbys.length === 0 ? 'none' : standbys.map((worker) => worker.host).join(', ')}</dd>
        <dt>Oldest waiting</dt>
        <dd>
          {oldest === null ? (
            'nothing waits'
          ) : (
            <>
              <RunLink jobId={oldest.job_id} inherit>
                {oldest.script_key}
              </RunLink>
              , for {formatDuration(oldest.waiting_seconds * 1000)}
            </>
          )}
        </dd>
        <dt>API version</dt>
        <dd>{health.api_version}</dd>
        <dt>Schema version</dt>
        <dd>{health.schema_version}</dd>
        <dt>Database time</dt>
        <dd>{formatExact(new Date(health.database_time))}</dd>
      </dl>
    </Panel>
  );
}

function Stopped({ workers, databaseTime }: { workers: Worker[]; databaseTime: string }) {
  const [open, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="subtle" color="gray" size="xs" onClick={toggle} aria-expanded={open}>
        {open ? 'Hide' : 'Show'} {workers.length} stopped {workers.length === 1 ? 'worker' : 'workers'}
      </Button>
      <Collapse expanded={open} w="100%">
        <div className={classes.cards}>
          {workers.map((worker) => (
            <WorkerCard key={worker.id} worker={worker} databaseTime={databaseTime} />
          ))}
        </div>
      </Collapse>
    </Stack>
  );
}
