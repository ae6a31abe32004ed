import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Job } from '../../api/jobs';
import type { Repo, Script } from '../../api/scripts';
import { shownArguments, spokenValue } from '../../ui/arguments';
import { formatDuration } from '../../ui/time';
import { Ago } from '../../ui/Times';
import classes from './RunPage.module.css';

/** What it was asked for with. */
export function RunArguments({ job, script }: { job: Job; script: Script | undefined }) {
  const args = shownArguments(job.args, script);
  if (args.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This script takes none.
      </Text>
    );
  return (
    <dl className={classes.pairs}>
      {args.map(({ name, label, value, isDefault }) => (
        <Pair key={name} name={label} hint={name}>
          <span className={classes.value}>{spokenValue(value)}</span>
          {isDefault && <span className={classes.default}>default</span>}
        </Pair>
      ))}
    </dl>
  );
}

/** Where and how it runs. */
export function RunFacts({ job, repo }: { job: Job; repo: Repo | undefined }) {
  const isLater = job.waiting?.reason === 'not_before';
  return (
    <dl className={classes.pairs}>
      <Pair name="Script">
        <code>{job.script_key}</code>
      </Pair>
      <Pair name="Repo" hint={repo?.path_or_url}>
        {repo?.name ?? <code>{job.repo_id.slice(-8)}</code>}
      </Pair>
      <Pair name="Time limit">
        {job.timeout_seconds === null ? 'none' : formatDuration(job.timeout_seconds * 1000)}
      </Pair>
      <Pair name="Attempts">
        {job.attempts} of at most {job.max_attempts}
      </Pair>
      {isLater && (
        <Pair name="Not before">
          <Ago at={job.available_at} />
        </Pair>
      )}
      {job.queue !== 'default' && <Pair name="Queue">{job.queue}</Pair>}
      {job.provider !== 'workspace' && <Pair name="Runs in">{job.provider}</Pair>}
      {job.retry_of !== null && (
        <Pair name="Repeats">
          <Anchor
            component={Link}
            to="/kitchen/runner/runs/$jobId"
            params={{ jobId: job.retry_of } as never}
            size="sm"
          >
            run {job.retry_of.slice(-8)}
          </Anchor>
        </Pair>
      )}
    </dl>
  );
}

function Pair({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.pair}>
      <dt title={hint}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
