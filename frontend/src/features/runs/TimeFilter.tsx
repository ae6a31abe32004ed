import { Button, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { fromLocalInput, toLocalInput } from '../../ui/localInput';
import { SINCE, type RunsSearch, type Since } from './runsSearch';

type Range = Pick<RunsSearch, 'since' | 'from' | 'to'>;

const CUSTOM = 'custom';

/** When runs were asked for: a quick choice, or from and to in the reader's own zone. */
export function TimeFilter({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const [opened, setOpened] = useState(false);
  const isCustom = range.from !== undefined || range.to !== undefined;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Select
          aria-label="Time"
          placeholder="Any time"
          leftSection={<IconClock size={16} />}
          data={[
            ...Object.entries(SINCE).map(([value, { label }]) => ({ value, label })),
            { value: CUSTOM, label: isCustom ? describe(range) : 'From … to …' },
          ]}
          value={range.since ?? (isCustom ? CUSTOM : null)}
          allowDeselect={false}
          clearable
          onClear={() => setOpened(false)}
          onChange={(value) => {
            if (value === CUSTOM) setOpened(true);
            else
              onChange({ since: (value ?? undefined) as Since | undefined, from: undefined, to: undefined });
          }}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <CustomRange
          key={`${range.from}/${range.to}`}
          range={range}
          onApply={(custom) => {
            setOpened(false);
            onChange(custom);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function CustomRange({ range, onApply }: { range: Range; onApply: (range: Range) => void }) {
  const [from, setFrom] = useState(toLocalInput(range.from));
  const [to, setTo] = useState(toLocalInput(range.to));
  const isBackwards = from !== '' && to !== '' && from >= to;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBackwards) onApply({ since: undefined, from: fromLocalInput(from), to: fromLocalInput(to) });
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="To"
          value={to}
          error={isBackwards && 'Must be later than the start'}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={isBackwards}>
            Show
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

export function describe({ since, from, to }: Range): string {
  if (since) return SINCE[since].label;
  if (from && to) return `${short.format(new Date(from))} – ${short.format(new Date(to))}`;
  if (from) return `From ${short.format(new Date(from))}`;
  return to ? `Until ${short.format(new Date(to))}` : 'Any time';
}
