import { type CAPTCHA_FIELD, OAUTH_CLIENT_ID, type TokenResponse } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { ERROR_DURATION, type MessageVariant, showMessage } from '../ui/message-store.ts';
import { ApiError, endsSession } from './api-error.ts';
import { errorMessage, networkMessage, unreadableMessage } from './error-message.ts';
import { CHECK_DELAY, createRefresh } from './refresh.ts';
import { fetchRenewal } from './renewal.ts';
import type { RenewalRequest } from './renewal-worker.ts';
import { announceRenewal } from './session-channel.ts';
import { onSessionEnd } from './session-end.ts';
import { type StoredSession, readSession, writeSession } from './stored-session.ts';

export interface ApiInit {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as multipart. */
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** The request continues after the page is closed. */
  keepalive?: boolean;
  /** Whether a failure is shown in the message bar. Defaults to true; pass false if the caller shows it. */
  announce?: boolean | ((error: ApiError) => boolean);
  /** Sends the request; defaults to `fetch` on the page. */
  by?: (path: string, init: RenewalRequest['init']) => Promise<Response>;
}

export interface ApiResponse<T> {
  body: T;
  headers: Headers;
  status: number;
}

type Listener = (error: ApiError) => void;
const onUnauthenticated = new Set<Listener>();

/** Registers a listener for 401 responses to calls other than the token call: the session is over. */
export function listenForUnauthenticated(listener: Listener): void {
  onUnauthenticated.add(listener);
}

/** Calls the API and returns the response body. Throws ApiError; an aborted call throws the signal's reason. */
export async function api<T>(path: string, init: ApiInit = {}): Promise<T> {
  return (await apiResponse<T>(path, init)).body;
}

/** Like `api`, but also returns the headers and status of the response. */
export const apiResponse = <T>(path: string, init: ApiInit = {}): Promise<ApiResponse<T>> =>
  withConfirmation(init, (nextInit) => withSession(nextInit, (session) => fetchResponse<T>(path, nextInit, session)));

/**
 * The server may require a confirmation of an unusual value in a write. After the user confirms, the write is sent
 * again with the current session, unless a session has ended meanwhile.
 */
async function withConfirmation<T>(init: ApiInit, send: (init: ApiInit) => Promise<T>): Promise<T> {
  if (init.json === undefined && init.form === undefined) return send(init);
  const before = ended;
  try {
    return await send({ ...init, headers: { ...init.headers, Prefer: 'handling=strict' } });
  } catch (error) {
    if (!isConfirmationNeeded(error)) throw error;
    const { confirmUnusualValue } = await import('./confirm-unusual-value.ts');
    if ((await confirmUnusualValue(error)) && ended === before) return send(init);
    throw error;
  }
}

const isConfirmationNeeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'confirmation_needed';

/** Calls the API for a file. Resolves when the response starts; the caller reads its body. */
export const apiFile = (path: string, init: ApiInit = {}): Promise<Response> =>
  withSession(init, (session) => sendChecked(path, init, session));

/** Number of sessions that have ended on this page. */
let ended = 0;
onSessionEnd(() => {
  ended += 1;
});

/**
 * Makes a call with a valid session. A response that arrives after its session ended is discarded: the call throws, but
 * nothing is announced, and a newer session does not end.
 */
async function withSession<T>(init: ApiInit, call: (session: StoredSession | null) => Promise<T>): Promise<T> {
  const before = ended;
  let session: StoredSession | null = null;
  const hasEnded = () => session !== null && ended !== before;
  try {
    session = await validSession();
    const result = await call(session);
    if (hasEnded()) throw sessionExpired();
    return result;
  } catch (error) {
    if (error instanceof ApiError && !hasEnded()) fail(error, init);
    throw error;
  }
}

function fail(error: ApiError, { announce = true }: ApiInit): void {
  const isShown = typeof announce === 'function' ? announce(error) : announce;
  // A 401 is shown once, by the code that ends the session. A confirmation prompt has already been shown to the user.
  if (error.status === 401) for (const listener of onUnauthenticated) listener(error);
  else if (isShown && !isConfirmationNeeded(error)) announceError(error);
}

export function announceError(
  error: ApiError,
  variant: MessageVariant = error.status === 0 ? 'warning' : 'error',
): void {
  showMessage({ message: error.message, variant, duration: ERROR_DURATION });
}

async function fetchResponse<T>(path: string, init: ApiInit, session: StoredSession | null): Promise<ApiResponse<T>> {
  const response = await sendChecked(path, init, session);
  const body = await readBody(response, init.signal);
  if (body === undefined && response.status !== 204)
    throw new ApiError(response.status, 'unknown', unreadableMessage());
  if (session) setTimeout(() => void checkSession(), CHECK_DELAY);
  const warning = isObject(body) ? body['error'] : undefined;
  if (typeof warning === 'string' && warning !== '')
    showMessage({ message: warning, variant: 'warning', duration: ERROR_DURATION });
  // The contract defines the response of each path.
  return { body: body as T, headers: response.headers, status: response.status };
}

/** The response if it succeeded; throws ApiError otherwise. */
async function sendChecked(path: string, init: ApiInit, session: StoredSession | null): Promise<Response> {
  const before = ended;
  const response = await send(path, init, session);
  if (response.ok) return response;
  const body = await readBody(response, init.signal);
  const now = readSession();
  // Retries if another tab renewed the session while this call was running.
  if (response.status === 401 && session && now && now.access_token !== session.access_token && ended === before)
    return sendChecked(path, init, now);
  throw toError(response.status, body);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toError = (status: number, body: unknown): ApiError => {
  const fields = isObject(body) ? body : {};
  return new ApiError(
    status,
    typeof fields['error'] === 'string' ? fields['error'] : 'unknown',
    errorMessage(status, isObject(body) ? body : undefined),
    fields,
  );
};

async function send(path: string, init: ApiInit, session: StoredSession | null): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': currentLanguage(),
    'X-Requested-With': 'XMLHttpRequest',
    'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...init.headers,
  };
  if (session) headers['Authorization'] = `Bearer ${session.access_token}`;
  if (init.json !== undefined) headers['Content-Type'] = 'application/json';
  const body = init.json === undefined ? init.form : JSON.stringify(init.json);
  const method = init.method ?? (body === undefined ? 'GET' : 'POST');
  try {
    if (init.by) return await init.by(path, { method, headers, body });
    return await fetch(path, { method, headers, body, signal: init.signal, keepalive: init.keepalive });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, 'network', networkMessage());
  }
}

/** The body as JSON; undefined if it is not JSON or the response was cut off. */
async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, 'network', networkMessage());
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The optional parts of a sign-in besides name and password: the one-time code and the captcha response. */
export interface SignInExtras {
  readonly otp?: string;
  readonly [CAPTCHA_FIELD]?: string;
}

/** Sends a form while the page closes, with the present session and without waiting for the response. */
export function sendOnUnload(path: string, form: FormData): void {
  send(path, { form, keepalive: true }, readSession()).catch(() => undefined);
}

type Grant =
  | ({ grant_type: 'password'; username: string; password: string; remember_me: 0 | 1 } & SignInExtras)
  | { grant_type: 'refresh_token'; refresh_token: string };

/** The token call. It sends no bearer token, and the caller shows its failures. */
export async function requestToken(grant: Grant, rememberMe: boolean): Promise<StoredSession> {
  const json = { ...grant, client_id: OAUTH_CLIENT_ID, client_secret: '', scope: '' };
  const by =
    grant.grant_type === 'refresh_token'
      ? (path: string, init: RenewalRequest['init']) => fetchRenewal({ token: grant.refresh_token, path, init })
      : undefined;
  const { body } = await fetchResponse<TokenResponse>('/oauth/token', { json, by }, null);
  return {
    access_token: body.access_token,
    refresh_token: body.refresh_token,
    expired_at: Date.now() + body.expires_in * 1000,
    remember_me: rememberMe,
  };
}

const refresh = createRefresh({
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  read: readSession,
  write: writeSession,
  renew: (session) =>
    requestToken({ grant_type: 'refresh_token', refresh_token: session.refresh_token }, session.remember_me),
  announce: announceRenewal,
  flags: localStorage,
  locked: 'locks' in navigator ? (work) => navigator.locks.request('innkeeper.refresh', work) : undefined,
});

/** The session for a call, renewed first if due. A rejected renewal throws as a 401. */
async function validSession(): Promise<StoredSession | null> {
  try {
    return await refresh();
  } catch (error) {
    if (error instanceof ApiError && endsSession(error)) throw sessionExpired();
    throw error;
  }
}

const sessionExpired = () => new ApiError(401, 'unauthenticated', errorMessage(401, { error: 'unauthenticated' }));

/** Renews the session if it is due, in the background. */
export async function checkSession(): Promise<void> {
  try {
    await validSession();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) for (const listener of onUnauthenticated) listener(error);
  }
}
