import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { Schemas } from '../../api/client';
import { ApiError } from '../../api/errors';
import type { Repo, Script } from '../../api/scripts';
import { explainRefusal } from '../../ui/refusals';
import { ProblemIcon } from '../../ui/status';
import { ArgumentField } from './ArgumentField';
import { readField, readForm, type FieldValue, type FormValues } from './argumentForm';
import { CommandPreview } from './CommandPreview';
import { fieldProblems } from './fieldProblems';
import { MoreSection } from './MoreSection';
import { NO_OPTIONS, optionProblems, readOptions } from './moreOptions';
import { commandQuery } from './newRunQueries';
import { scriptLimits } from './scriptWords';

/** How long to wait for the next key before the command line is asked for. */
const PAUSE_MS = 250;

interface Props {
  script: Script;
  repos: Repo[];
  initial: FormValues;
  initialRepo: string | undefined;
  isBusy: boolean;
  /** Why the last try was refused. */
  refusal: unknown;
  onStart: (request: Schemas['CreateJobRequest']) => void;
}

/** The form of one script; another script is another form. */
export function RunForm({ script, repos, initial, initialRepo, isBusy, refusal, onStart }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [wasSent, setWasSent] = useState(false);
  const [repoId, setRepoId] = useState(initialRepo);
  const [more, setMore] = useState(NO_OPTIONS);
  // A refusal is about what was sent; what was changed since is judged anew.
  const [changedSince, setChangedSince] = useState<ReadonlySet<string>>(new Set());

  const args = readForm(script, values);
  const [settled] = useDebouncedValue(args === null ? null : JSON.stringify(args), PAUSE_MS);
  const command = useQuery(
    commandQuery(script.key, settled === null ? null : (JSON.parse(settled) as Schemas['JobArguments'])),
  );
  const isSettled = args !== null && settled === JSON.stringify(args);

  const options = optionProblems(more, script.timeout_seconds);
  const refused = fieldProblems(refusal);
  const previewed = isSettled ? fieldProblems(command.error) : {};
  const refusedField = (field: string) => (changedSince.has(field) ? undefined : refused[field]);

  const problemOf = (argument: Schemas['ScriptArgument']): string | null => {
    const { problem } = readField(argument, values[argument.name] ?? null);
    const field = `args.${argument.name}`;
    if (problem !== null && (wasSent || touched.has(argument.name))) return problem;
    return previewed[field] ?? refusedField(field) ?? null;
  };

  const change = (name: string, value: FieldValue) => {
    setValues((before) => ({ ...before, [name]: value }));
    setTouched((before) => new Set(before).add(name));
    setChangedSince((before) => new Set(before).add(`args.${name}`));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setWasSent(true);
    if (args === null || repoId === undefined || Object.keys(options).length > 0) {
      // After the fields have been marked.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setChangedSince(new Set());
    onStart({ repo_id: repoId, script_key: script.key, args, ...readOptions(more) });
  };

  const repo = repos.find(({ id }) => id === repoId);
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={script.label}>
      <Stack gap="lg">
        <div>
          <Title order={2} size="h4">
            {script.label}
          </Title>
          <Text size="sm">{script.description}</Text>
          <Text size="xs" c="dimmed" mt={2}>
            {scriptLimits(script).join(' ')}
          </Text>
        </div>
        {repos.length > 1 && (
          <Select
            label="Repo"
            maw={420}
            data={repos.map(({ id, name }) => ({ value: id, label: name }))}
            value={repoId ?? null}
            allowDeselect={false}
            error={wasSent && repoId === undefined ? 'Choose one' : refusedField('repo_id')}
            onChange={(chosen) => {
              setRepoId(chosen ?? undefined);
              setChangedSince((before) => new Set(before).add('repo_id'));
            }}
          />
        )}
        {script.arguments.map((argument) => (
          <ArgumentField
            key={argument.name}
            argument={argument}
            value={values[argument.name] ?? null}
            error={problemOf(argument)}
            onChange={(value) => change(argument.name, value)}
          />
        ))}
        {script.arguments.length === 0 && (
          <Text size="sm" c="dimmed">
            It takes no arguments.
          </Text>
        )}
        <MoreSection
          options={more}
          problems={options}
          longest={script.timeout_seconds}
          onChange={(next) => {
            setMore(next);
            setChangedSince((before) =>
              new Set(before).add('priority').add('not_before').add('timeout_seconds'),
            );
          }}
        />
        <CommandPreview
          // The line of what was right before would be taken for that of what is wrong now.
          argv={args === null || command.isError ? undefined : command.data?.argv}
          isOld={!isSettled || command.isPlaceholderData}
          failure={previewFailure(args === null, command.error)}
          folder={repo && `${repo.name} (${repo.path_or_url})`}
        />
        <RefusalAlert refusal={refusal} shown={script.arguments.map(({ name }) => `args.${name}`)} />
        {repos.length === 0 && (
          <Alert color="yellow" icon={<ProblemIcon />} title="There is no repo to run in">
            An administrator has to set one up before anything can be started.
          </Alert>
        )}
        <Group>
          <Button
            type="submit"
            loading={isBusy}
            disabled={repos.length === 0}
            leftSection={<IconPlayerPlay size={16} />}
          >
            Start the run
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function previewFailure(isWrong: boolean, error: unknown): string | null {
  if (isWrong) return 'Shown when the fields above are right.';
  if (error === null) return null;
  const isField = error instanceof ApiError && error.fields.length > 0;
  return isField ? 'Shown when the fields above are right.' : 'The command line cannot be shown just now.';
}

/** A refusal in words, with what is wrong in fields that the form does not show. */
function RefusalAlert({ refusal, shown }: { refusal: unknown; shown: string[] }) {
  if (refusal === null || refusal === undefined) return null;
  const { title, text } = explainRefusal(refusal);
  const isField = refusal instanceof ApiError && refusal.fields.length > 0;
  const hidden = Object.entries(fieldProblems(refusal)).filter(([field]) => !shown.includes(field));
  return (
    <Alert color="red" icon={<ProblemIcon />} title={title} role="alert">
      {isField ? (
        hidden.length === 0 ? (
          'Correct the fields that are marked, and start it again.'
        ) : (
          hidden.map(([field, problem]) => (
            <Text key={field} size="sm">
              <b>{field}</b>: {problem}
            </Text>
          ))
        )
      ) : (
        <Text size="sm">{text}</Text>
      )}
    </Alert>
  );
}
