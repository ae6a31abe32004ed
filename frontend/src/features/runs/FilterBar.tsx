import { Button, Collapse, Group, Pill, Select, SimpleGrid, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFolder, IconTerminal2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Repo, Script } from '../../api/scripts';
import { describe, TimeFilter } from './TimeFilter';
import { PersonFilter } from './PersonFilter';
import { SearchBox } from './SearchBox';
import { isFiltered, type RunsSearch } from './runsSearch';
import classes from './FilterBar.module.css';

interface Props {
  search: RunsSearch;
  scripts: Script[];
  repos: Repo[];
  people: string[];
  /** On a phone the fields are folded away behind a button. */
  isNarrow: boolean;
  onChange: (change: Partial<RunsSearch>) => void;
  onSearch: (text: string) => void;
  onClear: () => void;
}

/** Everything that narrows the list but for its states; each part can be taken back by itself, and all at once. */
export function FilterBar(props: Props) {
  const { search, isNarrow, onSearch, onClear } = props;
  const [opened, setOpened] = useState(false);
  const searchBox = <SearchBox value={search.q ?? ''} onChange={onSearch} />;
  const clear = isFiltered(search) && (
    <Button variant="subtle" color="gray" size="sm" leftSection={<IconX size={14} />} onClick={onClear}>
      Clear filters
    </Button>
  );
  if (!isNarrow) {
    return (
      <div className={classes.bar}>
        <div className={classes.search}>{searchBox}</div>
        <Fields {...props} />
        {clear}
      </div>
    );
  }
  return (
    <Stack gap="xs">
      <Group wrap="nowrap" gap="xs">
        <div style={{ flex: 1 }}>{searchBox}</div>
        <Button
          variant="default"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          leftSection={<IconAdjustmentsHorizontal size={16} />}
        >
          Filters
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <SimpleGrid cols={1} spacing="xs">
          <Fields {...props} />
        </SimpleGrid>
      </Collapse>
      {!opened && <Chosen {...props} />}
      {clear && <Group>{clear}</Group>}
    </Stack>
  );
}

function Fields({ search, scripts, repos, people, onChange }: Props) {
  return (
    <>
      <Select
        aria-label="Script"
        placeholder="Any script"
        leftSection={<IconTerminal2 size={16} />}
        data={scriptChoices(scripts, search.script)}
        value={search.script ?? null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the script' }}
        nothingFoundMessage="No such script"
        onChange={(script) => onChange({ script: script ?? undefined })}
      />
      {(repos.length > 1 || search.repo !== undefined) && (
        <Select
          aria-label="Repo"
          placeholder="Any repo"
          leftSection={<IconFolder size={16} />}
          data={repoChoices(repos, search.repo)}
          value={search.repo ?? null}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the repo' }}
          onChange={(repo) => onChange({ repo: repo ?? undefined })}
        />
      )}
      <PersonFilter
        value={search.person ?? ''}
        people={people}
        onChange={(person) => onChange({ person: person === '' ? undefined : person })}
      />
      <TimeFilter range={search} onChange={onChange} />
    </>
  );
}

/** What is chosen while the fields are folded away. */
function Chosen({ search, scripts, repos, onChange }: Props) {
  const chosen: [keyof RunsSearch, string][] = [];
  if (search.script) {
    chosen.push(['script', scripts.find((s) => s.key === search.script)?.label ?? search.script]);
  }
  if (search.repo) chosen.push(['repo', repos.find((r) => r.id === search.repo)?.name ?? 'repo']);
  if (search.person) chosen.push(['person', search.person]);
  if (search.since || search.from || search.to) chosen.push(['since', describe(search)]);
  if (chosen.length === 0) return null;
  return (
    <Pill.Group>
      {chosen.map(([name, words]) => (
        <Pill
          key={name}
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove the filter ${words}`, 'aria-hidden': false }}
          onRemove={() =>
            onChange(
              name === 'since' ? { since: undefined, from: undefined, to: undefined } : { [name]: undefined },
            )
          }
        >
          {words}
        </Pill>
      ))}
    </Pill.Group>
  );
}

/** A script that has left the whitelist can still be filtered for, by its key. */
function scriptChoices(scripts: Script[], chosen: string | undefined) {
  const known = scripts.map(({ key, label }) => ({ value: key, label }));
  const isKnown = chosen === undefined || scripts.some(({ key }) => key === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}

function repoChoices(repos: Repo[], chosen: string | undefined) {
  const known = repos.map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = chosen === undefined || repos.some(({ id }) => id === chosen);
  return isKnown ? known : [...known, { value: chosen, label: 'Another repo' }];
}
