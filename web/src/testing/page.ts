import { inject } from 'vitest';
import { activateLanguage } from '../i18n/language.ts';
import { watchSettings } from '../session/settings.ts';
import { startSession } from '../session/session.ts';
import { watchTheme } from '../shell/theme.ts';
import { startTooltips } from '../ui/tooltip-host.ts';
import { startMockServer } from './mock-server.ts';

let setUpPromise: Promise<void> | undefined;

/** Starts as main.tsx does, once for all tests of a page; each test opens the console itself. */
export const setUpPage = (): Promise<void> => (setUpPromise ??= startPage());

async function startPage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  // As on an insecure connection, without a service worker, the page renews its session itself. That can be mocked.
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  startMockServer(inject('slowness'));
  watchSettings();
  watchTheme();
  startTooltips();
  await activateLanguage('en');
  // Until the font has loaded, texts are drawn in a wider one, which would spoil measurements.
  await Promise.all([...document.fonts].map((font) => font.load()));
  await startSession();
  // Most tests open a list. Its modules are compiled now, because that can take longer than a test may.
  await Promise.all([import('../shell/layout.tsx'), import('../shell/resource-screen.tsx')]);
}
