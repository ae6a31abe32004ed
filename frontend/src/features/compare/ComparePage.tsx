import { Alert, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors';
import { jobQuery } from '../../api/jobs';
import { reposQuery, scriptsQuery } from '../../api/scripts';
import { useScriptName } from '../../api/useScriptName';
import { Empty, Failure, Loading } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { CompareFacts } from './CompareFacts';
import classes from './ComparePage.module.css';
import { comparisonQuery, recentRunsQuery } from './compareQueries';
import type { CompareSearch } from './compareSearch';
import { argumentFacts, factsOf } from './facts';
import { MAX_LINES, type LoadedLog } from './loadLog';
import { LogDiff, type DiffSettings } from './LogDiff';
import { RunChooser } from './RunChooser';

const route = getRouteApi('/kitchen/runner/compare');

/** Two runs side by side: what they were asked for with, how they went, and where their logs part. */
export function ComparePage() {
  const search = route.useSearch();
  useTitle('Compare');
  const { a, b } = search;
  if (a === undefined || b === undefined)
    return <Choose side={a === undefined ? 'a' : 'b'} search={search} />;
  return <Compare a={a} b={b} search={search} />;
}

function Choose({ side, search }: { side: 'a' | 'b'; search: CompareSearch }) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, 250);
  const otherId = side === 'a' ? search.b : search.a;
  const other = useQuery({ ...jobQuery(otherId ?? ''), enabled: otherId !== undefined });
  const scripts = useQuery(scriptsQuery);
  // Runs of the same script are those one compares; a search looks at all of them.
  const script = settled === '' ? other.data?.script_key : undefined;
  const runs = useQuery({
    ...recentRunsQuery(script, settled),
    enabled: otherId === undefined || !other.isPending,
  });
  if (runs.error) return <Failure error={runs.error} retry={() => void runs.refetch()} />;
  if (runs.data === undefined) return <Loading what="recent runs" />;
  return (
    <RunChooser
      side={side}
      search={search}
      runs={runs.data.items}
      scripts={scripts.data?.items ?? []}
      text={text}
      onText={setText}
    />
  );
}

function Compare({ a, b, search }: { a: string; b: string; search: CompareSearch }) {
  const navigate = route.useNavigate();
  const [left, right] = [useQuery(jobQuery(a)), useQuery(jobQuery(b))];
  const scripts = useQuery(scriptsQuery);
  const repos = useQuery(reposQuery);
  const script = useScriptName();
  const settings: DiffSettings = {
    ignoreTimes: search.times !== true,
    ignoreNumbers: search.numbers === false,
    onlyChanges: search.all !== true,
  };
  const { ignoreTimes, ignoreNumbers } = settings;
  const fromEnd = search.end === true;
  const logs = useQuery(comparisonQuery(a, b, fromEnd, { ignoreTimes, ignoreNumbers }));

  const change = (part: Partial<CompareSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });

  const error = left.error ?? right.error;
  if (error instanceof ApiError && error.status === 404)
    return <Gone onChoose={() => change(left.error ? { a: undefined } : { b: undefined })} />;
  if (error !== null && (left.data === undefined || right.data === undefined))
    return (
      <Failure
        error={error}
        title="The runs could not be loaded"
        retry={() => void Promise.all([left.refetch(), right.refetch()])}
      />
    );
  if (left.data === undefined || right.data === undefined) return <Loading what="the two runs" />;

  const repo = (id: string) => repos.data?.items.find((one) => one.id === id)?.name ?? id.slice(-8);
  return (
    <div className={classes.page}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Compare two runs
        </Title>
        <Group gap={6}>
          <Button size="xs" variant="default" onClick={() => change({ a: undefined })}>
            Choose another A
          </Button>
          <Button size="xs" variant="default" onClick={() => change({ b: undefined })}>
            Choose another B
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowsLeftRight size={14} />}
            onClick={() => change({ a: b, b: a })}
          >
            Swap
          </Button>
        </Group>
      </Group>
      <CompareFacts
        a={left.data}
        b={right.data}
        facts={factsOf(left.data, right.data, { repo, script })}
        args={argumentFacts(left.data, right.data, scripts.data?.items ?? [])}
      />
      {logs.error !== null && (
        <Failure
          error={logs.error}
          title="The logs could not be compared"
          retry={() => void logs.refetch()}
        />
      )}
      {logs.data === undefined ? (
        logs.error === null && <Loading what="both logs" height={420} />
      ) : (
        <>
          <CutNotice
            left={logs.data.left}
            right={logs.data.right}
            fromEnd={fromEnd}
            onFromEnd={(end) => change({ end: end ? true : undefined })}
          />
          <LogDiff
            left={logs.data.left}
            right={logs.data.right}
            rows={logs.data.rows}
            settings={settings}
            isStale={logs.isPlaceholderData}
            onSettings={(next) =>
              change({
                ...(next.ignoreTimes !== undefined && { times: next.ignoreTimes ? undefined : true }),
                ...(next.ignoreNumbers !== undefined && { numbers: next.ignoreNumbers ? false : undefined }),
                ...(next.onlyChanges !== undefined && { all: next.onlyChanges ? undefined : true }),
              })
            }
          />
        </>
      )}
    </div>
  );
}

/** What of the logs is not compared. */
function CutNotice({
  left,
  right,
  fromEnd,
  onFromEnd,
}: {
  left: LoadedLog;
  right: LoadedLog;
  fromEnd: boolean;
  onFromEnd: (fromEnd: boolean) => void;
}) {
  const growing = left.isGrowing || right.isGrowing;
  if (!left.isCut && !right.isCut && !growing) return null;
  const share = (log: LoadedLog) =>
    log.isCut
      ? `${log.lines.length.toLocaleString('en')} of ${log.totalLines.toLocaleString('en')} lines`
      : 'all';
  return (
    <Alert color="gray" p="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {(left.isCut || right.isCut) &&
            `These logs are too long to compare whole: A ${share(left)}, B ${share(right)}, at most ${MAX_LINES.toLocaleString('en')} lines or 2 MB each. `}
          {growing && 'A run that has not ended is compared as it was when this page was opened.'}
        </Text>
        {(left.isCut || right.isCut) && (
          <SegmentedControl
            size="xs"
            aria-label="Which part is compared"
            value={fromEnd ? 'end' : 'start'}
            onChange={(value) => onFromEnd(value === 'end')}
            data={[
              { value: 'start', label: 'Beginning' },
              { value: 'end', label: 'End' },
            ]}
          />
        )}
      </Group>
    </Alert>
  );
}

function Gone({ onChoose }: { onChoose: () => void }) {
  return (
    <Empty
      title="One of the runs is not there"
      action={
        <Button variant="light" onClick={onChoose}>
          Choose another one
        </Button>
      }
    >
      The link may be mistyped, or the run is so old that it was deleted.
    </Empty>
  );
}
