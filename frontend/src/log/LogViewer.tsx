import { Alert, Button, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type CSSProperties } from 'react';
import type { Schemas } from '../api/client';
import { isTyping } from '../app/shortcuts';
import { copyText } from '../ui/copyText';
import { usePageKeys } from '../ui/usePageKeys';
import { Failure, Loading } from '../ui/States';
import type { Segment } from './ansi';
import { clickedLine, type LineRange } from './lines';
import { findError } from './logApi';
import { LogRowView } from './LogRowView';
import { LogStore } from './LogStore';
import { LogToolbar } from './LogToolbar';
import classes from './LogViewer.module.css';
import type { LogRow } from './rows';
import { currentInRow } from './search';
import { StyledRows } from './styled';
import { cleanText, MAX_COPY_ROWS, rowsOfLines, saveLog, SMALL_DOWNLOAD } from './takeOut';
import { useLogScroll } from './useLogScroll';
import { useLogSearch } from './useLogSearch';

type JobStatus = Schemas['JobStatus'];

interface Props {
  jobId: string;
  /** What it is the log of, for those who hear the page. */
  label: string;
  fileName: string;
  status: JobStatus;
  /** The lines the address points to. */
  lines: LineRange | null;
  onLines: (lines: LineRange | null) => void;
  /** The stream told of another state, sooner than anybody asked for it. */
  onStatus: (status: JobStatus) => void;
  height: string;
}

const NO_SEGMENTS: Segment[] = [];
/** A log up to this size is copied whole. */
const SMALL_LOG = 1_000_000;

/** A log of any size: its end, live, and every other place as soon as somebody looks there. Give it the job as `key`. */
export function LogViewer({ jobId, label, fileName, status, lines, onLines, onStatus, height }: Props) {
  const [store] = useState(() => new LogStore(jobId));
  useEffect(() => store.onStatus(onStatus), [store, onStatus]);
  const [styled] = useState(() => new StyledRows());
  useEffect(() => {
    void store.open();
    return () => store.close();
  }, [store]);
  const log = useSyncExternalStore(store.subscribe, store.snapshot);

  const [wrap, setWrap] = useLocalStorage({ key: 'runner-log-wrap', defaultValue: false });
  const [times, setTimes] = useLocalStorage({ key: 'runner-log-times', defaultValue: false });
  const [isFull, setFull] = useState(false);
  const [busy, setBusy] = useState<'error' | 'copy' | 'download' | null>(null);
  const [widest, setWidest] = useState(0);

  const container = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const scroll = useLogScroll({ container, spacer, layer }, log.totalRows, wrap, lines === null);
  const [search, dispatch] = useLogSearch(jobId);
  const searchField = useRef<HTMLInputElement>(null);
  const { first, last, toRow } = scroll;

  // What is drawn is what is fetched; what was scrolled past is not.
  useEffect(() => store.want(first, last), [store, first, last, log.totalRows, log.phase]);

  const isEnded = status !== 'queued' && status !== 'running' && status !== 'cancel_requested';
  useEffect(() => {
    if (isEnded) void store.settle();
  }, [store, isEnded, log.phase]);

  const goToLine = useCallback(
    (line: number) => {
      store.rowOfLine(line - 1).then(toRow, () => undefined);
    },
    [store, toRow],
  );

  // The line of the address is shown once, when the log is there, and again when the address changes from outside.
  const shownLine = useRef<number | null>(null);
  const wantedLine = lines?.from ?? null;
  useEffect(() => {
    if (log.phase !== 'ready' || wantedLine === null || shownLine.current === wantedLine) return;
    shownLine.current = wantedLine;
    goToLine(wantedLine);
  }, [log.phase, wantedLine, goToLine]);
  const chooseLines = (next: LineRange | null) => {
    shownLine.current = next?.from ?? null;
    onLines(next);
  };

  const hit = currentInRow(search);
  const hitRow = hit?.row ?? null;
  const hitKey = search.hits[search.current]?.offset ?? null;
  useEffect(() => {
    if (hitRow !== null) toRow(hitRow);
  }, [hitRow, hitKey, toRow]);
  useEffect(() => {
    const el = container.current;
    const mark = layer.current?.querySelector('[data-current]');
    if (!el || !mark) return;
    // Far to the right in a long line: bring it into sight, which the rows' own place does not.
    const { left, right } = mark.getBoundingClientRect();
    const box = el.getBoundingClientRect();
    if (left < box.left + 80 || right > box.right) el.scrollLeft += left - box.left - box.width / 3;
  }, [hitKey, first, last, log.version]);

  const firstError = useCallback(async () => {
    setBusy('error');
    try {
      const found = await findError(jobId);
      if (found === null) {
        notifications.show({ message: 'No line looks like an error.', color: 'green' });
      } else {
        shownLine.current = found.line + 1;
        onLines({ from: found.line + 1, to: found.line + 1 });
        toRow(found.row);
      }
    } catch (e) {
      notifications.show({ message: e instanceof Error ? e.message : 'That did not work.', color: 'red' });
    } finally {
      setBusy(null);
    }
  }, [jobId, onLines, toRow]);

  const { isFollowing, toEnd, toStart, pause } = scroll;
  const follow = useCallback(() => (isFollowing ? pause() : toEnd()), [isFollowing, pause, toEnd]);

  usePageKeys({
    f: follow,
    e: () => void firstError(),
    '/': () => searchField.current?.focus(),
  });

  useEffect(() => {
    if (!isFull) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTyping(event.target)) setFull(false);
    };
    // Before any tip that is open takes the key for itself.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isFull]);

  const copy = async () => {
    setBusy('copy');
    try {
      const rows = await rowsToCopy(jobId, store, lines, log.endOffset, scroll.topRow, scroll.bottomRow);
      const worked = await copyText(cleanText(rows));
      const count = rows.filter((row) => !row.continued).length.toLocaleString('en');
      const more =
        rows.length === MAX_COPY_ROWS ? ' That is as much as fits; download the log for the rest.' : '';
      notifications.show(
        worked
          ? { message: `Copied ${count} lines.${more}`, color: 'green' }
          : {
              message: 'The browser does not let this page copy. Select the text and press Ctrl C.',
              color: 'red',
            },
      );
    } catch (e) {
      notifications.show({ message: e instanceof Error ? e.message : 'That did not work.', color: 'red' });
    } finally {
      setBusy(null);
    }
  };

  const download = async () => {
    setBusy('download');
    if (log.endOffset > SMALL_DOWNLOAD && !('showSaveFilePicker' in window)) {
      notifications.show({
        message: 'This is a large log. It is fetched first and saved then; that takes a while.',
      });
    }
    try {
      await saveLog(jobId, fileName, log.endOffset);
    } catch (e) {
      notifications.show({ message: e instanceof Error ? e.message : 'The download failed.', color: 'red' });
    } finally {
      setBusy(null);
    }
  };

  const rowAt = (index: number): LogRow | undefined => store.row(index);
  const drawn: { index: number; row: LogRow | undefined }[] = [];
  let longest = widest;
  for (let index = first; index <= last; index++) {
    const row = rowAt(index);
    drawn.push({ index, row });
    longest = Math.max(longest, row?.text.length ?? 0);
  }
  // The widest row seen so far keeps its width, or scrolling down would jump back to the left.
  if (longest > widest) setWidest(longest);

  const digits = Math.max(3, String(log.totalLines).length);
  const style = { height, '--digits': digits } as CSSProperties;
  return (
    <section
      className={`${classes.viewer} ${wrap ? classes.wrap : ''} ${isFull ? classes.full : ''}`}
      style={style}
      aria-label="Log"
    >
      <LogToolbar
        live={log.live}
        totalLines={log.totalLines}
        bytes={log.endOffset}
        search={search}
        searchField={searchField}
        isFollowing={isFollowing}
        wrap={wrap}
        times={times}
        isFull={isFull}
        busy={busy}
        copyLabel={copyLabel(lines, log.endOffset)}
        onSearch={(query, ignoreCase) =>
          dispatch({ type: 'start', query, ignoreCase, fromRow: isFollowing ? 0 : scroll.topRow })
        }
        onNext={() => dispatch({ type: 'next' })}
        onPrevious={() => dispatch({ type: 'previous' })}
        onFirstError={() => void firstError()}
        onLine={(line) => {
          chooseLines({ from: line, to: line });
          goToLine(line);
        }}
        onFollow={follow}
        onWrap={() => setWrap(!wrap)}
        onTimes={() => setTimes(!times)}
        onCopy={() => void copy()}
        onDownload={() => void download()}
        onFull={() => setFull(!isFull)}
      />
      <div className={classes.stage}>
        {/* The clicks are those on the numbers, which are links; the keys are those of scrolling. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={container}
          className={classes.window}
          role="region"
          aria-label={label}
          // Scrolled by keys only when it can be focused.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={scroll.onScroll}
          onKeyDown={(event) => {
            if (event.key === 'Home') toStart();
            else if (event.key === 'End') toEnd();
            else return;
            event.preventDefault();
          }}
          onClick={(event) => {
            const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-line]');
            if (link === null || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            chooseLines(clickedLine(Number(link.dataset.line), event.shiftKey, lines));
          }}
        >
          <div ref={spacer} className={classes.spacer}>
            <div
              ref={layer}
              className={classes.layer}
              style={wrap ? undefined : { minWidth: `max(100%, ${widest + digits}ch + 46px)` }}
            >
              {drawn.map(({ index, row }) => (
                <LogRowView
                  key={index}
                  index={index}
                  row={row}
                  segments={row === undefined ? NO_SEGMENTS : styled.segments(rowAt, row)}
                  isSelected={lines !== null && row !== undefined && isWithin(row, lines)}
                  showTimes={times}
                  query={search.query}
                  ignoreCase={search.ignoreCase}
                  currentHit={hit?.row === index ? hit.nth : -1}
                />
              ))}
            </div>
          </div>
        </div>
        <Overlay log={log} status={status} onRetry={() => void store.open()} />
        <ToEnd
          isHidden={isFollowing || scroll.bottomRow >= log.totalRows - 1}
          lines={log.totalLines}
          onClick={toEnd}
        />
        {log.blockError instanceof Error && (
          <Alert className={classes.warning} color="yellow" p="xs" role="alert">
            <Text size="sm">Some lines could not be loaded. {log.blockError.message}</Text>
            <Button size="compact-xs" variant="default" mt={4} onClick={() => store.want(first, last)}>
              Try again
            </Button>
          </Alert>
        )}
      </div>
      <div
        aria-live="polite"
        style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {log.isComplete && `The log is complete: ${log.totalLines.toLocaleString('en')} lines.`}
        {log.live === 'reconnecting' && 'The stream broke off and is being opened again.'}
      </div>
    </section>
  );
}

/** The way back to the end, and how much has come since it was left. Begins to count anew each time it shows. */
function ToEnd({ isHidden, lines, onClick }: { isHidden: boolean; lines: number; onClick: () => void }) {
  return isHidden ? null : <ToEndButton lines={lines} onClick={onClick} />;
}

function ToEndButton({ lines, onClick }: { lines: number; onClick: () => void }) {
  const [before] = useState(lines);
  const more = lines - before;
  const count = more > 0 ? ` · ${more.toLocaleString('en')} new ${more === 1 ? 'line' : 'lines'}` : '';
  return (
    <Button
      className={classes.toEnd}
      size="xs"
      radius="xl"
      leftSection={<IconArrowDown size={14} />}
      onClick={onClick}
    >
      Jump to end{count}
    </Button>
  );
}

function Overlay({
  log,
  status,
  onRetry,
}: {
  log: ReturnType<LogStore['snapshot']>;
  status: JobStatus;
  onRetry: () => void;
}) {
  if (log.phase === 'loading' && log.totalRows === 0)
    return (
      <div className={classes.empty}>
        <Loading what="the log" height={80} />
      </div>
    );
  if (log.phase === 'failed')
    return (
      <div className={classes.empty}>
        <Failure error={log.error} title="The log could not be loaded" retry={onRetry} />
      </div>
    );
  if (log.totalRows > 0) return null;
  const words = log.isComplete
    ? 'This run printed nothing.'
    : status === 'queued'
      ? 'It has not started yet. What it prints will appear here.'
      : 'It has not printed anything yet.';
  return <div className={classes.empty}>{words}</div>;
}

function isWithin(row: LogRow, lines: LineRange): boolean {
  return row.line + 1 >= lines.from && row.line + 1 <= lines.to;
}

function copyLabel(lines: LineRange | null, bytes: number): string {
  if (lines !== null) return lines.from === lines.to ? 'Copy the marked line' : 'Copy the marked lines';
  return bytes <= SMALL_LOG ? 'Copy the log' : 'Copy what is seen';
}

async function rowsToCopy(
  jobId: string,
  store: LogStore,
  lines: LineRange | null,
  bytes: number,
  top: number,
  bottom: number,
): Promise<LogRow[]> {
  if (lines !== null) return rowsOfLines(jobId, lines.from - 1, lines.to - 1);
  if (bytes <= SMALL_LOG) return rowsOfLines(jobId, 0, Infinity);
  const seen: LogRow[] = [];
  for (let index = top; index <= bottom; index++) {
    const row = store.row(index);
    if (row !== undefined) seen.push(row);
  }
  return seen;
}
