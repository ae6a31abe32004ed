import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { session, type Departure } from '../../api/session';
import { Loading } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { LoginForm } from './LoginForm';
import { loginRefusal, type LoginRefusal } from './loginRefusal';

export function LoginPage() {
  useTitle('Log in');
  const { redirect = '/kitchen/runner' } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<LoginRefusal | null>(null);
  const [notBefore, setNotBefore] = useState<number | null>(null);

  useEffect(() => {
    // Whoever has a good cookie needs no password; if that cannot be found out, the form will tell why.
    session
      .token()
      .catch(() => undefined)
      .finally(() => setChecked(true));
  }, []);

  useEffect(() => {
    // Also when another tab logged in.
    if (state === 'in') void navigate({ href: redirect, replace: true });
  }, [state, redirect, navigate]);

  const logIn = async (username: string, password: string): Promise<boolean> => {
    setBusy(true);
    try {
      await session.logIn(username, password);
      return true;
    } catch (e) {
      const told = loginRefusal(e);
      setRefusal(told);
      setNotBefore(told.wait === null ? null : Date.now() + told.wait * 1000);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const waits = state === 'in' || (state === 'unknown' && !checked);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={380} gap="lg">
        <Group gap="sm" justify="center">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <Title order={1} size="h2">
            Runner
          </Title>
        </Group>
        <Paper withBorder shadow="sm" p="xl">
          {waits ? (
            <Loading what="your session" height={220} />
          ) : (
            <>
              <Farewell departure={refusal === null ? session.departure() : null} />
              <LoginForm busy={busy} refusal={refusal} notBefore={notBefore} onLogIn={logIn} />
            </>
          )}
        </Paper>
      </Stack>
    </Center>
  );
}

/** Being logged out is nothing to be alarmed about. */
function Farewell({ departure }: { departure: Departure }) {
  if (departure === null) return null;
  return (
    <Text c="dimmed" size="sm" mb="md" role="status">
      {departure === 'left'
        ? 'You have signed out.'
        : 'You have been signed out. Log in to go on where you were.'}
    </Text>
  );
}
