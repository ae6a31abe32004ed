import { expect, it } from 'vitest';
import { formatBytes } from './formatBytes';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [99_940, '99.9 KB'],
  [123_456, '123 KB'],
  [999_600, '1.0 MB'],
  [1_073_741_824, '1.1 GB'],
])('shows %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
