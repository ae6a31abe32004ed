import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';

const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'a year' },
  { value: '', label: 'until revoked' },
];

interface Props {
  isBusy: boolean;
  error: string | null;
  onCreate: (name: string, days: number | null) => Promise<boolean>;
}

export function NewToken({ isBusy, error, onCreate }: Props) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    if (await onCreate(name.trim(), days === '' ? null : Number(days))) setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-start" gap="sm">
        <TextInput
          label="What it is for"
          placeholder="nightly build"
          maxLength={100}
          value={name}
          error={error}
          style={{ flex: '1 1 200px', maxWidth: 320 }}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Good for"
          w={150}
          data={LIFETIMES}
          value={days}
          allowDeselect={false}
          onChange={(chosen) => setDays(chosen ?? '')}
        />
        <Button type="submit" mt={25} loading={isBusy} disabled={name.trim() === ''}>
          Make a token
        </Button>
      </Group>
    </form>
  );
}
