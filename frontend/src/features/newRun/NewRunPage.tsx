import { Alert, Anchor, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { jobQuery, jobsChanged } from '../../api/jobs';
import { reposQuery, scriptsQuery, type Script } from '../../api/scripts';
import { spoken } from '../../ui/arguments';
import { Empty, Failure, Loading } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { initialValues, lostArguments } from './argumentForm';
import { createJob } from './newRunQueries';
import { RunForm } from './RunForm';
import { ScriptPicker } from './ScriptPicker';
import { Submission } from './submission';

export function NewRunPage() {
  const search = useSearch({ from: '/kitchen/runner/new' });
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const scripts = useQuery(scriptsQuery);
  const repos = useQuery(reposQuery);
  const earlier = useQuery({ ...jobQuery(search.from ?? ''), enabled: search.from !== undefined });

  const scriptKey = search.script ?? earlier.data?.script_key;
  const script = scripts.data?.items.find(({ key }) => key === scriptKey);
  useTitle(script ? `Run ${script.label}` : 'New run');

  if (scripts.isError && scripts.data === undefined) {
    return <Failure error={scripts.error} retry={() => void scripts.refetch()} title="No scripts" />;
  }
  if (repos.isError && repos.data === undefined) {
    return <Failure error={repos.error} retry={() => void repos.refetch()} title="No repos" />;
  }
  if (scripts.data === undefined || repos.data === undefined) return <Loading what="the scripts" />;

  const choose = (chosen: Script) =>
    void navigate({ to: '/kitchen/runner/new', search: { script: chosen.key } });
  const picker = (
    <ScriptPicker
      scripts={scripts.data.items}
      chosen={scriptKey}
      isFirst={scriptKey === undefined && search.from === undefined}
      onChoose={choose}
    />
  );
  const isWaiting = search.from !== undefined && earlier.isPending;
  const form =
    script === undefined ? (
      <NoScript scriptKey={scriptKey} isWaiting={isWaiting} />
    ) : isWaiting ? (
      <Loading what="the earlier run" />
    ) : (
      <StartScript
        key={`${script.key} ${search.from ?? ''}`}
        script={script}
        repos={repos.data.items}
        earlier={earlier.data}
        earlierError={search.from === undefined ? null : earlier.error}
      />
    );

  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        New run
      </Title>
      {isNarrow ? (
        scriptKey === undefined && !isWaiting ? (
          picker
        ) : (
          <Stack gap="sm">
            <Group>
              <Button
                variant="default"
                size="xs"
                renderRoot={(props) => <Link to="/kitchen/runner/new" search={{}} {...props} />}
              >
                Choose another script
              </Button>
            </Group>
            {form}
          </Stack>
        )
      ) : (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>{picker}</Grid.Col>
          <Grid.Col span={{ base: 12, md: 8, xl: 7 }}>
            <Paper withBorder p="lg">
              {form}
            </Paper>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

function NoScript({ scriptKey, isWaiting }: { scriptKey: string | undefined; isWaiting: boolean }) {
  if (isWaiting) return <Loading what="the earlier run" />;
  if (scriptKey === undefined) {
    return <Empty title="Which script?">Choose one from the list; its form appears here.</Empty>;
  }
  return (
    <Empty title="There is no such script">
      <b>{scriptKey}</b> is not on the whitelist, or not any more. Choose another one.
    </Empty>
  );
}

interface StartProps {
  script: Script;
  repos: Schemas['Repo'][];
  earlier: Schemas['Job'] | undefined;
  earlierError: Error | null;
}

function StartScript({ script, repos, earlier, earlierError }: StartProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [submission] = useState(() => new Submission());
  const args = earlier?.script_key === script.key ? earlier.args : {};
  const lost = lostArguments(script, args);
  const start = useMutation({
    mutationFn: (request: Schemas['CreateJobRequest']) => createJob(request, submission.keyFor(request)),
    onSuccess: async (job) => {
      void jobsChanged(client);
      await navigate({ to: '/kitchen/runner/runs/$jobId', params: { jobId: job.id } });
    },
  });
  const [firstRepo] = repos;
  const known = repos.find(({ id }) => id === earlier?.repo_id);
  return (
    <Stack gap="md">
      {earlier && (
        <Text size="sm" c="dimmed">
          With the arguments of{' '}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => (
              <Link to="/kitchen/runner/runs/$jobId" params={{ jobId: earlier.id }} {...props} />
            )}
          >
            an earlier run
          </Anchor>
          . Change what you like.
        </Text>
      )}
      {earlierError && (
        <Alert color="yellow" title="The earlier run could not be read">
          {earlierError.message} The form has the defaults.
        </Alert>
      )}
      {lost.length > 0 && (
        <Alert color="yellow" title="The script has changed">
          It does not take {lost.map(spoken).join(', ')} any more; the rest was taken over.
        </Alert>
      )}
      <RunForm
        script={script}
        repos={repos}
        initial={initialValues(script, args)}
        initialRepo={known?.id ?? firstRepo?.id}
        isBusy={start.isPending || start.isSuccess}
        refusal={start.error}
        onStart={(request) => start.mutate(request)}
      />
    </Stack>
  );
}
