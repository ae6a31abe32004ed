import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { meQuery } from '../../api/me';
import { session } from '../../api/session';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { explainRefusal } from '../../ui/refusals';
import { Failure, Loading } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { logOutEverywhere } from './accountQueries';
import { PasswordSection } from './PasswordSection';
import { Section } from './Section';
import { Tokens } from './Tokens';

type Me = Schemas['CurrentUser'];

const KINDS = {
  local: 'You logged in here with a password.',
  external: 'Your identity provider vouches for you; passwords and sessions are kept there.',
  token: 'You are here with an API token. It cannot manage tokens, passwords or sessions.',
} satisfies Record<Me['kind'], string>;

export function AccountPage() {
  useTitle('Account');
  const me = useQuery(meQuery);
  return (
    <Stack gap="md" maw={860}>
      <Title order={1} size="h3">
        Account
      </Title>
      {me.data !== undefined ? (
        <Parts me={me.data} />
      ) : me.isError ? (
        <Failure error={me.error} retry={() => void me.refetch()} />
      ) : (
        <Loading what="your account" />
      )}
    </Stack>
  );
}

/** What there is depends on how one came in. */
function Parts({ me }: { me: Me }) {
  return (
    <>
      <You me={me} />
      {me.kind !== 'token' && <Tokens />}
      {me.kind === 'local' && <PasswordSection username={me.username} />}
    </>
  );
}

function You({ me }: { me: Me }) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const leave = async () => {
    await session.logOut();
    await navigate({ to: '/login' });
  };
  const everywhere = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: async () => {
      session.leftEverywhere();
      await navigate({ to: '/login' });
    },
    onError: (e) => {
      setAsks(false);
      notifications.show({ color: 'red', title: 'You are still logged in', message: explainRefusal(e).text });
    },
  });
  return (
    <Section title="You">
      <Group justify="space-between" gap="md">
        <div>
          <Group gap="xs">
            <Text fw={600}>{me.username}</Text>
            {me.administrator && (
              <Badge variant="light" radius="sm" tt="none">
                Administrator
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {KINDS[me.kind]}
          </Text>
        </div>
        {me.kind === 'local' && (
          <Group gap="sm">
            <Button variant="default" leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
              Sign out
            </Button>
            <Button variant="default" onClick={() => setAsks(true)}>
              Sign out everywhere
            </Button>
          </Group>
        )}
      </Group>
      <ConfirmDialog
        opened={asks}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        cancel="Stay"
        isBusy={everywhere.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => everywhere.mutate()}
      >
        <Text size="sm">
          All your sessions end at once, on every device, this one included. API tokens stay good: revoke
          those below.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
