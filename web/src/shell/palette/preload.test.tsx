import { expect, test, vi } from 'vitest';
import { freezeTimers } from '../../testing/frozen-timers.ts';
import { preloadPalette } from './open-palette.ts';

test('the palette is preloaded in the first idle moment after ten seconds', () => {
  const requestIdle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(7);
  const cancelIdle = vi.spyOn(globalThis, 'cancelIdleCallback');
  const advance = freezeTimers();
  const cancelPreload = preloadPalette();
  advance(9_999);
  expect(requestIdle).not.toHaveBeenCalled();
  advance(1);
  expect(requestIdle).toHaveBeenCalledOnce();
  cancelPreload();
  expect(cancelIdle).toHaveBeenCalledWith(7);
});

test('the palette is not preloaded if the console is left before', () => {
  const requestIdle = vi.spyOn(globalThis, 'requestIdleCallback');
  const advance = freezeTimers();
  preloadPalette()();
  advance(10_000);
  expect(requestIdle).not.toHaveBeenCalled();
});
