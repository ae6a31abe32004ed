import { ActionIcon, Box, ScrollArea, Skeleton, Table, Text, Tooltip } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Panel } from '../../ui/Panel';
import classes from './overview.module.css';

const HEIGHT = 240;

interface Props {
  title: string;
  /** What the chart shows, for those who cannot see it and for those who do not want to read it out. */
  summary: string;
  /** The same figures as rows; the first one has the names. */
  rows: () => { head: string[]; body: string[][] };
  /** Drawn by code that is loaded when it is needed. */
  children: ReactNode;
}

/** A chart, what it says in words, and its figures as a table for whoever prefers that. */
export function ChartPanel({ title, summary, rows, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  const other = asTable ? 'Show as a chart' : 'Show as a table';
  return (
    <Panel
      title={title}
      tools={
        <Tooltip label={other}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${title}: ${other.toLowerCase()}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
          </ActionIcon>
        </Tooltip>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {summary}
      </Text>
      {asTable ? (
        <Figures title={title} {...rows()} />
      ) : (
        <Box h={HEIGHT}>
          <Suspense fallback={<Skeleton h={HEIGHT} />}>{children}</Suspense>
        </Box>
      )}
    </Panel>
  );
}

function Figures({ title, head, body }: { title: string; head: string[]; body: string[][] }) {
  return (
    <ScrollArea h={HEIGHT} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'group' }}>
      <Table stickyHeader striped className={classes.figures} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, i) => (
              <Table.Th key={name} ta={i === 0 ? 'left' : 'right'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {body.map((row) => (
            <Table.Tr key={row[0]}>
              {row.map((cell, i) => (
                <Table.Td key={head[i]} ta={i === 0 ? 'left' : 'right'}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
