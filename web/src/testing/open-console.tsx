import type { Language, Theme } from '@innkeeper/contract';
import { type Root, createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { activateLanguage } from '../i18n/language.ts';
import { extend } from '../engine/form/extensions.ts';
import { extensions } from '../features/extensions.ts';
import { resumeSession, signOut } from '../session/session.ts';
import { clearSignInOptions } from '../session/sign-in-options.ts';
import { writeSession } from '../session/stored-session.ts';
import { sessionState } from '../session/user.ts';
import { Console } from '../shell/console.tsx';
import { router } from '../shell/router.tsx';
import { closeAllDialogs, dialogs } from '../ui/dialog-store.ts';
import { closeAllMessages } from '../ui/message-store.ts';
import type { UserValues } from './fixtures.ts';
import { waitForResponses } from './pending-responses.ts';
import { setSignedInUser } from './mock-server.ts';

/** The user who opens the console, and their look. */
export interface Opening {
  readonly language?: Language;
  readonly theme?: Theme;
  /** The signed-in user, if it is not head office with every right; null for nobody. */
  readonly user?: UserValues | null;
  /** Settings that the user has saved, beside language and theme. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

let root: Root | undefined;
let container: HTMLElement | undefined;

/** Opens the console at an address, as a browser would that has been here before: signed in, in this look. */
export async function openConsole(path: string, opening: Opening = {}): Promise<void> {
  const { language = 'en', theme = 'light', user = {}, settings = {} } = opening;
  await closeConsole();
  const chosen = { themes: { main: theme }, language, ...settings };
  localStorage.setItem('innkeeper.language', language);
  localStorage.setItem('innkeeper.settings', JSON.stringify(chosen));
  // As if another tab had written them: a page that is open takes them over.
  dispatchEvent(new StorageEvent('storage', { key: 'innkeeper.settings' }));
  extend(extensions);
  await activateLanguage(language);
  router.history.replace(path);
  if (user) {
    setSignedInUser({ ...user, data: { ...user.data, settings: chosen } });
    writeSession({ access_token: 'a', refresh_token: 'r', expired_at: Date.now() + 3_600_000, remember_me: true });
    await resumeSession();
  } else sessionState.set({ status: 'guest' });
  container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container);
  // It stands before its page arrives, so that the page is drawn once.
  flushSync(() => root?.render(<Console />));
  await router.load();
}

/** Closes the page and ends the session, so that nothing of it is left for the next one. */
export async function closeConsole(): Promise<void> {
  // The router outlives the page: the next one must not begin with the state of this one.
  if (root) await router.navigate({ to: '/error-404', replace: true, ignoreBlocker: true });
  root?.unmount();
  container?.remove();
  root = undefined;
  await signOut();
  await waitForResponses();
  clearSignInOptions();
  closeAllDialogs();
  // Nobody is left to see them close.
  dialogs.set([]);
  closeAllMessages();
  router.clearCache();
  localStorage.clear();
  sessionStorage.clear();
}
