import { inject } from 'vitest';
import { activateLanguage } from '../i18n/language.ts';
import { followSettings } from '../session/settings.ts';
import { startSession } from '../session/session.ts';
import { followTheme } from '../shell/theme.ts';
import { startTooltips } from '../ui/tooltip-host.ts';
import { startMockServer } from './mock-server.ts';

let begun: Promise<void> | undefined;

/** As main.tsx begins, once for all tests that a page runs; each of them opens the console for itself. */
export const setUpPage = (): Promise<void> => (begun ??= begin());

async function begin(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  // As where the connection is not secure: a page renews its session itself, and the server can be played to it.
  Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
  startMockServer(inject('slowness'));
  followSettings();
  followTheme();
  startTooltips();
  await activateLanguage('en');
  // Until it is there a text is drawn in another typeface: wider, when somebody measures it.
  await Promise.all([...document.fonts].map((face) => face.load()));
  await startSession();
  // Most tests open a list. What it is made of is compiled now, which may take longer than a test may.
  await Promise.all([import('../shell/layout.tsx'), import('../shell/resource-screen.tsx')]);
}
