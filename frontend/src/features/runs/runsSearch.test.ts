import { describe, expect, it } from 'vitest';
import { changed, filtersOf, isFiltered, runsSearch, toggled } from './runsSearch';

describe('the address of the list', () => {
  it('keeps what it knows', () => {
    const full = {
      status: 'running,failed',
      script: 'nb.stage',
      repo: '0199f0b1-3d4a-7e0c-b6a1-90c2f4e8d713',
      person: 'ada',
      q: 'nightly',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
      page: 3,
      until: '2026-11-18T11:00:00.001Z',
    };
    expect(runsSearch(full)).toEqual(full);
  });

  it.each([
    [{ status: 'failed,nonsense,failed' }, { status: 'failed' }],
    [{ status: ['failed', 'queued'] }, { status: 'queued,failed' }],
    [{ status: 'nonsense' }, {}],
    [{ q: 7 }, { q: '7' }],
    [{ q: '  ' }, {}],
    [{ since: '2y' }, {}],
    [{ since: '7d', from: '2026-11-01T00:00:00Z' }, { since: '7d' }],
    [{ from: 'yesterday' }, {}],
    [{ page: 1, until: '2026-11-01T00:00:00Z' }, {}],
    [{ page: -4 }, {}],
    [{ page: 'two' }, {}],
    [{ unknown: 'x' }, {}],
  ])('makes %j of it: %j', (given, taken) => expect(runsSearch(given)).toEqual(taken));

  it('starts at the first page when a filter changes', () => {
    expect(changed({ page: 4, until: '2026-11-01T00:00:00.000Z', q: 'x' }, { script: 'nb.stage' })).toEqual({
      q: 'x',
      script: 'nb.stage',
    });
  });

  it('adds a state and takes it away again', () => {
    const once = toggled({ status: 'failed' }, 'timeout');
    expect(once).toEqual({ status: 'failed,timeout' });
    expect(toggled(once, 'failed')).toEqual({ status: 'timeout' });
    expect(toggled({ status: 'failed' }, 'failed')).toEqual({});
  });

  it('knows whether it narrows the list', () => {
    expect(isFiltered({ page: 2 })).toBe(false);
    expect(isFiltered({ q: 'x' })).toBe(true);
  });
});

it('asks the API for the same, and for a quick range counted from now', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  expect(
    filtersOf({ script: 'nb.stage', repo: 'r', person: 'ada', q: 'x', since: '1h', status: 'failed' }, now),
  ).toEqual({
    script_key: 'nb.stage',
    repo_id: 'r',
    requested_by: 'ada',
    q: 'x',
    created_from: '2026-11-18T11:00:00.000Z',
  });
  expect(filtersOf({ to: '2026-11-02T00:00:00.000Z' }, now)).toEqual({
    created_to: '2026-11-02T00:00:00.000Z',
  });
});
