import '../ui/base.css';
import { afterEach, beforeAll, beforeEach, expect, inject, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { activateLanguage } from '../i18n/language.ts';
import { followSettings } from '../session/settings.ts';
import { startSession } from '../session/session.ts';
import { followTheme } from '../shell/theme.ts';
import { startTooltips } from '../ui/tooltip-host.ts';
import { closeConsole } from './open-console.tsx';
import { resetPlayedServer, startPlayedServer } from './played-server.ts';

/** As main.tsx begins, once for the tests of a file; each of them opens the console for itself. */
beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  startPlayedServer(inject('slowness'));
  followSettings();
  followTheme();
  startTooltips();
  await activateLanguage('en');
  await startSession();
});

/**
 * Placing a panel anew that has just grown takes until the next frame: the browser tells the window so, without an error, and the
 * test runner alone writes it to the console.
 */
const isNextFrame = ([error]: readonly unknown[]): boolean =>
  error instanceof Error && error.message.startsWith('ResizeObserver loop completed');

let errors: unknown[][] = [];
beforeEach(async () => {
  errors = [];
  await page.viewport(1440, 900);
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void errors.push(words));
});

afterEach(async () => {
  await closeConsole();
  await commands.emulateSystem({});
  const strays = resetPlayedServer();
  vi.restoreAllMocks();
  expect(
    errors.filter((words) => !isNextFrame(words)),
    'errors in the console',
  ).toEqual([]);
  expect(strays, 'calls that nobody answered').toEqual([]);
});
