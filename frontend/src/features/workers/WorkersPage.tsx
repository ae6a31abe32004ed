import { Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { diagnosticsQuery, type Diagnostics, type Worker } from '../../api/diagnostics';
import { useScriptName, type ScriptName } from '../../api/useScriptName';
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
  const nameOf = useScriptName();
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        Workers and health
      </Title>
      {data ? (
        <>
          <Stale error={error} />
          <Health health={data} nameOf={nameOf} />
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

function Health({ health, nameOf }: { health: Diagnostics; nameOf: ScriptName }) {
  const { present, stopped } = parted(health.workers);
  return (
    <>
      <Problems problems={health.problems} />
      <Installation health={health} nameOf={nameOf} />
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
      {stopped.length > 0 && <Stopped workers={stopped} databaseTime={health.database_time} />}
    </>
  );
}

function Installation({ health, nameOf }: { health: Diagnostics; nameOf: ScriptName }) {
  const lock = health.launcher_lock;
  const holder = health.workers.find((worker) => worker.id === lock.worker_id);
  const standbys = health.workers.filter(
    (worker) => worker.alive && !worker.launcher && worker.mode === 'exclusive',
  );
  const oldest = health.oldest_waiting;
  return (
    <Paper withBorder component="dl" className={classes.strip} aria-label="Installation">
      <Fact name="Launcher lock">
        {lock.held ? `held by ${holder?.host ?? lock.worker_id ?? 'a worker'}` : 'held by nobody'}
      </Fact>
      <Fact name="Standbys">
        {standbys.length === 0 ? 'none' : standbys.map((worker) => worker.host).join(', ')}
      </Fact>
      <Fact name="Oldest waiting">
        {oldest === null ? (
          'nothing waits'
        ) : (
          <>
            <RunLink jobId={oldest.job_id} inherit underline="always">
              {nameOf(oldest.script_key)}
            </RunLink>
            , for {formatDuration(oldest.waiting_seconds * 1000)}
          </>
        )}
      </Fact>
      <Fact name="API version">{health.api_version}</Fact>
      <Fact name="Schema version">{health.schema_version}</Fact>
      <Fact name="Database time">{formatExact(new Date(health.database_time))}</Fact>
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.cell}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <dd className={classes.fact}>{children}</dd>
    </div>
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
