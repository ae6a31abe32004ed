import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { ApiError } from '../../api/errors';
import { jobsChanged, type JobDetail } from '../../api/jobs';
import { reposQuery, scriptsQuery } from '../../api/scripts';
import type { LineRange } from '../../log/lines';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { copyText } from '../../ui/copyText';
import { Empty, Failure, Loading, Stale } from '../../ui/States';
import { isActive, isCancelable } from '../../ui/status';
import { useFavicon } from '../../ui/useFavicon';
import { usePageKeys } from '../../ui/usePageKeys';
import { useTitle } from '../../ui/useTitle';
import { Progress } from './Progress';
import { RunActions } from './RunActions';
import { RunAttempts } from './RunAttempts';
import { RunArguments, RunFacts } from './RunFacts';
import { RunHeader } from './RunHeader';
import { RunNotice } from './RunNotice';
import classes from './RunPage.module.css';
import { previousRunQuery, usualDurationQuery, watchedJobQuery } from './runQueries';
import { linesOf, shortest } from './runSearch';
import { RunTimeline } from './RunTimeline';
import { TAB_DOT, TAB_SIGN } from './runWords';
import { useRunActions } from './useRunActions';

const loadViewer = () => import('../../log/LogViewer');
const LogViewer = lazy(() => loadViewer().then((module) => ({ default: module.LogViewer })));
// Every run has a log: its code comes while the run is asked for. Should it not come, the page itself will say so.
loadViewer().catch(() => undefined);

const route = getRouteApi('/kitchen/runner/runs/$jobId');

/** One run: how it stands, what it prints, what it was asked for with, and what happened to it. */
export function RunPage() {
  const { jobId } = route.useParams();
  const job = useQuery(watchedJobQuery(jobId));
  const isUnknown = job.error instanceof ApiError && job.error.status === 404;
  useTitle(isUnknown ? 'No such run' : '');
  if (isUnknown) return <NoSuchRun />;
  if (job.data === undefined)
    return job.error ? (
      <Failure error={job.error} title="The run could not be loaded" retry={() => void job.refetch()} />
    ) : (
      <Loading what="the run" height={400} />
    );
  return <Run key={jobId} job={job.data} error={job.error} />;
}

function Run({ job, error }: { job: JobDetail; error: unknown }) {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const lines = linesOf(route.useSearch());
  const scripts = useQuery(scriptsQuery);
  const repos = useQuery(reposQuery);
  const usual = useQuery({ ...usualDurationQuery(job.script_key), enabled: isActive(job.status) });
  const previous = useQuery(previousRunQuery(job));
  const { cancel, again } = useRunActions(job.id);
  const [asks, setAsks] = useState(false);

  const script = scripts.data?.items.find((one) => one.key === job.script_key);
  const label = script?.label ?? job.script_key;
  useTitle(`${TAB_SIGN[job.status]} ${label}`);
  useFavicon(TAB_DOT[job.status]);

  const { mutate: stop, isPending: isStopping } = cancel;
  const onCancel = () => {
    // A run that has not begun loses nothing.
    if (job.status === 'queued') stop();
    else setAsks(true);
  };
  const { mutate: repeat, isPending: isRepeating } = again;

  usePageKeys({
    c: () => isCancelable(job.status) && !isStopping && onCancel(),
    r: () => !isActive(job.status) && !isRepeating && repeat(),
  });

  const onLines = useCallback(
    (next: LineRange | null) => {
      const search = next === null ? {} : { line: shortest(next) };
      void navigate({ search, replace: true, resetScroll: false });
    },
    [navigate],
  );
  const onStatus = useCallback(() => void jobsChanged(client), [client]);
  const fileName = `${job.script_key}-${job.id.slice(-8)}.log`;

  return (
    <div className={classes.page}>
      <RunHeader
        job={job}
        label={label}
        actions={
          <RunActions
            job={job}
            previous={previous.data ?? null}
            isStopping={isStopping}
            isRepeating={isRepeating}
            onCancel={onCancel}
            onAgain={() => repeat()}
            onDownload={() => void download(job.id, fileName)}
            onCopyLink={() => void copyLink()}
          />
        }
      />
      <Progress job={job} usualSeconds={usual.data ?? null} />
      {(error !== null ||
        job.waiting !== null ||
        job.status === 'cancel_requested' ||
        job.error_message !== null) && (
        <div className={classes.notices}>
          <Stale error={error} />
          <RunNotice job={job} />
        </div>
      )}
      <div className={classes.log}>
        <Suspense fallback={<Loading what="the log" height={300} />}>
          <LogViewer
            jobId={job.id}
            label={`Log of ${label}`}
            fileName={fileName}
            status={job.status}
            lines={lines}
            onLines={onLines}
            onStatus={onStatus}
            height="var(--log-height)"
          />
        </Suspense>
      </div>
      <aside className={classes.side} aria-label="About this run">
        <Part title="Arguments">
          <RunArguments job={job} script={script} />
        </Part>
        <Part title="Details">
          <RunFacts job={job} repo={repos.data?.items.find((repo) => repo.id === job.repo_id)} />
        </Part>
        <Part title="What happened">
          <RunTimeline events={job.events} />
        </Part>
        <Part title="Attempts">
          <RunAttempts attempts={job.attempt_history} />
        </Part>
      </aside>
      <ConfirmDialog
        opened={asks && job.status === 'running'}
        title={`Stop ${label}?`}
        confirm="Stop it"
        cancel="Let it run"
        isBusy={isStopping}
        onClose={() => setAsks(false)}
        onConfirm={() => stop(undefined, { onSettled: () => setAsks(false) })}
      >
        <Text size="sm">
          The script and everything it started get SIGTERM. What has not ended 10 s later gets SIGKILL. What
          it has printed so far is kept.
        </Text>
      </ConfirmDialog>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function NoSuchRun() {
  return (
    <Empty
      title="There is no such run"
      action={
        <Button component={Link} to="/kitchen/runner" variant="light">
          To the runs
        </Button>
      }
    >
      The link may be mistyped, or the run is so old that it was deleted.
    </Empty>
  );
}

async function download(jobId: string, fileName: string): Promise<void> {
  try {
    const [{ saveLog }, { fetchRows }] = await Promise.all([
      import('../../log/takeOut'),
      import('../../log/logApi'),
    ]);
    // How large it is decides whether it may pass through memory.
    const { end_offset: bytes } = await fetchRows(jobId, { tail: 1 });
    await saveLog(jobId, fileName, bytes);
  } catch (e) {
    notifications.show({ message: e instanceof Error ? e.message : 'The download failed.', color: 'red' });
  }
}

async function copyLink(): Promise<void> {
  const worked = await copyText(window.location.href);
  notifications.show(
    worked
      ? { message: 'The link was copied.', color: 'green' }
      : {
          message: 'The browser does not let this page copy. Take the link from the address bar.',
          color: 'red',
        },
  );
}
