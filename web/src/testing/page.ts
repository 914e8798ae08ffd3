import { inject } from 'vitest';
import { activateLanguage } from '../i18n/language.ts';
import { followSettings } from '../session/settings.ts';
import { startSession } from '../session/session.ts';
import { followTheme } from '../shell/theme.ts';
import { startTooltips } from '../ui/tooltip-host.ts';
import { startMockServer } from './mock-server.ts';

let begun: Promise<void> | undefined;

/** Starts as main.tsx does, once for all tests of a page; each test opens the console itself. */
export const setUpPage = (): Promise<void> => (begun ??= begin());

async function begin(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  // As on an insecure connection, without a service worker, the page renews its session itself. That can be mocked.
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  startMockServer(inject('slowness'));
  followSettings();
  followTheme();
  startTooltips();
  await activateLanguage('en');
  // Until the font has loaded, texts are drawn in a wider one, which would spoil measurements.
  await Promise.all([...document.fonts].map((face) => face.load()));
  await startSession();
  // Most tests open a list. Its modules are compiled now, because that can take longer than a test may.
  await Promise.all([import('../shell/layout.tsx'), import('../shell/resource-screen.tsx')]);
}
