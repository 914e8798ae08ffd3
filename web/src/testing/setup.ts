import '../ui/base.css';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeConsole } from './open-console.tsx';
import { setUpPage } from './page.ts';
import { resetMockServer } from './mock-server.ts';
import { disableMotion } from './motion.ts';
import { resetSystemAppearance } from './system.ts';

beforeAll(setUpPage);

/**
 * Repositioning a panel that has just grown takes until the next frame. The browser reports that to the window, but not
 * as an error; only the test runner writes it to the console.
 */
const isResizeObserverNotice = ([error]: readonly unknown[]): boolean =>
  error instanceof Error && error.message.startsWith('ResizeObserver loop completed');

let consoleErrors: unknown[][] = [];
beforeEach(async () => {
  consoleErrors = [];
  disableMotion();
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => void consoleErrors.push(values));
});

afterEach(async () => {
  await closeConsole();
  await resetSystemAppearance();
  const unmockedCalls = resetMockServer();
  vi.restoreAllMocks();
  expect(
    consoleErrors.filter((values) => !isResizeObserverNotice(values)),
    'errors in the console',
  ).toEqual([]);
  expect(unmockedCalls, 'calls without a mock').toEqual([]);
});
