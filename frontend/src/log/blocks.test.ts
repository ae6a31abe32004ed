import { describe, expect, it } from 'vitest';
import { BLOCK_ROWS, BlockCache, blocksOf } from './blocks';
import type { LogRow } from './rows';

function rows(block: number, count = BLOCK_ROWS, text = 'x'): LogRow[] {
  return Array.from({ length: count }, (_, i) => {
    const row = block * BLOCK_ROWS + i;
    return { row, line: row, offset: row * 2, continued: false, text };
  });
}

describe('blocksOf', () => {
  it.each([
    [0, 0, [0]],
    [0, 199, [0]],
    [199, 200, [0, 1]],
    [450, 1000, [2, 3, 4, 5]],
    [10, 9, [0]],
  ])('rows %d to %d are in %j', (first, last, blocks) => expect(blocksOf(first, last)).toEqual(blocks));
});

describe('BlockCache', () => {
  it('finds a row in its block', () => {
    const cache = new BlockCache();
    cache.put(3, rows(3));
    expect(cache.row(655)?.row).toBe(655);
    expect(cache.row(10)).toBeUndefined();
  });

  it('knows how much of a block it has', () => {
    const cache = new BlockCache();
    cache.put(0, rows(0, 17));
    expect(cache.size(0)).toBe(17);
    expect(cache.size(1)).toBe(0);
    expect(cache.row(17)).toBeUndefined();
  });

  it('gives up the block that was not used for longest', () => {
    const cache = new BlockCache(3);
    [0, 1, 2].forEach((block) => cache.put(block, rows(block)));
    cache.touch(0);
    cache.put(3, rows(3));
    expect([0, 1, 2, 3].map((block) => cache.size(block) > 0)).toEqual([true, false, true, true]);
  });

  it('is bounded by the text it holds, too', () => {
    const cache = new BlockCache(100, 1000);
    cache.put(0, rows(0, 5, 'y'.repeat(100)));
    cache.put(1, rows(1, 5, 'y'.repeat(100)));
    cache.put(2, rows(2, 1, 'y'));
    expect([0, 1, 2].map((block) => cache.size(block))).toEqual([0, 5, 1]);
  });

  it('counts a block that is put again once', () => {
    const cache = new BlockCache(100, 1000);
    for (let i = 0; i < 10; i++) cache.put(0, rows(0, 5, 'y'.repeat(100)));
    cache.put(1, rows(1, 1, 'y'));
    expect(cache.size(0)).toBe(5);
  });

  it('keeps the newest block even if it alone is too large', () => {
    const cache = new BlockCache(100, 10);
    cache.put(0, rows(0));
    expect(cache.size(0)).toBe(BLOCK_ROWS);
  });

  it('has nothing to touch in an unknown block', () => {
    const cache = new BlockCache();
    cache.touch(5);
    expect(cache.size(5)).toBe(0);
  });
});
