import { ActionIcon, Group, SegmentedControl, Text, Title, Tooltip } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { diagnosticsQuery } from '../../api/diagnostics';
import { useScriptName, type ScriptName } from '../../api/useScriptName';
import { Failure, Loading, Stale } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { RunningNow, WaitingNow } from './ActiveRuns';
import { ChartPanel } from './ChartPanel';
import {
  count,
  failureRate,
  outcomesInWords,
  OUTCOMES,
  percent,
  seconds,
  spanOf,
  timesInWords,
} from './figures';
import { STATUS_LOOK } from '../../ui/status';
import { OutcomesChart, TimesChart } from './lazyCharts';
import { activeQuery, statsQuery, type Stats } from './overviewQueries';
import { DEFAULT_RANGE, RANGES, type Range } from './overviewSearch';
import { ProblemsNotice } from './ProblemsNotice';
import { underWay, waiting } from './queue';
import { MostFailing, Slowest, Trends } from './Scripts';
import { Totals } from './Totals';
import { useWakefulFullscreen } from './useWakefulFullscreen';
import classes from './overview.module.css';

const route = getRouteApi('/kitchen/runner/overview');

/** How the installation does: now, and over a while. Made to be left on a screen. */
export function OverviewPage() {
  useTitle('Overview');
  const { range = DEFAULT_RANGE } = route.useSearch();
  const navigate = route.useNavigate();
  const stats = useQuery(statsQuery(range));
  const active = useQuery(activeQuery);
  const diagnostics = useQuery(diagnosticsQuery);
  const nameOf = useScriptName();
  const { ref, fullscreen, toggle } = useWakefulFullscreen();

  const jobs = active.data?.items;
  const running = jobs && underWay(jobs);
  const queued = jobs && waiting(jobs);
  const usual = new Map(stats.data?.scripts.map((script) => [script.script_key, script.duration_p50]));
  const choose = (value: string) =>
    void navigate({ search: value === DEFAULT_RANGE ? {} : { range: value as Range }, replace: true });
  const screenLabel = fullscreen ? 'Leave full screen' : 'Full screen';

  return (
    <div className={classes.page} ref={ref}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size="h3">
          Overview
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            value={range}
            onChange={choose}
            data={Object.keys(RANGES)}
            aria-label="How far back"
          />
          <Tooltip label={screenLabel}>
            <ActionIcon variant="default" size="md" aria-label={screenLabel} onClick={() => void toggle()}>
              {fullscreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>

      <ProblemsNotice problems={diagnostics.data?.problems ?? []} />
      {(stats.data || active.data) && <Stale error={stats.error ?? active.error} />}
      <Totals stats={stats.data} running={running?.length} queued={queued?.length} />

      {running && queued ? (
        <div className={classes.pair}>
          <RunningNow jobs={running} usual={usual} nameOf={nameOf} />
          <WaitingNow jobs={queued} nameOf={nameOf} />
        </div>
      ) : active.error ? (
        <Failure
          error={active.error}
          retry={() => void active.refetch()}
          title="What runs now cannot be shown"
        />
      ) : (
        <Loading what="what runs now" height={160} />
      )}

      {stats.data ? (
        <Figures stats={stats.data} nameOf={nameOf} />
      ) : stats.error ? (
        <Failure error={stats.error} retry={() => void stats.refetch()} title="The figures cannot be shown" />
      ) : (
        <Loading what="the figures" height={480} />
      )}
    </div>
  );
}

function Figures({ stats, nameOf }: { stats: Stats; nameOf: ScriptName }) {
  return (
    <>
      <div className={classes.pair}>
        <ChartPanel
          title="Finished runs"
          summary={outcomesInWords(stats)}
          rows={() => ({
            head: ['When', ...OUTCOMES.map((outcome) => STATUS_LOOK[outcome].label), 'Failure rate'],
            body: stats.buckets.map((bucket) => [
              spanOf(bucket, stats.bucket_seconds, stats.range),
              ...OUTCOMES.map((outcome) => count(bucket[outcome])),
              percent(failureRate(bucket)),
            ]),
          })}
        >
          <OutcomesChart stats={stats} />
        </ChartPanel>
        <ChartPanel
          title="Waits and durations"
          summary={timesInWords(stats)}
          rows={() => ({
            head: ['When', 'Waited', 'Took'],
            body: stats.buckets.map((bucket) => [
              spanOf(bucket, stats.bucket_seconds, stats.range),
              seconds(bucket.wait_seconds),
              seconds(bucket.duration_seconds),
            ]),
          })}
        >
          <TimesChart stats={stats} />
        </ChartPanel>
      </div>
      <Trends scripts={stats.scripts} range={stats.range} nameOf={nameOf} />
      <div className={classes.pair}>
        <Slowest scripts={stats.scripts} range={stats.range} nameOf={nameOf} />
        <MostFailing scripts={stats.scripts} range={stats.range} nameOf={nameOf} />
      </div>
      <Text size="xs" c="dimmed">
        Runs count when they finish. Times are in your own zone.
      </Text>
    </>
  );
}
