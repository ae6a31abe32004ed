import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JobDetail } from '../../api/jobs';
import { StatusBadge } from '../../ui/StatusBadge';
import { Ago } from '../../ui/Times';
import classes from './ComparePage.module.css';
import type { Fact } from './facts';

interface Props {
  a: JobDetail;
  b: JobDetail;
  facts: Fact[];
  args: Fact[];
}

/** The two runs side by side; what differs stands out. */
export function CompareFacts({ a, b, facts, args }: Props) {
  return (
    <Table className={classes.facts} verticalSpacing={2} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <VisuallyHidden>What</VisuallyHidden>
          </Table.Th>
          <Head letter="A" job={a} />
          <Head letter="B" job={b} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {facts.map((fact) => (
          <Row key={fact.name} fact={fact} />
        ))}
        {args.map((fact) => (
          <Row key={`argument ${fact.name}`} fact={fact} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Head({ letter, job }: { letter: string; job: JobDetail }) {
  return (
    <Table.Th scope="col">
      <div className={classes.head}>
        <span className={classes.letter}>{letter}</span>
        <Anchor
          component={Link}
          to="/kitchen/runner/runs/$jobId"
          params={{ jobId: job.id } as never}
          size="sm"
        >
          run {job.id.slice(-8)}
        </Anchor>
        <StatusBadge status={job.status} size="sm" />
        <Text span size="xs" c="dimmed">
          <Ago at={job.created_at} />
        </Text>
      </div>
    </Table.Th>
  );
}

function Row({ fact }: { fact: Fact }) {
  return (
    <Table.Tr data-differs={fact.differs || undefined}>
      <Table.Th scope="row">
        {fact.name}
        {fact.differs && <VisuallyHidden> (differs)</VisuallyHidden>}
      </Table.Th>
      <Table.Td>{fact.a}</Table.Td>
      <Table.Td>
        {fact.b}
        {fact.note !== null && (
          <Text span size="xs" c="dimmed" ml={8}>
            {fact.note}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
