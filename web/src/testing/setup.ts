import '../ui/base.css';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeConsole } from './open-console.tsx';
import { beginPage } from './page.ts';
import { resetPlayedServer } from './played-server.ts';
import { keepStill } from './still.ts';
import { resetSystem } from './system.ts';

beforeAll(beginPage);

/**
 * Placing a panel anew that has just grown takes until the next frame: the browser tells the window so, without an error, and the
 * test runner alone writes it to the console.
 */
const isNextFrame = ([error]: readonly unknown[]): boolean =>
  error instanceof Error && error.message.startsWith('ResizeObserver loop completed');

let errors: unknown[][] = [];
beforeEach(async () => {
  errors = [];
  keepStill();
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void errors.push(words));
});

afterEach(async () => {
  await closeConsole();
  await resetSystem();
  const strays = resetPlayedServer();
  vi.restoreAllMocks();
  expect(
    errors.filter((words) => !isNextFrame(words)),
    'errors in the console',
  ).toEqual([]);
  expect(strays, 'calls that nobody answered').toEqual([]);
});
