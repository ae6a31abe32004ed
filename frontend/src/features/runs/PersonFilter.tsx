import { Autocomplete } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';

interface Props {
  value: string;
  people: string[];
  onChange: (person: string) => void;
}

/** A name from the list, or any other: the list knows at most some hundred. */
export function PersonFilter({ value, people, onChange }: Props) {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setDraft(value);
  }
  const settle = (name: string) => {
    if (name.trim() !== value) onChange(name.trim());
  };
  return (
    <Autocomplete
      aria-label="Person"
      placeholder="Anybody"
      leftSection={<IconUser size={16} />}
      data={people}
      limit={50}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the person' }}
      onClear={() => settle('')}
      value={draft}
      onChange={setDraft}
      onOptionSubmit={settle}
      onBlur={() => settle(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(draft);
      }}
    />
  );
}
