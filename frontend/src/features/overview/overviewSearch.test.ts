import { expect, it } from 'vitest';
import { overviewSearch } from './overviewSearch';

it.each([
  [{ range: '7d' }, { range: '7d' }],
  [{ range: '24h' }, {}],
  [{ range: 'toString' }, {}],
  [{ range: 7 }, {}],
  [{}, {}],
])('reads %j as %j', (address, search) => expect(overviewSearch(address)).toEqual(search));
