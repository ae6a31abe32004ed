import { Button, Group, Pagination, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors';
import { meQuery } from '../../api/me';
import { renew } from '../../api/renew';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { explainRefusal } from '../../ui/refusals';
import { ShownOnce } from '../../ui/ShownOnce';
import { Empty, Failure, Loading, Stale } from '../../ui/States';
import { useTitle } from '../../ui/useTitle';
import { AddUser } from './AddUser';
import { questionOf, type UserChange } from './userChanges';
import { UserTable } from './UserTable';
import {
  createUser,
  PAGE_SIZE,
  resetPassword,
  updateUser,
  usersKey,
  usersQuery,
  type User,
  type UserWithPassword,
} from './usersQueries';

export function UsersPage() {
  useTitle('Users');
  const me = useQuery(meQuery);
  if (me.data === undefined) {
    return me.isError ? (
      <Failure error={me.error} retry={() => void me.refetch()} />
    ) : (
      <Loading what="your rights" />
    );
  }
  return me.data.administrator ? <Users self={me.data.username} /> : <NotForYou />;
}

function NotForYou() {
  return (
    <Empty
      title="Only administrators manage users"
      action={
        <Button component={Link} to="/kitchen/runner" variant="light">
          To the runs
        </Button>
      }
    >
      Ask one of them, or log in as one with a password.
    </Empty>
  );
}

interface Asked {
  change: UserChange;
  user: User;
}

function Users({ self }: { self: string }) {
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const users = useQuery(usersQuery(page));
  const [isAdding, setIsAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [handedOver, setHandedOver] = useState<UserWithPassword | null>(null);
  const changed = () => renew(client, usersKey);

  const add = useMutation({
    mutationFn: ({ name, administrator }: { name: string; administrator: boolean }) =>
      createUser(name, administrator),
    onSuccess: (user) => {
      setIsAdding(false);
      setHandedOver(user);
    },
    onSettled: changed,
  });
  const change = useMutation({
    mutationFn: ({ change: what, user }: Asked) => applyChange(what, user),
    onSuccess: (result, { change: what, user }) => {
      if ('password' in result) setHandedOver(result);
      else notifications.show({ message: `${user.username} ${DONE[what]}.` });
    },
    onError: (e, { user }) =>
      notifications.show({ color: 'red', autoClose: 10_000, ...refusalOf(e, user.username) }),
    onSettled: async (_, __, { user }) => {
      setAsked(null);
      await changed();
      // One's own rights may have changed with it.
      if (user.username === self) await renew(client, meQuery.queryKey);
    },
  });

  const ask = (what: UserChange, user: User) => {
    const isSelf = user.username === self;
    if (questionOf(what, user, isSelf) === null) change.mutate({ change: what, user });
    else setAsked({ change: what, user });
  };
  const question = asked && questionOf(asked.change, asked.user, asked.user.username === self);

  return (
    <Stack gap="sm" maw={980}>
      <Group justify="space-between">
        <Title order={1} size="h3">
          Users
        </Title>
        <Button
          leftSection={<IconUserPlus size={16} />}
          onClick={() => {
            add.reset();
            setIsAdding(true);
          }}
        >
          Add a user
        </Button>
      </Group>
      {users.isError && users.data !== undefined && <Stale error={users.error} />}
      {users.data !== undefined ? (
        <>
          <UserTable users={users.data.items} self={self} onChange={ask} />
          {users.data.total > PAGE_SIZE && (
            <Pagination
              size="sm"
              value={page}
              total={Math.ceil(users.data.total / PAGE_SIZE)}
              onChange={setPage}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          )}
        </>
      ) : users.isError ? (
        <Failure error={users.error} retry={() => void users.refetch()} />
      ) : (
        <Loading what="the users" />
      )}
      <AddUser
        opened={isAdding}
        isBusy={add.isPending}
        error={add.error && addRefusal(add.error)}
        onAdd={(name, administrator) => add.mutate({ name, administrator })}
        onClose={() => setIsAdding(false)}
      />
      <ConfirmDialog
        opened={question !== null}
        title={question?.title ?? ''}
        confirm={question?.confirm ?? ''}
        isHarmless={question?.isHarmless}
        isBusy={change.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && change.mutate(asked)}
      >
        <Text size="sm">{question?.text}</Text>
      </ConfirmDialog>
      <ShownOnce
        secret={handedOver?.password ?? null}
        title={`The password of ${handedOver?.username ?? ''}`}
        copyLabel="Copy the password"
        onClose={() => setHandedOver(null)}
      >
        Hand it over in a safe way; <b>{handedOver?.username}</b> should change it after the first login.
      </ShownOnce>
    </Stack>
  );
}

const DONE = {
  disable: 'cannot log in any more',
  enable: 'can log in again',
  promote: 'is an administrator now',
  demote: 'is no administrator any more',
  reset: 'has a new password',
} satisfies Record<UserChange, string>;

function applyChange(what: UserChange, user: User): Promise<User | UserWithPassword> {
  switch (what) {
    case 'disable':
      return updateUser(user.id, { disabled: true });
    case 'enable':
      return updateUser(user.id, { disabled: false });
    case 'promote':
      return updateUser(user.id, { administrator: true });
    case 'demote':
      return updateUser(user.id, { administrator: false });
    case 'reset':
      return resetPassword(user.id);
  }
}

function refusalOf(error: unknown, username: string): { title: string; message: string } {
  if (error instanceof ApiError && error.code === 'last_administrator') {
    return {
      title: `${username} is the last administrator`,
      message: 'Nobody could manage users any more. Make somebody else an administrator first.',
    };
  }
  const { title, text } = explainRefusal(error);
  return { title, message: text };
}

function addRefusal(error: Error): string {
  return error instanceof ApiError && error.code === 'username_taken'
    ? 'There is somebody by that name already'
    : explainRefusal(error).text;
}
