import { Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Script } from '../../api/scripts';
import { grouped, matching } from './scriptWords';
import classes from './ScriptPicker.module.css';

interface Props {
  scripts: Script[];
  chosen: string | undefined;
  /** Whether to start by typing: when nothing is chosen yet. */
  isFirst: boolean;
  onChoose: (script: Script) => void;
}

/** Everything on the whitelist under its headings. Arrow keys move, Enter chooses; letters search. */
export function ScriptPicker({ scripts, chosen, isFirst, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = matching(scripts, search);

  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
    event.preventDefault();
  };

  return (
    // The keys are those of the field and of the links inside.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={move}>
      <TextInput
        type="search"
        aria-label="Search scripts"
        placeholder="Search scripts"
        leftSection={<IconSearch size={16} />}
        value={search}
        data-autofocus
        // Who opens this page is about to pick a script.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = found[0];
          if (event.key === 'Enter' && first !== undefined) onChoose(first);
        }}
      />
      <Stack ref={list} gap="xs" mt="sm">
        {grouped(found).map(({ name, scripts: of }) => (
          <section key={name} aria-label={name}>
            <Title order={2} size="xs" c="dimmed" px={10} mb={2}>
              {name}
            </Title>
            <ul className={classes.list}>
              {of.map((script) => (
                <li key={script.key}>
                  <Link
                    to="/kitchen/runner/new"
                    search={{ script: script.key }}
                    className={classes.script}
                    data-chosen={script.key === chosen || undefined}
                    aria-current={script.key === chosen || undefined}
                    activeProps={{}}
                  >
                    <Text span fw={600} size="sm" display="block">
                      {script.label}
                    </Text>
                    <Text span size="xs" c="dimmed" display="block">
                      {script.description}
                    </Text>
                    <span className={classes.key}>{script.key}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed" px={10} role="status">
            No script has all of these words.
          </Text>
        )}
      </Stack>
    </div>
  );
}
