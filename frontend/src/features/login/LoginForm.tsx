import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { formatDuration } from '../../ui/time';
import { useCountdown } from '../../ui/useCountdown';
import type { LoginRefusal } from './loginRefusal';

interface Props {
  busy: boolean;
  refusal: LoginRefusal | null;
  /** When another try may be made, in milliseconds since 1970. */
  notBefore: number | null;
  onLogIn: (username: string, password: string) => Promise<boolean>;
}

/** Named and marked such that password managers know what is what. */
export function LoginForm({ busy, refusal, notBefore, onLogIn }: Props) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  const wait = useCountdown(notBefore);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || wait > 0) return;
    // A password manager may have filled the fields without telling React.
    const filled = new FormData(event.currentTarget);
    const given = (name: string, known: string) => {
      const value = filled.get(name);
      return typeof value === 'string' && value !== '' ? value : known;
    };
    if (await onLogIn(given('username', username).trim(), given('password', password))) return;
    setPassword('');
    passwordField.current?.focus();
  };

  return (
    <form method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {refusal && <Refusal refusal={refusal} wait={wait} />}
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
          // The one thing this page is for.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0, 'aria-hidden': false }}
        />
        <Button type="submit" loading={busy} disabled={wait > 0} fullWidth>
          {wait > 0 ? `Wait ${formatDuration(wait * 1000)}` : 'Log in'}
        </Button>
      </Stack>
    </form>
  );
}

function Refusal({ refusal, wait }: { refusal: LoginRefusal; wait: number }) {
  return (
    <Alert color={refusal.isMistake ? 'red' : 'yellow'} title={refusal.title} role="alert" p="sm">
      <Text size="sm">
        {refusal.text}
        {refusal.wait !== null &&
          (wait > 0 ? ` You can try again in ${formatDuration(wait * 1000)}.` : ' You can try again now.')}
      </Text>
    </Alert>
  );
}
