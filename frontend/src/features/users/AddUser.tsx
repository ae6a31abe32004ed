import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { nameProblem } from './userChanges';

interface Props {
  opened: boolean;
  isBusy: boolean;
  /** Why the last try was refused. */
  error: string | null;
  onAdd: (username: string, administrator: boolean) => void;
  onClose: () => void;
}

export function AddUser({ opened, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={form.onClose} title="Add a user" centered>
      <Form {...form} />
    </Modal>
  );
}

function Form({ isBusy, error, onAdd, onClose }: Omit<Props, 'opened'>) {
  const [name, setName] = useState('');
  const [refusedName, setRefusedName] = useState<string | null>(null);
  const [administrator, setAdministrator] = useState(false);
  const problem = nameProblem(name) ?? (refusedName === name ? error : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name === '' || nameProblem(name) !== null) return;
    setRefusedName(name);
    onAdd(name, administrator);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Username"
          description="What the person logs in with. Kept in lower case; a password is generated."
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value.trim())}
        />
        <Switch
          label="Administrator"
          description="May manage users."
          checked={administrator}
          onChange={(event) => setAdministrator(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={name === '' || nameProblem(name) !== null}>
            Add the user
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
