import type { Language, Theme } from '@innkeeper/contract';
import { type Root, createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { activateLanguage } from '../i18n/language.ts';
import { registerExtensions } from '../engine/form/extensions.ts';
import { extensions } from '../features/extensions.ts';
import { resumeSession, signOut } from '../session/session.ts';
import { clearSignInOptions } from '../session/sign-in-options.ts';
import { writeSession } from '../session/stored-session.ts';
import { sessionState } from '../session/user.ts';
import { Console } from '../shell/console.tsx';
import { router } from '../shell/router.tsx';
import { closeAllDialogs, dialogs } from '../ui/dialog-store.ts';
import { closeAllMessages } from '../ui/message-store.ts';
import { releaseKeys } from '../ui/typed-ahead.ts';
import type { UserValues } from './fixtures.ts';
import { waitForResponses } from './pending-responses.ts';
import { setSignedInUser } from './mock-server.ts';

/** The user who opens the console, and the settings. */
export interface ConsoleOptions {
  readonly language?: Language;
  readonly theme?: Theme;
  /** The signed-in user; by default head office with every right. Null: nobody is signed in. */
  readonly user?: UserValues | null;
  /** Saved settings of the user in addition to language and theme. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The values that the browser has stored at earlier visits, by key. */
  readonly stored?: Readonly<Record<string, unknown>>;
}

let root: Root | undefined;
let container: HTMLElement | undefined;

/** Opens the console at a path, as a browser with a session and saved settings does. */
export async function openConsole(path: string, options: ConsoleOptions = {}): Promise<void> {
  const { language = 'en', theme = 'light', user = {}, settings = {}, stored = {} } = options;
  await closeConsole();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  const savedSettings = { themes: { main: theme }, language, ...settings };
  localStorage.setItem('innkeeper.language', language);
  localStorage.setItem('innkeeper.settings', JSON.stringify(savedSettings));
  // As if another tab had changed them, which makes an open page apply them.
  dispatchEvent(new StorageEvent('storage', { key: 'innkeeper.settings' }));
  registerExtensions(extensions);
  await activateLanguage(language);
  router.history.replace(path);
  if (user) {
    setSignedInUser({ ...user, data: { ...user.data, settings: savedSettings } });
    writeSession({ access_token: 'a', refresh_token: 'r', expired_at: Date.now() + 3_600_000, remember_me: true });
    await resumeSession();
  } else sessionState.set({ status: 'guest' });
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  // The console is rendered before the page has loaded, so that the page is rendered once.
  flushSync(() => root?.render(<Console />));
  await router.load();
}

/** Closes the page, ends the session, and clears everything that could affect the next test. */
export async function closeConsole(): Promise<void> {
  // The router outlives the page, and the next page must not start with its state.
  if (root) await router.navigate({ to: '/error-404', replace: true, ignoreBlocker: true });
  root?.unmount();
  container?.remove();
  root = undefined;
  await signOut();
  await waitForResponses();
  clearSignInOptions();
  closeAllDialogs();
  // The page is unmounted, so no closing animation would remove them.
  dialogs.set([]);
  releaseKeys();
  closeAllMessages();
  router.clearCache();
  localStorage.clear();
  sessionStorage.clear();
}
