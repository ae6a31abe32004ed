import { Alert, Button, Group, PasswordInput, Stack, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../api/errors';
import { ProblemIcon } from '../../ui/status';
import { changePassword } from './accountQueries';
import { isReady, passwordProblems, SHORTEST, type NewPassword } from './passwordRules';
import { Section } from './Section';

const EMPTY: NewPassword = { current: '', replacement: '', repeated: '' };

export function PasswordSection({ username }: { username: string }) {
  const [password, setPassword] = useState(EMPTY);
  const problems = passwordProblems(password);
  const change = useMutation({
    mutationFn: () =>
      changePassword({ current_password: password.current, new_password: password.replacement }),
    onSuccess: () => {
      setPassword(EMPTY);
      notifications.show({
        color: 'green',
        title: 'Your password was changed',
        message: 'Your other sessions have ended.',
      });
    },
  });
  const isWrong = change.error instanceof ApiError && change.error.code === 'invalid_credentials';
  const set = (part: Partial<NewPassword>) => {
    if (!change.isPending) change.reset();
    setPassword({ ...password, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady(password) && !change.isPending) change.mutate();
  };
  return (
    <Section title="Password" note={`At least ${SHORTEST} characters; the longer the better. Anything goes.`}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={360}>
          <VisuallyHidden>
            {/* Tells password managers whose password this is. */}
            <input
              type="text"
              name="username"
              aria-label="Username"
              autoComplete="username"
              value={username}
              readOnly
              tabIndex={-1}
            />
          </VisuallyHidden>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={password.current}
            error={isWrong && 'This is not your current password'}
            onChange={(event) => set({ current: event.currentTarget.value })}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            value={password.replacement}
            error={problems.replacement}
            onChange={(event) => set({ replacement: event.currentTarget.value })}
          />
          <PasswordInput
            label="New password again"
            autoComplete="new-password"
            value={password.repeated}
            error={problems.repeated}
            onChange={(event) => set({ repeated: event.currentTarget.value })}
          />
          {change.error && !isWrong && (
            <Alert color="red" icon={<ProblemIcon />} role="alert" title="It was not changed">
              {change.error.message}
              {change.error instanceof ApiError &&
                change.error.retryAfter !== null &&
                ` Try again in about ${change.error.retryAfter} s.`}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!isReady(password)}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
