import '@mantine/charts/styles.css';
import { CompositeChart, Sparkline } from '@mantine/charts';
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { STATUS_LOOK } from '../../ui/status';
import {
  count,
  failureRate,
  finishedIn,
  OUTCOMES,
  percent,
  seconds,
  spanOf,
  tickOf,
  tickSeconds,
} from './figures';
import type { Stats, StatsBucket } from './overviewQueries';
import classes from './overview.module.css';

// The one file that knows the chart library: pages load it lazily, so that whoever looks at runs does not pay for it.

/** Seen on the colours of all outcomes, in both themes, without outshining them. */
const RATE_COLOR = 'var(--mantine-color-dimmed)';
const WAIT_COLOR = 'gray.6';
const DURATION_COLOR = 'blue.6';

const outcomeColor = (outcome: (typeof OUTCOMES)[number]) => `${STATUS_LOOK[outcome].color}.6`;

/** What all charts share: the axis of time, and no animation, which would make every refresh jump. */
const axis = (stats: Stats) => ({
  dataKey: 'start',
  h: 240,
  tickLine: 'none' as const,
  strokeDasharray: '2 4',
  withLegend: true,
  // As the series are given, not by the alphabet.
  legendProps: { verticalAlign: 'top' as const, align: 'left' as const, itemSorter: null },
  xAxisProps: { tickFormatter: (start: string) => tickOf(start, stats.range), minTickGap: 24 },
});

/** How runs ended, one bar for each bucket; the share of failures as a line above. */
export function OutcomesChart({ stats }: { stats: Stats }) {
  const data = stats.buckets.map((bucket) => ({ ...bucket, rate: failureRate(bucket) }));
  return (
    <CompositeChart
      {...axis(stats)}
      data={data}
      withRightYAxis
      yAxisProps={{ allowDecimals: false, width: 40 }}
      rightYAxisProps={{
        domain: [0, 1],
        ticks: [0, 0.5, 1],
        width: 48,
        tickFormatter: (share: number) => `${share * 100}%`,
      }}
      series={[
        ...OUTCOMES.map((outcome) => ({
          name: outcome,
          label: STATUS_LOOK[outcome].label,
          color: outcomeColor(outcome),
          type: 'bar' as const,
        })),
        {
          name: 'rate',
          label: 'Failure rate',
          color: RATE_COLOR,
          type: 'line',
          yAxisId: 'right',
          // In the background: the bars are what one looks at.
          strokeDasharray: '2 3',
        },
      ]}
      barProps={{ stackId: 'outcomes' }}
      maxBarWidth={28}
      strokeWidth={1.5}
      curveType="linear"
      connectNulls={false}
      dotProps={{ r: 1.5 }}
      activeDotProps={{ r: 3 }}
      tooltipProps={{
        content: ({ payload }) => {
          const bucket = bucketOf(payload);
          return bucket && <OutcomesTip bucket={bucket} stats={stats} />;
        },
      }}
    />
  );
}

function OutcomesTip({ bucket, stats }: { bucket: StatsBucket; stats: Stats }) {
  return (
    <Tip bucket={bucket} stats={stats}>
      {OUTCOMES.filter((outcome) => bucket[outcome] > 0).map((outcome) => (
        <TipLine
          key={outcome}
          color={`var(--mantine-color-${STATUS_LOOK[outcome].color}-6)`}
          name={STATUS_LOOK[outcome].label}
          value={count(bucket[outcome])}
        />
      ))}
      {finishedIn(bucket) === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing finished
        </Text>
      ) : (
        <TipLine color={RATE_COLOR} name="Failure rate" value={percent(failureRate(bucket))} />
      )}
    </Tip>
  );
}

/** How long runs waited and how long they took, on average. */
export function TimesChart({ stats }: { stats: Stats }) {
  return (
    <CompositeChart
      {...axis(stats)}
      data={stats.buckets}
      series={[
        { name: 'duration_seconds', label: 'Duration', color: DURATION_COLOR, type: 'area' },
        { name: 'wait_seconds', label: 'Wait', color: WAIT_COLOR, type: 'line' },
      ]}
      strokeWidth={1.5}
      curveType="linear"
      connectNulls={false}
      dotProps={{ r: 1.5 }}
      activeDotProps={{ r: 3 }}
      yAxisProps={{ width: 74, tickFormatter: tickSeconds }}
      tooltipProps={{
        content: ({ payload }) => {
          const bucket = bucketOf(payload);
          return (
            bucket && (
              <Tip bucket={bucket} stats={stats}>
                <TipLine
                  color="var(--mantine-color-blue-6)"
                  name="Duration"
                  value={seconds(bucket.duration_seconds)}
                />
                <TipLine
                  color="var(--mantine-color-gray-6)"
                  name="Wait"
                  value={seconds(bucket.wait_seconds)}
                />
              </Tip>
            )
          );
        },
      }}
    />
  );
}

/** The median duration of one script over the range. */
export function TrendChart({ trend }: { trend: (number | null)[] }) {
  const alone = trend.filter((value) => value !== null).length === 1;
  return (
    <Sparkline
      // Said in words by whoever shows it; the library's own focus would say nothing.
      inert
      h={44}
      data={trend}
      color="blue.6"
      fillOpacity={0.25}
      strokeWidth={1.5}
      // A line needs two points: a single one is drawn as such.
      areaProps={{ isAnimationActive: false, dot: alone ? { r: 2.5 } : false }}
    />
  );
}

function Tip({ bucket, stats, children }: { bucket: StatsBucket; stats: Stats; children: ReactNode }) {
  return (
    <Paper withBorder shadow="md" p="xs" miw={170}>
      <Text size="xs" c="dimmed" mb={4}>
        {spanOf(bucket, stats.bucket_seconds, stats.range)}
      </Text>
      {children}
    </Paper>
  );
}

function TipLine({ color, name, value }: { color: string; name: string; value: string }) {
  return (
    <Group justify="space-between" gap="md" wrap="nowrap">
      <Text size="sm">
        <span className={classes.swatch} style={{ background: color }} />
        {name}
      </Text>
      <Text size="sm" fw={600} className={classes.figures}>
        {value}
      </Text>
    </Group>
  );
}

/** The bucket under the pointer; the chart library hands its data back without their type. */
function bucketOf(payload: readonly { payload?: unknown }[] | undefined): StatsBucket | undefined {
  return payload?.[0]?.payload as StatsBucket | undefined;
}
