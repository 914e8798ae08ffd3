import { expect, test, vi } from 'vitest';
import { freezeTimers } from '../../testing/frozen-timers.ts';
import { preloadPalette } from './open-palette.ts';

test('the palette is fetched ahead in an idle moment, once the console has rested for ten seconds', () => {
  const waitForIdle = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(7);
  const giveUp = vi.spyOn(globalThis, 'cancelIdleCallback');
  const pass = freezeTimers();
  const forget = preloadPalette();
  pass(9_999);
  expect(waitForIdle).not.toHaveBeenCalled();
  pass(1);
  expect(waitForIdle).toHaveBeenCalledOnce();
  forget();
  expect(giveUp).toHaveBeenCalledWith(7);
});

test('a console that is left before asks for no palette', () => {
  const waitForIdle = vi.spyOn(globalThis, 'requestIdleCallback');
  const pass = freezeTimers();
  preloadPalette()();
  pass(10_000);
  expect(waitForIdle).not.toHaveBeenCalled();
});
