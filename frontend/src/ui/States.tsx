import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors';
import { ProblemIcon } from './status';

/** While the first answer is on its way. Takes room, so that what comes does not push the page around. */
export function Loading({ what, height = 240 }: { what: string; height?: number }) {
  return (
    <Center h={height} role="status">
      <Group gap="sm">
        <Loader size="sm" />
        <Text c="dimmed">Loading {what}…</Text>
      </Group>
    </Center>
  );
}

/** Nothing to show, and what to do about it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Center mih={240} p="lg">
      <Stack align="center" gap="xs" maw={460} ta="center">
        <Title order={3} size="h4">
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        {action}
      </Stack>
    </Center>
  );
}

/** Something was refused or failed, in the API's own words. */
export function Failure({ error, retry, title }: { error: unknown; retry?: () => void; title?: string }) {
  const text = error instanceof Error ? error.message : 'Something went wrong.';
  const passing = error instanceof ApiError && error.isPassing;
  return (
    <Alert
      color={passing ? 'yellow' : 'red'}
      icon={<ProblemIcon />}
      title={title ?? 'That did not work'}
      role="alert"
    >
      <Group justify="space-between">
        <Text size="sm">{text}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Shown above data that could not be renewed: it is old, but better than nothing. */
export function Stale({ error }: { error: unknown }) {
  if (!(error instanceof Error)) return null;
  return (
    <Alert color="yellow" variant="light" p="xs" role="status">
      <Text size="sm">This may be out of date. {error.message}</Text>
    </Alert>
  );
}
