import { memo, type ReactNode } from 'react';
import { formatExact } from '../ui/time';
import { PLAIN, textOf, type Segment } from './ansi';
import classes from './LogViewer.module.css';
import { lookOf } from './look';
import type { LogRow } from './rows';
import { marksIn, type Mark } from './search';
import { clockTime, leadingTime } from './times';

interface Props {
  /** Its place; known before the row itself is. */
  index: number;
  row: LogRow | undefined;
  segments: Segment[];
  isSelected: boolean;
  showTimes: boolean;
  query: string;
  ignoreCase: boolean;
  /** Which of the row's hits is the current one; -1 when none is. */
  currentHit: number;
}

/** One row of the log: a number that can be linked to, and text that is nothing but text. */
export const LogRowView = memo(function LogRowView({
  index,
  row,
  segments,
  isSelected,
  showTimes,
  query,
  ignoreCase,
  currentHit,
}: Props) {
  const className = `${classes.row} ${isSelected ? classes.selected : ''} ${currentHit >= 0 ? classes.hit : ''}`;
  if (row === undefined) {
    return (
      <div className={className} data-row={index} aria-busy="true">
        <span className={classes.number} />
        <span className={classes.missing} style={{ width: `${20 + ((index * 37) % 45)}ch` }} />
      </div>
    );
  }
  const number = row.line + 1;
  return (
    <div className={className} data-row={index}>
      {row.continued ? (
        <span className={classes.number} title={`Line ${number} goes on`} aria-hidden>
          ⋯
        </span>
      ) : (
        <a
          className={classes.number}
          href={`?line=${number}`}
          data-line={number}
          aria-label={`Line ${number}`}
        >
          {number}
        </a>
      )}
      <span className={classes.text}>
        <Text
          segments={segments}
          showTimes={showTimes && !row.continued}
          query={query}
          ignoreCase={ignoreCase}
          currentHit={currentHit}
        />
      </span>
    </div>
  );
});

function Text({
  segments,
  showTimes,
  query,
  ignoreCase,
  currentHit,
}: Pick<Props, 'segments' | 'showTimes' | 'query' | 'ignoreCase' | 'currentHit'>) {
  const text = textOf(segments);
  const marks = marksIn(text, query, ignoreCase, currentHit);
  const time = showTimes ? leadingTime(text) : null;
  const pieces: ReactNode[] = [];
  let at = 0;
  if (time !== null) {
    pieces.push(
      <time key="time" className={classes.time} dateTime={time.at.toISOString()} title={formatExact(time.at)}>
        {clockTime(time.at)}
      </time>,
    );
    at = time.text.length;
  }
  let begin = 0;
  for (const segment of segments) {
    const end = begin + segment.text.length;
    for (const piece of cut(Math.max(begin, at), end, marks)) {
      pieces.push(draw(piece, text.slice(piece.from, piece.to), segment));
    }
    begin = end;
  }
  return pieces;
}

interface Piece {
  from: number;
  to: number;
  mark: Mark | null;
}

/** A stretch of text, cut where marks begin and end. */
function cut(from: number, to: number, marks: Mark[]): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const mark of marks) {
    if (mark.to <= at || mark.from >= to) continue;
    if (mark.from > at) pieces.push({ from: at, to: mark.from, mark: null });
    const end = Math.min(mark.to, to);
    pieces.push({ from: Math.max(at, mark.from), to: end, mark });
    at = end;
  }
  if (at < to) pieces.push({ from: at, to, mark: null });
  return pieces;
}

function draw({ from, mark }: Piece, text: string, { style }: Segment): ReactNode {
  const { kind, css } = lookOf(style);
  if (mark !== null) {
    const shown = mark.isCurrent ? classes.currentMark : classes.mark;
    return (
      <mark key={from} className={shown} data-current={mark.isCurrent || undefined}>
        {text}
      </mark>
    );
  }
  if (style === PLAIN) return text;
  return (
    <span key={from} className={kind === 'plain' ? undefined : classes[kind]} style={css}>
      {text}
    </span>
  );
}
