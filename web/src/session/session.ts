import type { CurrentUser, Language } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { chooseLanguage } from '../i18n/language.ts';
import { closeAllDialogs } from '../ui/dialog-store.ts';
import { closeAllMessages, showMessage } from '../ui/message-store.ts';
import { ApiError, isApiError } from './api-error.ts';
import { type SignInExtras, api, checkSession, listenForUnauthenticated, requestToken } from './api.ts';
import { REFRESH_INTERVAL } from './refresh.ts';
import { prepareRenewal } from './renewal.ts';
import { forgetPath, rememberPath } from './return-path.ts';
import { tellSessionEnd } from './session-end.ts';
import { announceEnd, askOtherTabs, listenToTabs } from './session-channel.ts';
import { changeSettings, resetSettings, settings, takeUserSettings } from './settings.ts';
import { clearSession, readSession, writeSession } from './stored-session.ts';
import { sessionState } from './user.ts';

/**
 * The life of a session:
 *
 *   starting ── no stored session ──────────────▶ guest ── signIn ──▶ signed-in
 *      └────── stored session, user loaded ─────▶ signed-in
 *      └────── stored session, no answer ───────▶ failed ── resumeSession ──▶ …
 *   signed-in ── signOut, 401, another tab ─────▶ guest
 */

/** How long a new tab waits for another one to hand over its session. */
const PATIENCE = 120;

/** Takes up the stored session, if there is one, and follows its changes from here on. */
export async function startSession(): Promise<void> {
  listenForUnauthenticated((error) => endSession(error.message));
  let handedOver: () => void = () => undefined;
  const adopted = new Promise<void>((resolve) => {
    handedOver = resolve;
  });
  listenToTabs({
    adopted() {
      handedOver();
      if (sessionState.get().status === 'guest') void resumeSession();
    },
    ended: () => endSession(),
  });
  setInterval(() => void checkSession(), REFRESH_INTERVAL);
  if (!readSession()) {
    askOtherTabs();
    // The sign-in page need not wait: it gives way when the answer comes.
    if (location.pathname !== '/login')
      await Promise.race([adopted, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }
  if (readSession()) await resumeSession();
  else sessionState.set({ status: 'guest' });
}

/** Finds out whose the stored session is, and makes the console theirs. */
export async function resumeSession(): Promise<void> {
  try {
    const { data: user } = await api<{ data: CurrentUser }>('/api/user', { announce: false });
    takeUserSettings(user);
    const { language } = settings.get();
    if (language === 'en' || language === 'id') await chooseLanguage(language);
    sessionState.set({ status: 'signed-in', user });
    void prepareRenewal();
    // A user who comes to sign out needs no reference data, and a user who has to choose a password is given none yet.
    if (location.pathname === '/logout' || user.must_change_password === 1) return;
    void import('./reference-data.ts').then(({ loadReferenceData }) => {
      // It comes a moment later. If the user has left by then, the next user to sign in here would find their data: their hotels.
      const now = sessionState.get();
      if (now.status === 'signed-in' && now.user.id === user.id) loadReferenceData();
    });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status !== 401) sessionState.set({ status: 'failed', message: error.message });
  }
}

/** Signs in. Throws the ApiError of the token call: its `errors` stand at the fields. */
export async function signIn(
  username: string,
  password: string,
  rememberMe: boolean,
  extras: SignInExtras = {},
): Promise<void> {
  const grant = { grant_type: 'password', username, password, remember_me: rememberMe ? 1 : 0, ...extras } as const;
  writeSession(await requestToken(grant, rememberMe));
  closeAllMessages();
  await resumeSession();
  const state = sessionState.get();
  if (state.status === 'failed') throw new ApiError(500, 'internal_error', state.message);
}

/** Calls that are still on their way when the session is ended by hand come back refused; that is nobody's news. */
let leaving = false;

/** Ends the session here and on the server. */
export async function signOut(): Promise<void> {
  if (sessionState.get().status === 'guest') return;
  leaving = true;
  try {
    await api('/api/user/logout', { method: 'POST', announce: false });
  } catch (error) {
    // Without an answer the session still ends here; the server's own end comes with its time.
    if (!isApiError(error)) throw error;
  } finally {
    leaving = false;
  }
  forgetPath();
  closeSession();
}

/** The session is over without having been ended here. If it ran out, the page is remembered for the next sign-in. */
function endSession(message?: string): void {
  if (sessionState.get().status === 'guest') return clearSession();
  if (message !== undefined && !leaving && location.pathname !== '/logout') {
    rememberPath(location.pathname + location.search);
    showMessage({ message: message || t`Your session has expired, please re-login..` });
  }
  closeSession();
}

function closeSession(): void {
  const session = readSession();
  clearSession();
  if (session) announceEnd(session);
  tellSessionEnd();
  closeAllDialogs();
  resetSettings();
  sessionState.set({ status: 'guest' });
}

/** Switches the language of the console, on this device and for the user. */
export async function switchLanguage(language: Language): Promise<void> {
  // Kept before its texts are there: a page loaded anew in between finds it chosen.
  changeSettings({ language });
  await chooseLanguage(language);
}
