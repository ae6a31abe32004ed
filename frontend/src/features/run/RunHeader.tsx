import { Anchor, Badge, Group, Text, Title, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Job } from '../../api/jobs';
import { CopyIcon } from '../../ui/CopyIcon';
import { StatusBadge } from '../../ui/StatusBadge';
import { between, formatDuration } from '../../ui/time';
import { Ago, Elapsed } from '../../ui/Times';
import classes from './RunPage.module.css';
import { exitWords } from './runWords';

interface Props {
  job: Job;
  label: string;
  /** What can be done with it. */
  actions: ReactNode;
}

/** Which run this is and how it stands. */
export function RunHeader({ job, label, actions }: Props) {
  const isPutOff = job.waiting?.reason === 'not_before';
  const since = job.available_at > job.created_at ? job.available_at : job.created_at;
  const waited = between(since, job.started_at ?? job.finished_at);
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <Anchor component={Link} to="/kitchen/runner" size="sm" c="dimmed" className={classes.back}>
          Runs
        </Anchor>
        <Group gap="sm" wrap="nowrap" align="center">
          <Title order={1} size="h3" className={classes.name}>
            {label}
          </Title>
          <StatusBadge status={job.status} size="lg" />
        </Group>
      </div>
      <div className={classes.actions}>{actions}</div>
      <dl className={classes.facts}>
        <Fact name="Run">
          <Tooltip label={job.id}>
            <span className={classes.id}>{job.id.slice(-8)}</span>
          </Tooltip>
          <CopyIcon text={job.id} label="Copy the run's id" />
        </Fact>
        <Fact name="By">{job.requested_by}</Fact>
        <Fact name="Asked for">
          <Ago at={job.created_at} />
        </Fact>
        {isPutOff ? (
          <Fact name="Starts">
            <Ago at={job.available_at} />
          </Fact>
        ) : (
          <Fact name={job.status === 'queued' ? 'Waiting for' : 'Waited'}>
            {waited === null ? <Elapsed from={since} to={null} /> : <span>{formatDuration(waited)}</span>}
          </Fact>
        )}
        {job.started_at !== null && (
          <Fact name={job.finished_at === null ? 'Running for' : 'Took'}>
            <Elapsed from={job.started_at} to={job.finished_at} />
          </Fact>
        )}
        {job.exit_code !== null && (
          <Fact name="Exit code">
            <Text span inherit className={job.exit_code === 0 ? undefined : classes.bad} fw={600}>
              {exitWords(job.exit_code)}
            </Text>
          </Fact>
        )}
        {job.attempts > 1 && (
          <Fact name="Attempts">
            {job.attempts} of {job.max_attempts}
          </Fact>
        )}
        {job.priority !== 0 && (
          <Fact name="Priority">
            <Badge variant="default" size="sm">
              {job.priority > 0 ? `+${job.priority}` : job.priority}
            </Badge>
          </Fact>
        )}
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
