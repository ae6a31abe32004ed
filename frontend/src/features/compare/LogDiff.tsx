import { ActionIcon, Switch, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useRef, useState, type CSSProperties } from 'react';
import { useLogScroll } from '../../log/useLogScroll';
import { usePageKeys } from '../../ui/usePageKeys';
import classes from './LogDiff.module.css';
import type { LoadedLog } from './loadLog';
import {
  changesIn,
  commonEnds,
  countRows,
  everything,
  folded,
  masked,
  type DiffItem,
  type DiffRow,
} from './logDiff';

export interface DiffSettings {
  ignoreTimes: boolean;
  ignoreNumbers: boolean;
  onlyChanges: boolean;
}

interface Props {
  left: LoadedLog;
  right: LoadedLog;
  rows: DiffRow[];
  settings: DiffSettings;
  /** A newer comparison is being made. */
  isStale: boolean;
  onSettings: (change: Partial<DiffSettings>) => void;
}

/** Two logs against each other, line by line; on a phone one below the other. */
export function LogDiff({ left, right, rows, settings, isStale, onSettings }: Props) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const items = useMemo(
    () => (settings.onlyChanges ? folded(rows, unfolded) : everything(rows)),
    [rows, unfolded, settings.onlyChanges],
  );
  const changes = useMemo(() => changesIn(items), [items]);
  const counts = useMemo(() => countRows(rows), [rows]);

  const container = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const scroll = useLogScroll({ container, spacer, layer }, items.length, true, false);
  const [current, setCurrent] = useState(-1);
  const go = (step: 1 | -1) => {
    if (changes.length === 0) return;
    const next = (current + step + changes.length) % changes.length;
    const at = current < 0 && step < 0 ? changes.length - 1 : next;
    setCurrent(at);
    scroll.toRow(changes[at] ?? 0);
  };
  usePageKeys({ j: () => go(1), k: () => go(-1) });

  const shown = items.slice(scroll.first, scroll.last + 1);
  const digits = String(Math.max(left.totalLines, right.totalLines)).length;
  return (
    <section
      className={classes.diff}
      aria-label="Difference of the logs"
      style={{ '--digits': digits } as CSSProperties}
    >
      <div className={classes.bar}>
        <Text size="sm" fw={600} role="status">
          {countWords(counts, isStale)}
        </Text>
        <div className={classes.options}>
          <Switch
            size="xs"
            label="Ignore times"
            checked={settings.ignoreTimes}
            onChange={(event) => onSettings({ ignoreTimes: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label="Ignore numbers"
            checked={settings.ignoreNumbers}
            onChange={(event) => onSettings({ ignoreNumbers: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label="Only changes"
            checked={settings.onlyChanges}
            onChange={(event) => onSettings({ onlyChanges: event.currentTarget.checked })}
          />
          <span className={classes.place}>
            {changes.length > 0 &&
              `${current < 0 ? '–' : Math.min(current, changes.length - 1) + 1} of ${changes.length}`}
          </span>
          <Tooltip label="Previous change (k)">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Previous change"
              disabled={changes.length === 0}
              onClick={() => go(-1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Next change (j)">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Next change"
              disabled={changes.length === 0}
              onClick={() => go(1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <div
        ref={container}
        className={classes.window}
        role="region"
        aria-label="Both logs"
        // Scrolled by keys only when it can be focused.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div ref={spacer} className={classes.spacer}>
          <div ref={layer} className={classes.layer}>
            {shown.map((item, i) => (
              <Item
                key={scroll.first + i}
                at={scroll.first + i}
                item={item}
                left={left}
                right={right}
                settings={settings}
                isCurrent={changes[current] === scroll.first + i}
                onUnfold={(from) => setUnfolded(new Set([...unfolded, from]))}
              />
            ))}
          </div>
        </div>
        {items.length === 0 && <div className={classes.nothing}>Both printed nothing.</div>}
      </div>
    </section>
  );
}

function countWords(counts: ReturnType<typeof countRows>, isStale: boolean): string {
  if (isStale) return 'Comparing…';
  const parts = [
    [counts.changed, 'changed'],
    [counts.removed, 'only in A'],
    [counts.added, 'only in B'],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en')} ${word}`);
  return said.length === 0 ? 'The logs are alike' : `Lines: ${said.join(', ')}`;
}

function Item({
  at,
  item,
  left,
  right,
  settings,
  isCurrent,
  onUnfold,
}: {
  at: number;
  item: DiffItem;
  left: LoadedLog;
  right: LoadedLog;
  settings: DiffSettings;
  isCurrent: boolean;
  onUnfold: (from: number) => void;
}) {
  if ('folded' in item) {
    return (
      <button type="button" className={classes.fold} data-row={at} onClick={() => onUnfold(item.from)}>
        ⋯ {item.folded.toLocaleString('en')} lines that are alike
      </button>
    );
  }
  const { kind, a, b } = item.row;
  const one = a === null ? null : (left.lines[a] ?? '');
  const other = b === null ? null : (right.lines[b] ?? '');
  const ends =
    kind === 'changed' && one !== null && other !== null
      ? commonEnds(masked(one, settings), masked(other, settings))
      : null;
  return (
    <div className={classes.row} data-row={at} data-kind={kind} data-current={isCurrent || undefined}>
      <Side side="a" text={one} number={a === null ? null : left.firstLine + a + 1} ends={ends} />
      <Side side="b" text={other} number={b === null ? null : right.firstLine + b + 1} ends={ends} />
    </div>
  );
}

function Side({
  side,
  text,
  number,
  ends,
}: {
  side: 'a' | 'b';
  text: string | null;
  number: number | null;
  ends: { head: number; tail: number } | null;
}) {
  return (
    <div className={classes.side} data-side={side} data-empty={text === null || undefined}>
      <span className={classes.number}>{number}</span>
      <span className={classes.text}>
        {text === null ? null : ends === null ? (
          text
        ) : (
          <>
            {text.slice(0, ends.head)}
            <span className={classes.mark}>{text.slice(ends.head, text.length - ends.tail)}</span>
            {text.slice(text.length - ends.tail)}
          </>
        )}
      </span>
    </div>
  );
}
