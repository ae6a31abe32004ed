import { ActionIcon, Button, NumberInput, Popover, TextInput, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowUp,
  IconClock,
  IconCopy,
  IconDownload,
  IconHash,
  IconLetterCase,
  IconPlayerPause,
  IconPlayerTrackNext,
  IconSearch,
  IconTextWrap,
  IconX,
} from '@tabler/icons-react';
import { useState, type ComponentType, type Ref } from 'react';
import { formatBytes } from '../ui/formatBytes';
import type { LiveState } from './LiveFeed';
import classes from './LogViewer.module.css';
import type { Search } from './search';
import { searchCount } from './search';

const SIGNS: Record<LiveState, { label: string; color: string; moves: boolean; meaning: string }> = {
  connecting: { label: 'Connecting', color: 'gray-5', moves: true, meaning: 'A stream is being opened.' },
  live: { label: 'Live', color: 'green-6', moves: true, meaning: 'What is printed appears at once.' },
  polling: {
    label: 'Polling',
    color: 'blue-5',
    moves: true,
    meaning: 'No stream comes through, so this page asks every other second.',
  },
  reconnecting: {
    label: 'Reconnecting',
    color: 'yellow-6',
    moves: true,
    meaning: 'The stream broke off; it goes on where it was.',
  },
  complete: { label: 'Complete', color: 'gray-5', moves: false, meaning: 'The run has ended, this is all.' },
  stopped: {
    label: 'Stopped',
    color: 'red-6',
    moves: false,
    meaning: 'This page no longer gets what is printed. Reload it.',
  },
};

interface Props {
  live: LiveState;
  totalLines: number;
  bytes: number;
  search: Search;
  searchField: Ref<HTMLInputElement>;
  isFollowing: boolean;
  wrap: boolean;
  times: boolean;
  isFull: boolean;
  busy: 'error' | 'copy' | 'download' | null;
  copyLabel: string;
  onSearch: (query: string, ignoreCase: boolean) => void;
  onNext: () => void;
  onPrevious: () => void;
  onFirstError: () => void;
  onLine: (line: number) => void;
  onFollow: () => void;
  onWrap: () => void;
  onTimes: () => void;
  onCopy: () => void;
  onDownload: () => void;
  onFull: () => void;
}

/** What can be done with a log, and how it reaches this page. */
export function LogToolbar(props: Props) {
  const sign = SIGNS[props.live];
  const isEmpty = props.totalLines === 0;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Log">
      <Tooltip label={sign.meaning}>
        <span className={classes.sign}>
          <span
            className={classes.dot}
            style={{ '--dot': `var(--mantine-color-${sign.color})` } as React.CSSProperties}
            data-moving={sign.moves || undefined}
          />
          {sign.label}
        </span>
      </Tooltip>
      <span className={classes.figures}>
        {props.totalLines.toLocaleString('en')} {props.totalLines === 1 ? 'line' : 'lines'} ·{' '}
        {formatBytes(props.bytes)}
      </span>
      <SearchField {...props} />
      <div className={classes.tools}>
        <Tool
          icon={IconAlertTriangle}
          label="First error (e)"
          onClick={props.onFirstError}
          disabled={isEmpty}
          loading={props.busy === 'error'}
        />
        <GoToLine most={props.totalLines} onLine={props.onLine} />
        {props.live !== 'complete' && (
          <Tool
            icon={props.isFollowing ? IconPlayerPause : IconPlayerTrackNext}
            label={props.isFollowing ? 'Stop following (f)' : 'Follow the end (f)'}
            onClick={props.onFollow}
            pressed={props.isFollowing}
          />
        )}
        <Tool icon={IconTextWrap} label="Wrap long lines" onClick={props.onWrap} pressed={props.wrap} />
        <Tool icon={IconClock} label="Times in your zone" onClick={props.onTimes} pressed={props.times} />
        <Tool
          icon={IconCopy}
          label={props.copyLabel}
          onClick={props.onCopy}
          disabled={isEmpty}
          loading={props.busy === 'copy'}
        />
        <Tool
          icon={IconDownload}
          label="Download the whole log"
          onClick={props.onDownload}
          disabled={isEmpty}
          loading={props.busy === 'download'}
        />
        <Tool
          icon={props.isFull ? IconArrowsMinimize : IconArrowsMaximize}
          label={props.isFull ? 'Leave full screen (Esc)' : 'Full screen'}
          onClick={props.onFull}
          pressed={props.isFull}
        />
      </div>
    </div>
  );
}

function SearchField({
  search,
  searchField,
  onSearch,
  onNext,
  onPrevious,
}: Pick<Props, 'search' | 'searchField' | 'onSearch' | 'onNext' | 'onPrevious'>) {
  const [text, setText] = useState('');
  const [ignoreCase, setIgnoreCase] = useState(true);
  const isCurrent = search.query === text && search.query !== '';
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') {
      if (!isCurrent) onSearch(text, ignoreCase);
      else if (event.shiftKey) onPrevious();
      else onNext();
    } else if (event.key === 'Escape' && text !== '') {
      clear();
      event.stopPropagation();
    }
  };
  const clear = () => {
    setText('');
    onSearch('', ignoreCase);
  };
  return (
    <div className={classes.search} role="search" aria-label="Log">
      <TextInput
        ref={searchField}
        size="xs"
        placeholder="Search the log  /"
        aria-label="Search the log"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        maxLength={1000}
        leftSection={<IconSearch size={14} />}
        rightSection={
          text !== '' && (
            <ActionIcon
              variant="transparent"
              color="gray"
              size="sm"
              aria-label="Clear the search"
              onClick={clear}
            >
              <IconX size={14} />
            </ActionIcon>
          )
        }
      />
      <Tool
        icon={IconLetterCase}
        label="Mind upper and lower case"
        pressed={!ignoreCase}
        onClick={() => {
          setIgnoreCase(!ignoreCase);
          if (isCurrent) onSearch(text, !ignoreCase);
        }}
      />
      {search.query !== '' && (
        <>
          <span className={classes.count} role="status">
            {searchCount(search)}
          </span>
          <Tool icon={IconArrowUp} label="Previous match (Shift Enter)" onClick={onPrevious} />
          <Tool icon={IconArrowDown} label="Next match (Enter)" onClick={onNext} />
        </>
      )}
    </div>
  );
}

function GoToLine({ most, onLine }: { most: number; onLine: (line: number) => void }) {
  const [opened, setOpened] = useState(false);
  const [line, setLine] = useState<string | number>('');
  const go = () => {
    if (typeof line !== 'number') return;
    onLine(line);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      withArrow
      hideDetached={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Go to a line"
          title="Go to a line"
          disabled={most === 0}
          onClick={() => setOpened(!opened)}
        >
          <IconHash size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            go();
          }}
          style={{ display: 'flex', gap: 8, alignItems: 'flex-end' }}
        >
          <NumberInput
            size="xs"
            w={160}
            label={`Line, 1 to ${most.toLocaleString('en')}`}
            min={1}
            max={most}
            allowDecimal={false}
            value={line}
            onChange={setLine}
            hideControls
            data-autofocus
          />
          <Button size="xs" type="submit">
            Go
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function Tool({
  icon: Icon,
  label,
  onClick,
  pressed,
  disabled,
  loading,
}: {
  icon: ComponentType<{ size: number }>;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
  loading?: boolean;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        color={pressed ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
        disabled={disabled}
        loading={loading}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
