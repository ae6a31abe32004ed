import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

export const SEARCH_BOX_ID = 'runs-search';

/** How long to wait for the next letter before asking. */
const PAUSE_MS = 300;

/** Text that becomes the filter when its writer pauses. */
export function SearchBox({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // Changed from elsewhere, such as by "clear": show that. What this box sent itself must not undo later letters.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setDraft(value);
      setSent(value);
    }
  }
  const send = (text: string) => {
    setSent(text.trim());
    onChange(text.trim());
  };
  useEffect(() => {
    if (draft.trim() === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(draft.trim());
      onChange(draft.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, sent, onChange]);
  return (
    <TextInput
      id={SEARCH_BOX_ID}
      type="search"
      aria-label="Search in script, arguments and person"
      placeholder="Search script, arguments, person"
      maxLength={200}
      leftSection={<IconSearch size={16} />}
      rightSection={
        draft !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear the search"
            onClick={() => {
              setDraft('');
              send('');
            }}
          />
        )
      }
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(draft);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
