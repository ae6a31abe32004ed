import { Badge, Group, Paper, Progress, Text, Title, Tooltip } from '@mantine/core';
import type { Worker } from '../../api/diagnostics';
import { Ago } from '../../ui/Times';
import { diskColor, diskOf, formatBytes, stateOf, WORKER_LOOK, type Disk } from './health';
import classes from './workers.module.css';

/** One worker: what it does, how busy it is, when it was last heard of, and how much room it has. */
export function WorkerCard({ worker, databaseTime }: { worker: Worker; databaseTime: string }) {
  const state = stateOf(worker, databaseTime);
  const look = WORKER_LOOK[state];
  const disk = diskOf(worker);
  return (
    <Paper withBorder p="md" component="article" aria-label={`Worker ${worker.id}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={3} size="h5">
            {worker.host}
          </Title>
          <Text size="xs" c="dimmed" ff="monospace" truncate title={worker.id}>
            {worker.id}
          </Text>
        </div>
        <Badge variant="light" color={look.color} radius="sm" tt="none" title={look.meaning} flex="none">
          {look.label}
        </Badge>
      </Group>
      {worker.refusing_reason !== null && (
        <Text size="sm" c="red" mb="sm">
          Starts nothing: {worker.refusing_reason}
        </Text>
      )}
      <dl className={classes.facts}>
        <dt>Running</dt>
        <dd>
          <Group gap="xs" wrap="nowrap">
            <Text span inherit style={{ whiteSpace: 'nowrap' }}>
              {worker.running} of {worker.capacity}
            </Text>
            <Progress
              flex={1}
              maw={160}
              value={worker.capacity === 0 ? 0 : (worker.running / worker.capacity) * 100}
              aria-label={`Capacity of ${worker.host} in use`}
            />
          </Group>
        </dd>
        <dt>Last heartbeat</dt>
        <dd>
          <Ago at={worker.last_seen_at} />
        </dd>
        <dt>Started</dt>
        <dd>
          <Ago at={worker.started_at} />
        </dd>
        <dt>Version</dt>
        <dd>
          {worker.version}, {worker.mode}
        </dd>
        <dt>Queues</dt>
        <dd>{worker.queues === null ? 'Did not tell' : worker.queues.join(', ')}</dd>
        <dt>Free disk</dt>
        <dd>{disk === null ? 'Did not tell' : <DiskBar disk={disk} host={worker.host} />}</dd>
      </dl>
    </Paper>
  );
}

function DiskBar({ disk, host }: { disk: Disk; host: string }) {
  const used = (1 - disk.free / disk.total) * 100;
  const floor = disk.floor === null ? null : `starts nothing below ${formatBytes(disk.floor)}`;
  return (
    <>
      {formatBytes(disk.free)} of {formatBytes(disk.total)}
      {floor !== null && (
        <Text span inherit c="dimmed">
          , {floor}
        </Text>
      )}
      <div className={classes.disk}>
        <Progress value={used} color={diskColor(disk)} aria-label={`Disk of ${host} in use`} />
        {disk.floor !== null && floor !== null && (
          <Tooltip label={floor}>
            <div
              className={classes.floor}
              style={{ left: `${Math.max(0, 1 - disk.floor / disk.total) * 100}%` }}
            />
          </Tooltip>
        )}
      </div>
    </>
  );
}
