import type { Schemas } from '../api/client';

export type LogRow = Schemas['LogRow'];

/** The most bytes of text in a row, as the API cuts them. */
export const ROW_BYTES = 4096;
/** How many rows the end of a growing log keeps; what is older is asked for again when somebody scrolls there. */
export const TAIL_ROWS = 2000;

/** The end of a log, as far as it is known without asking, and where the next byte will go. */
export interface Tail {
  /** Without gaps; the last one may still grow. */
  readonly rows: readonly LogRow[];
  readonly totalRows: number;
  readonly totalLines: number;
  readonly endOffset: number;
  /** Bytes of the last row when no newline has ended it yet; 0 when the next byte begins a line of its own. */
  readonly openBytes: number;
}

export const EMPTY_TAIL: Tail = { rows: [], totalRows: 0, totalLines: 0, endOffset: 0, openBytes: 0 };

/** The tail that an answer with the last rows of a log gives. */
export function tailOf(answer: Schemas['LogRows']): Tail {
  const last = answer.rows.at(-1);
  const bytes = last === undefined ? 0 : utf8Length(last.text);
  const isOpen = last !== undefined && last.offset + bytes === answer.end_offset;
  return {
    rows: answer.rows,
    totalRows: answer.total_rows,
    totalLines: answer.total_lines,
    endOffset: answer.end_offset,
    openBytes: isOpen ? bytes : 0,
  };
}

/**
 * The tail with `content`, which begins at `offset`, behind it; null when there is a gap between the two. What the tail
 * has already is left out, so the same piece may come twice.
 */
export function append(tail: Tail, offset: number, content: string): Tail | null {
  if (offset > tail.endOffset) return null;
  const fresh = offset === tail.endOffset ? content : skipBytes(content, tail.endOffset - offset);
  if (fresh === '') return tail;
  const growing = new Growing(tail);
  let from = 0;
  for (;;) {
    const newline = fresh.indexOf('\n', from);
    growing.text(fresh.slice(from, newline < 0 ? undefined : newline));
    if (newline < 0) return growing.end();
    growing.newline();
    from = newline + 1;
  }
}

class Growing {
  private readonly rows: LogRow[];
  private nextRow: number;
  private nextLine: number;
  private offset: number;
  private openBytes: number;
  private continues = false;

  constructor(tail: Tail) {
    this.rows = [...tail.rows];
    this.nextRow = tail.totalRows;
    this.nextLine = tail.totalLines;
    this.offset = tail.endOffset;
    this.openBytes = tail.openBytes;
  }

  /** Text without a newline; goes on with the open row, and is cut where rows are. */
  text(text: string): void {
    let rest = text;
    while (rest !== '') {
      const length = fitting(rest, ROW_BYTES - this.openBytes);
      if (length === 0) {
        // Only now that something follows is the full row known not to be the last of its line.
        this.openBytes = 0;
        this.continues = true;
        continue;
      }
      this.add(rest.slice(0, length));
      rest = rest.slice(length);
    }
  }

  newline(): void {
    if (this.openBytes === 0) this.open('');
    this.openBytes = 0;
    this.continues = false;
    this.offset++;
  }

  private add(piece: string): void {
    if (this.openBytes === 0) {
      this.open(piece);
    } else {
      const last = this.rows.pop();
      if (last !== undefined) this.rows.push({ ...last, text: last.text + piece });
    }
    const bytes = utf8Length(piece);
    this.openBytes += bytes;
    this.offset += bytes;
  }

  private open(text: string): void {
    const line = this.continues ? this.nextLine - 1 : this.nextLine;
    this.rows.push({ row: this.nextRow, line, offset: this.offset, continued: this.continues, text });
    this.nextRow++;
    if (!this.continues) this.nextLine++;
  }

  end(): Tail {
    return {
      rows: this.rows.length > TAIL_ROWS ? this.rows.slice(-TAIL_ROWS) : this.rows,
      totalRows: this.nextRow,
      totalLines: this.nextLine,
      endOffset: this.offset,
      openBytes: this.openBytes,
    };
  }
}

/** How many UTF-16 units of `text` fit into `bytes` bytes without cutting a character. */
function fitting(text: string, bytes: number): number {
  // No unit takes more than three bytes.
  if (text.length * 3 <= bytes) return text.length;
  let used = 0;
  let i = 0;
  while (i < text.length) {
    const size = sizeAt(text, i);
    if (used + size > bytes) return i;
    used += size;
    i += size === 4 ? 2 : 1;
  }
  return i;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const size = sizeAt(text, i);
    bytes += size;
    if (size === 4) i++;
  }
  return bytes;
}

/** `text` without the characters of its first `bytes` bytes. */
export function skipBytes(text: string, bytes: number): string {
  let skipped = 0;
  let i = 0;
  while (i < text.length && skipped < bytes) {
    const size = sizeAt(text, i);
    skipped += size;
    i += size === 4 ? 2 : 1;
  }
  return text.slice(i);
}

/** Bytes of the character that begins at unit `i`; a lone surrogate counts as the replacement it would be sent as. */
function sizeAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xd800 && unit <= 0xdbff) {
    const low = text.charCodeAt(i + 1);
    if (low >= 0xdc00 && low <= 0xdfff) return 4;
  }
  return 3;
}
