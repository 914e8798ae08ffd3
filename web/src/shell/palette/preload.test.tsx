import { expect, test, vi } from 'vitest';
import { freezeTimers } from '../../testing/frozen-timers.ts';
import { preloadPalette } from './open-palette.ts';

test('the palette is preloaded in the first idle moment after ten seconds', () => {
  const waitForIdle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(7);
  const cancelIdle = vi.spyOn(globalThis, 'cancelIdleCallback');
  const pass = freezeTimers();
  const cancelPreload = preloadPalette();
  pass(9_999);
  expect(waitForIdle).not.toHaveBeenCalled();
  pass(1);
  expect(waitForIdle).toHaveBeenCalledOnce();
  cancelPreload();
  expect(cancelIdle).toHaveBeenCalledWith(7);
});

test('the palette is not preloaded if the console is left before', () => {
  const waitForIdle = vi.spyOn(globalThis, 'requestIdleCallback');
  const pass = freezeTimers();
  preloadPalette()();
  pass(10_000);
  expect(waitForIdle).not.toHaveBeenCalled();
});
