import type { CurrentUser, Language } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { chooseLanguage } from '../i18n/language.ts';
import { closeAllDialogs } from '../ui/dialog-store.ts';
import { closeAllMessages, showMessage } from '../ui/message-store.ts';
import { ApiError, isApiError } from './api-error.ts';
import { type SignInExtras, api, checkSession, onUnauthenticated, requestToken } from './api.ts';
import { CHECK_INTERVAL } from './refresh.ts';
import { registerRenewalWorker } from './renewal.ts';
import { clearExpiredSession, saveExpiredSession } from './expired-session.ts';
import { clearReturnPath, saveReturnPath } from './return-path.ts';
import { emitSessionEnd } from './session-end.ts';
import { announceSessionEnd, requestSession, listenToTabs } from './session-channel.ts';
import { changeSettings, resetSettings, settings, applyUserSettings } from './settings.ts';
import { type StoredSession, clearSession, readSession, writeSession } from './stored-session.ts';
import { currentUser, sessionState } from './user.ts';

/**
 * The states of a session:
 *
 *   starting ── no stored session ──────────────▶ guest ── signIn ──▶ signed-in
 *      └────── stored session, user loaded ─────▶ signed-in
 *      └────── stored session, no response ─────▶ failed ── resumeSession ──▶ …
 *   signed-in ── signOut, 401, another tab ─────▶ guest
 */

/** How long a new tab waits for another tab to pass on its session. Milliseconds. */
const HANDOVER_TIMEOUT = 120;

/** Resumes the stored session, if any, and follows its changes from then on. */
export async function startSession(): Promise<void> {
  onUnauthenticated((error) => endSession(error.message));
  let resolveHandover: () => void = () => undefined;
  const sessionReceived = new Promise<void>((resolve) => {
    resolveHandover = resolve;
  });
  listenToTabs({
    onSession() {
      resolveHandover();
      if (sessionState.get().status === 'guest') void resumeSession();
    },
    onSessionEnded: () => endSession(),
  });
  setInterval(() => void checkSession(), CHECK_INTERVAL);
  if (!readSession()) {
    requestSession();
    // The sign-in page is shown without waiting, and is replaced when the response arrives.
    if (location.pathname !== '/login')
      await Promise.race([sessionReceived, new Promise((resolve) => setTimeout(resolve, HANDOVER_TIMEOUT))]);
  }
  if (readSession()) await resumeSession();
  else sessionState.set({ status: 'guest' });
}

/** Loads the user of the stored session and applies their settings. */
export async function resumeSession(): Promise<void> {
  try {
    const { data: user } = await api<{ data: CurrentUser }>('/api/user', { announce: false });
    applyUserSettings(user);
    const { language } = settings.get();
    if (language === 'en' || language === 'id') await chooseLanguage(language);
    sessionState.set({ status: 'signed-in', user });
    void registerRenewalWorker();
    // The sign-out page needs no reference data, and a user whose sign-in is not complete has no access to it yet.
    if (location.pathname === '/logout' || user.must_change_password === 1 || user.must_set_up_second_factor === 1)
      return;
    void import('./reference-data.ts').then(({ loadReferenceData }) => {
      // The module loads asynchronously. If the user has signed out by then, the next user to sign in here would get
      // this user's hotels.
      const currentState = sessionState.get();
      if (currentState.status === 'signed-in' && currentState.user.id === user.id) loadReferenceData();
    });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.status !== 401) sessionState.set({ status: 'failed', message: error.message });
  }
}

/** Signs in. Throws the ApiError of the token call, whose `errors` are shown at the fields. */
export async function signIn(
  username: string,
  password: string,
  rememberMe: boolean,
  extras: SignInExtras = {},
): Promise<void> {
  const grant = { grant_type: 'password', username, password, remember_me: rememberMe ? 1 : 0, ...extras } as const;
  await beginSession(await requestToken(grant, rememberMe));
}

/** Begins a new session on this device. Throws an ApiError if its user cannot be loaded. */
export async function beginSession(session: StoredSession): Promise<void> {
  writeSession(session);
  clearExpiredSession();
  closeAllMessages();
  await resumeSession();
  const state = sessionState.get();
  if (state.status === 'failed') throw new ApiError(500, 'internal_error', state.message);
}

/** True while signing out: calls that are still running are rejected, and their errors are not shown. */
let isSigningOut = false;

/**
 * Ends the session here and on the server. After single sign-on it also opens the page of the provider that ends the
 * session there and returns to the sign-in; it then never resolves.
 */
export async function signOut(): Promise<void> {
  if (sessionState.get().status === 'guest') return;
  isSigningOut = true;
  let providerUrl: string | undefined;
  try {
    const init = { method: 'POST', announce: false } as const;
    ({ sign_out_url: providerUrl } = await api<{ sign_out_url?: string }>('/api/user/logout', init));
  } catch (error) {
    // Without a response the session still ends here; on the server it expires by itself.
    if (!isApiError(error)) throw error;
  } finally {
    isSigningOut = false;
  }
  clearReturnPath();
  clearExpiredSession();
  if (providerUrl === undefined) {
    closeSession();
    return;
  }
  // The state stays as it is: the console would open its own sign-in page while the browser leaves for the provider's.
  discardSession();
  location.assign(providerUrl);
  await new Promise<never>(() => undefined);
}

/**
 * Handles the end of a session other than by signing out here. If it expired, the next sign-in returns to this page.
 */
function endSession(message?: string): void {
  if (sessionState.get().status === 'guest') return clearSession();
  if (message !== undefined && !isSigningOut && location.pathname !== '/logout') {
    saveReturnPath(location.pathname + location.search);
    const user = currentUser();
    if (user) saveExpiredSession(user.data.username);
    showMessage({ message: message || t`Your session has expired, please re-login..` });
  }
  closeSession();
}

function closeSession(): void {
  discardSession();
  sessionState.set({ status: 'guest' });
}

/** Clears everything that belongs to the session, here and in other tabs. */
function discardSession(): void {
  const session = readSession();
  clearSession();
  if (session) announceSessionEnd(session);
  emitSessionEnd();
  closeAllDialogs();
  resetSettings();
}

/** Switches the language of the console, on this device and for the user. */
export async function switchLanguage(language: Language): Promise<void> {
  // Save before the texts have loaded, so that a reload meanwhile uses the new language.
  changeSettings({ language });
  await chooseLanguage(language);
}
