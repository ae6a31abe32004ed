import { Box, Group, Skeleton, Table, Text } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import type { ScriptName } from '../../api/useScriptName';
import { Panel } from '../../ui/Panel';
import { RunsLink } from '../../ui/RunsLink';
import { Ago } from '../../ui/Times';
import { count, failures, mostFailing, percent, seconds, slowest, trendInWords } from './figures';
import { TrendChart } from './lazyCharts';
import type { ScriptStats } from './overviewQueries';
import type { Range } from './overviewSearch';
import classes from './overview.module.css';

const MOST_TRENDS = 12;
const MOST_ROWS = 6;
/** The column that a phone does without. */
const LEAST = 2;

interface Props {
  scripts: ScriptStats[];
  range: Range;
  nameOf: ScriptName;
}

/** One small chart for each script, those with the most runs first. */
export function Trends({ scripts, range, nameOf }: Props) {
  const shown = scripts.filter((script) => script.duration_p50 !== null).slice(0, MOST_TRENDS);
  return (
    <Panel title="Duration by script" note="median over time">
      {shown.length === 0 ? (
        <Text c="dimmed" size="sm" className={classes.quiet}>
          No run that started has finished.
        </Text>
      ) : (
        <div className={classes.trends}>
          {shown.map((script) => (
            <Trend key={script.script_key} script={script} range={range} name={nameOf(script.script_key)} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Trend({ script, range, name }: { script: ScriptStats; range: Range; name: string }) {
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <RunsLink script={script.script_key} since={range} size="sm" fw={600} truncate>
          {name}
        </RunsLink>
        <Text size="xs" c="dimmed" className={classes.figures} style={{ whiteSpace: 'nowrap' }}>
          {count(script.finished)} {script.finished === 1 ? 'run' : 'runs'}
        </Text>
      </Group>
      <Box h={44} my={4} role="img" aria-label={trendInWords(script.trend)}>
        <Suspense fallback={<Skeleton h={44} />}>
          <TrendChart trend={script.trend} />
        </Suspense>
      </Box>
      <Group gap="md" className={classes.figures}>
        <Quantile name="p50" value={script.duration_p50} meaning="Half of the runs took at most this long" />
        <Quantile name="p95" value={script.duration_p95} meaning="95 of 100 runs took at most this long" />
        <Quantile name="max" value={script.duration_max} meaning="The longest run" />
      </Group>
    </div>
  );
}

function Quantile({ name, value, meaning }: { name: string; value: number | null; meaning: string }) {
  return (
    <Text size="xs" title={meaning}>
      <Text span inherit c="dimmed">
        {name}
      </Text>{' '}
      {seconds(value)}
    </Text>
  );
}

export function Slowest({ scripts, range, nameOf }: Props) {
  const rows = slowest(scripts, MOST_ROWS);
  return (
    <Panel title="Slowest scripts">
      {rows.length === 0 ? (
        <Text c="dimmed" size="sm" className={classes.quiet}>
          No run that started has finished.
        </Text>
      ) : (
        <Ranking
          range={range}
          nameOf={nameOf}
          head={['p95', 'p50', 'Waited']}
          rows={rows.map((script) => ({
            script,
            cells: [seconds(script.duration_p95), seconds(script.duration_p50), seconds(script.wait_seconds)],
          }))}
        />
      )}
    </Panel>
  );
}

export function MostFailing({ scripts, range, nameOf }: Props) {
  const rows = mostFailing(scripts, MOST_ROWS);
  return (
    <Panel title="Most failing scripts">
      {rows.length === 0 ? (
        <Text c="dimmed" size="sm" className={classes.quiet}>
          No failures.
        </Text>
      ) : (
        <Ranking
          range={range}
          nameOf={nameOf}
          failing
          head={['Failed', 'Rate', 'Last run']}
          rows={rows.map((script) => ({
            script,
            cells: [
              `${count(failures(script))} of ${count(script.finished)}`,
              percent(script.failure_rate),
              <Ago key="last" at={script.last_finished_at} />,
            ],
          }))}
        />
      )}
    </Panel>
  );
}

interface RankingProps {
  range: Range;
  nameOf: ScriptName;
  head: string[];
  rows: { script: ScriptStats; cells: ReactNode[] }[];
  /** Whether the links lead to the failures only. */
  failing?: boolean;
}

function Ranking({ range, nameOf, head, rows, failing = false }: RankingProps) {
  return (
    <div className={classes.tables}>
      <Table verticalSpacing={6} horizontalSpacing="xs" className={classes.figures}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th pl={0}>Script</Table.Th>
            {head.map((name, i) => (
              <Table.Th key={name} ta="right" visibleFrom={i === LEAST ? 'xs' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ script, cells }) => (
            <Table.Tr key={script.script_key}>
              <Table.Td pl={0}>
                <RunsLink
                  script={script.script_key}
                  since={range}
                  status={failing ? ['failed', 'timeout'] : undefined}
                  size="sm"
                  fw={600}
                >
                  {nameOf(script.script_key)}
                </RunsLink>
              </Table.Td>
              {cells.map((cell, i) => (
                <Table.Td
                  key={head[i]}
                  ta="right"
                  visibleFrom={i === LEAST ? 'xs' : undefined}
                  style={{ whiteSpace: 'nowrap' }}
                >
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
