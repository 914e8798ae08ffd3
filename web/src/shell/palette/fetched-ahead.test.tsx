import { expect, test, vi } from 'vitest';
import { stopTimers } from '../../testing/still-timers.ts';
import { preloadPalette } from './open-palette.ts';

test('the palette is fetched ahead, but only once the console has rested for ten seconds', async () => {
  const isFetched = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/palette/palette.tsx'));
  // The browser notes no more of them than it has room for.
  performance.clearResourceTimings();
  const waitForIdle = vi.spyOn(globalThis, 'requestIdleCallback');
  const pass = stopTimers();
  const forget = preloadPalette();
  pass(9_999);
  expect(waitForIdle).not.toHaveBeenCalled();
  expect(isFetched()).toBe(false);
  pass(1);
  expect(waitForIdle).toHaveBeenCalledOnce();
  await expect.poll(isFetched).toBe(true);
  forget();
});
