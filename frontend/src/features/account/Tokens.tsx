import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { renew } from '../../api/renew';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { explainRefusal } from '../../ui/refusals';
import { ShownOnce } from '../../ui/ShownOnce';
import { Failure, Loading, Stale } from '../../ui/States';
import { createToken, revokeToken, tokensQuery } from './accountQueries';
import { NewToken } from './NewToken';
import { Section } from './Section';
import { TokenTable } from './TokenTable';

/** Tokens for automation: made, shown once, revoked. */
export function Tokens() {
  const client = useQueryClient();
  const tokens = useQuery(tokensQuery);
  const [made, setMade] = useState<Schemas['CreatedApiToken'] | null>(null);
  const [leaving, setLeaving] = useState<Schemas['ApiToken'] | null>(null);
  const changed = () => renew(client, tokensQuery.queryKey);

  const create = useMutation({ mutationFn: createToken, onSuccess: setMade, onSettled: changed });
  const revoke = useMutation({
    mutationFn: (token: Schemas['ApiToken']) => revokeToken(token.id),
    onSuccess: (_, token) => {
      setLeaving(null);
      notifications.show({ message: `The token ${token.name} opens nothing any more.` });
    },
    onError: (e) => {
      setLeaving(null);
      notifications.show({ color: 'red', title: 'It was not revoked', message: explainRefusal(e).text });
    },
    onSettled: changed,
  });

  return (
    <Section
      title="API tokens"
      note="For scripts and other programs. A token acts in your name; send it as Authorization: Bearer …"
    >
      <Stack gap="md">
        <NewToken
          isBusy={create.isPending}
          error={create.error ? explainRefusal(create.error).text : null}
          onCreate={(name, days) =>
            create.mutateAsync({ name, ...(days !== null && { expires_in_days: days }) }).then(
              () => true,
              () => false,
            )
          }
        />
        {tokens.isError && tokens.data !== undefined && <Stale error={tokens.error} />}
        {tokens.data !== undefined ? (
          <TokenTable tokens={tokens.data.items} onRevoke={setLeaving} />
        ) : tokens.isError ? (
          <Failure error={tokens.error} retry={() => void tokens.refetch()} />
        ) : (
          <Loading what="your tokens" height={120} />
        )}
      </Stack>
      <ShownOnce
        secret={made?.token ?? null}
        title="Your new token"
        copyLabel="Copy the token"
        onClose={() => setMade(null)}
      >
        For <b>{made?.name}</b>:
      </ShownOnce>
      <ConfirmDialog
        opened={leaving !== null}
        title="Revoke this token?"
        confirm="Revoke it"
        cancel="Keep it"
        isBusy={revoke.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && revoke.mutate(leaving)}
      >
        <Text size="sm">
          Whatever uses <b>{leaving?.name}</b> is locked out at once, and the token cannot be brought back.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}
