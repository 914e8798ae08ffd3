import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logFault } from './repeated-faults.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('equal faults within a second are the first one, and a line with their number', () => {
  const lines: unknown[] = [];
  const log = { error: (line: object, message: string) => void lines.push([line, message]) };
  const away = new Error('connect ECONNREFUSED');
  for (let i = 0; i < 50; i += 1) logFault(log, away, 'unavailable');
  logFault(log, new Error('No space left on device'), 'unavailable');
  expect(lines).toEqual([
    [{ err: away }, 'unavailable'],
    [{ err: new Error('No space left on device') }, 'unavailable'],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(2)).toEqual([[{ err: away, repeated: 49 }, 'unavailable']]);
  logFault(log, away, 'unavailable');
  expect(lines).toHaveLength(4);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(4);
});
