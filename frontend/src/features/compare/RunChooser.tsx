import { Anchor, Badge, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Job } from '../../api/jobs';
import type { Script } from '../../api/scripts';
import { shownArguments, spoken, spokenValue } from '../../ui/arguments';
import { Empty } from '../../ui/States';
import { StatusBadge } from '../../ui/StatusBadge';
import { Ago, Elapsed } from '../../ui/Times';
import classes from './ComparePage.module.css';
import type { CompareSearch } from './compareSearch';

interface Props {
  /** Which of the two is missing. */
  side: 'a' | 'b';
  search: CompareSearch;
  runs: Job[];
  scripts: Script[];
  text: string;
  onText: (text: string) => void;
}

/** The recent runs, to take one as the first or the second of the two. */
export function RunChooser({ side, search, runs, scripts, text, onText }: Props) {
  const other = side === 'a' ? search.b : search.a;
  const choices = runs.filter((run) => run.id !== other);
  return (
    <Stack gap="sm" maw={860}>
      <Title order={1} size="h3">
        Compare two runs
      </Title>
      <Text c="dimmed">
        {other === undefined ? 'Choose the first of the two.' : 'Choose the run to compare it with.'}
      </Text>
      <TextInput
        aria-label="Search runs"
        placeholder="Script, argument, person…"
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {choices.length === 0 ? (
        <Empty title="No run to choose">Nothing matches, or there are no other runs yet.</Empty>
      ) : (
        <Paper withBorder component="ul" className={classes.choices}>
          {choices.map((run) => (
            <li key={run.id}>
              <Anchor
                component={Link}
                to="/kitchen/runner/compare"
                // The library's polymorphic types lose the route's.
                search={{ ...search, [side]: run.id } as never}
                underline="never"
                c="inherit"
                className={classes.choice}
              >
                <StatusBadge status={run.status} size="sm" />
                <Text span fw={600} size="sm">
                  {scripts.find((script) => script.key === run.script_key)?.label ?? run.script_key}
                </Text>
                <Arguments run={run} scripts={scripts} />
                <Group gap="md" wrap="nowrap" className={classes.choiceFacts}>
                  <span>{run.requested_by}</span>
                  <Elapsed from={run.started_at} to={run.finished_at} />
                  <Ago at={run.created_at} />
                </Group>
              </Anchor>
            </li>
          ))}
        </Paper>
      )}
    </Stack>
  );
}

function Arguments({ run, scripts }: { run: Job; scripts: Script[] }) {
  const script = scripts.find((one) => one.key === run.script_key);
  const special = shownArguments(run.args, script).filter((argument) => !argument.isDefault);
  return (
    <Group gap={4} className={classes.choiceArguments}>
      {special.map(({ name, value }) => (
        <Badge key={name} variant="default" size="sm" tt="none" fw={500}>
          {spoken(name)} {spokenValue(value)}
        </Badge>
      ))}
    </Group>
  );
}
