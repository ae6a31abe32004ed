import type { LogRow } from './rows';

/** Rows are asked for and kept in blocks of this many. */
export const BLOCK_ROWS = 200;

/** Which blocks hold the rows from `first` to `last`, both included. */
export function blocksOf(first: number, last: number): number[] {
  const blocks: number[] = [];
  for (let block = Math.floor(first / BLOCK_ROWS); block * BLOCK_ROWS <= last; block++) blocks.push(block);
  return blocks;
}

/**
 * The rows that were looked at last. Bounded by their text as well as by their number, so that a log of very long lines
 * takes no more memory than one of short ones; the least recently used block goes first.
 */
export class BlockCache {
  private readonly blocks = new Map<number, readonly LogRow[]>();
  private chars = 0;

  constructor(
    private readonly maxBlocks = 100,
    private readonly maxChars = 16_000_000,
  ) {}

  /** A row, if it is here. Does not count as a use: rows are looked up by the dozen while a page is drawn. */
  row(row: number): LogRow | undefined {
    return this.blocks.get(Math.floor(row / BLOCK_ROWS))?.[row % BLOCK_ROWS];
  }

  /** How many rows of the block are here. */
  size(block: number): number {
    return this.blocks.get(block)?.length ?? 0;
  }

  /** Tells that the block is in use, so that it goes last. */
  touch(block: number): void {
    const rows = this.blocks.get(block);
    if (rows === undefined) return;
    this.blocks.delete(block);
    this.blocks.set(block, rows);
  }

  /** Keeps a block, or its beginning. Never gives up the one just put, however large it is. */
  put(block: number, rows: readonly LogRow[]): void {
    this.remove(block);
    this.blocks.set(block, rows);
    this.chars += size(rows);
    for (const oldest of this.blocks.keys()) {
      if (oldest === block || (this.blocks.size <= this.maxBlocks && this.chars <= this.maxChars)) break;
      this.remove(oldest);
    }
  }

  private remove(block: number): void {
    const rows = this.blocks.get(block);
    if (rows === undefined) return;
    this.chars -= size(rows);
    this.blocks.delete(block);
  }
}

function size(rows: readonly LogRow[]): number {
  return rows.reduce((sum, row) => sum + row.text.length, 0);
}
