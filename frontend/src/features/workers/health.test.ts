import { describe, expect, it } from 'vitest';
import { NOW, worker } from '../../test/healthFactories';
import { diskColor, diskOf, formatBytes, parted, stateOf } from './health';

describe('the state of a worker', () => {
  it.each([
    ['launcher', {}],
    ['standby', { launcher: false }],
    ['sharing', { launcher: false, mode: 'shared' as const }],
    ['refusing', { refusing_reason: 'the disk is full' }],
    ['late', { last_seen_at: '2026-11-18T11:58:40Z' }],
    ['silent', { alive: false, refusing_reason: 'the disk is full' }],
    ['stopped', { alive: false, stopped_at: '2026-11-18T11:00:00Z' }],
  ])('is %s with %j', (state, values) => {
    expect(stateOf(worker('w', values), NOW)).toBe(state);
  });
});

it('puts the launcher first and the stopped ones aside', () => {
  const { present, stopped } = parted([
    worker('silent', { alive: false, launcher: false }),
    worker('standby', { launcher: false }),
    worker('gone', { alive: false, launcher: false, stopped_at: NOW }),
    worker('launcher'),
  ]);
  expect(present.map((w) => w.id)).toEqual(['launcher', 'standby', 'silent']);
  expect(stopped.map((w) => w.id)).toEqual(['gone']);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 KB'],
  [268_435_456, '268 MB'],
  [999_600, '1.0 MB'],
  [40_000_000_000, '40 GB'],
])('shows %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

describe('the disk', () => {
  it('is unknown when a worker did not tell', () => {
    expect(diskOf(worker('w', { disk_free_bytes: null }))).toBeNull();
  });

  it.each([
    [600, 'blue'],
    [400, 'yellow'],
    [200, 'red'],
  ])('with %d free and a floor of 256 is %s', (free, color) => {
    expect(diskColor({ free, total: 1000, floor: 256 })).toBe(color);
  });
});
