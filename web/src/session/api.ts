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
import { isObject } from '../ui/is-object.ts';

export interface ApiInit {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as multipart. */
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
  /** Requests with the same key take effect once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the request continue after the page is closed. */
  keepalive?: boolean;
  /** Whether a failure is shown in the message bar. Defaults to true; pass false if the caller shows it. */
  announce?: boolean | ((error: ApiError) => boolean);
  /** Sends the request; defaults to `fetch` on the page. */
  fetcher?: (path: string, init: RenewalRequest['init']) => Promise<Response>;
}

export interface ApiResponse<T> {
  body: T;
  headers: Headers;
  status: number;
}

type UnauthenticatedListener = (error: ApiError) => void;
const unauthenticatedListeners = new Set<UnauthenticatedListener>();

/** Registers a listener for 401 responses to calls other than the token call: the session is over. */
export function onUnauthenticated(listener: UnauthenticatedListener): void {
  unauthenticatedListeners.add(listener);
}

/** Calls the API and returns the response body. Throws ApiError; an aborted call throws the signal's reason. */
export async function api<T>(path: string, init: ApiInit = {}): Promise<T> {
  return (await apiResponse<T>(path, init)).body;
}

/** Like `api`, but also returns the headers and status of the response. */
export const apiResponse = <T>(path: string, init: ApiInit = {}): Promise<ApiResponse<T>> =>
  withConfirmation(init, (nextInit) => withSession(nextInit, (session) => fetchResponse<T>(path, nextInit, session)));

/**
 * Asks the user to confirm an unusual value in a write if the server requires it. The confirmed write is sent again
 * with the current session, unless a session has ended meanwhile.
 */
async function withConfirmation<T>(init: ApiInit, send: (init: ApiInit) => Promise<T>): Promise<T> {
  if (init.json === undefined && init.form === undefined) return send(init);
  const endedBefore = endedSessions;
  try {
    return await send({ ...init, headers: { ...init.headers, Prefer: 'handling=strict' } });
  } catch (error) {
    if (!isConfirmationNeeded(error)) throw error;
    const { confirmUnusualValue } = await import('./confirm-unusual-value.ts');
    if ((await confirmUnusualValue(error)) && endedSessions === endedBefore) return send(init);
    throw error;
  }
}

const isConfirmationNeeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'confirmation_needed';

/** Calls the API for a file. Resolves when the response starts; the caller reads its body. */
export const apiFile = (path: string, init: ApiInit = {}): Promise<Response> =>
  withSession(init, (session) => sendOrThrow(path, init, session));

/** Number of sessions that have ended on this page. */
let endedSessions = 0;
onSessionEnd(() => {
  endedSessions += 1;
});

/**
 * Makes a call with a valid session. If the session ends before the response arrives, the call throws, but nothing is
 * announced, and a newer session does not end.
 */
async function withSession<T>(init: ApiInit, call: (session: StoredSession | null) => Promise<T>): Promise<T> {
  const endedBefore = endedSessions;
  let session: StoredSession | null = null;
  const hasEnded = () => session !== null && endedSessions !== endedBefore;
  try {
    session = await getValidSession();
    const result = await call(session);
    if (hasEnded()) throw createSessionExpiredError();
    return result;
  } catch (error) {
    if (error instanceof ApiError && !hasEnded()) reportFailure(error, init);
    throw error;
  }
}

function reportFailure(error: ApiError, { announce = true }: ApiInit): void {
  const shouldAnnounce = typeof announce === 'function' ? announce(error) : announce;
  // A 401 is shown by the code that ends the session. A confirmation prompt has already been shown to the user.
  if (error.status === 401) for (const listener of unauthenticatedListeners) listener(error);
  else if (shouldAnnounce && !isConfirmationNeeded(error)) announceError(error);
}

export function announceError(
  error: ApiError,
  variant: MessageVariant = error.status === 0 ? 'warning' : 'error',
): void {
  showMessage({ message: error.message, variant, duration: ERROR_DURATION });
}

async function fetchResponse<T>(path: string, init: ApiInit, session: StoredSession | null): Promise<ApiResponse<T>> {
  const response = await sendOrThrow(path, init, session);
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
async function sendOrThrow(path: string, init: ApiInit, session: StoredSession | null): Promise<Response> {
  const endedBefore = endedSessions;
  const response = await send(path, init, session);
  if (response.ok) return response;
  const body = await readBody(response, init.signal);
  const currentSession = readSession();
  // Retries if another tab renewed the session while this call was running.
  if (
    response.status === 401 &&
    session &&
    currentSession &&
    currentSession.access_token !== session.access_token &&
    endedSessions === endedBefore
  )
    return sendOrThrow(path, init, currentSession);
  throw toApiError(response.status, body);
}

const toApiError = (status: number, body: unknown): ApiError => {
  const details = isObject(body) ? body : {};
  return new ApiError(
    status,
    typeof details['error'] === 'string' ? details['error'] : 'unknown',
    errorMessage(status, isObject(body) ? body : undefined),
    details,
  );
};

/**
 * Where the newest write is that this page knows of, if the server also reads from a standby: it must have that write.
 */
let writePosition: string | null = null;

async function send(path: string, init: ApiInit, session: StoredSession | null): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': currentLanguage(),
    'X-Requested-With': 'XMLHttpRequest',
    'X-Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(init.idempotencyKey !== undefined && { 'Idempotency-Key': init.idempotencyKey }),
    ...(writePosition !== null && { 'X-Write-Position': writePosition }),
    ...init.headers,
  };
  if (session) headers['Authorization'] = `Bearer ${session.access_token}`;
  if (init.json !== undefined) headers['Content-Type'] = 'application/json';
  const body = init.json === undefined ? init.form : JSON.stringify(init.json);
  const method = init.method ?? (body === undefined ? 'GET' : 'POST');
  try {
    const response = await (init.fetcher
      ? init.fetcher(path, { method, headers, body })
      : fetch(path, { method, headers, body, signal: init.signal, keepalive: init.keepalive }));
    writePosition = response.headers.get('X-Write-Position') ?? writePosition;
    return response;
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

/** Optional fields of a sign-in: the one-time code and the captcha response. */
export interface SignInExtras {
  readonly otp?: string;
  readonly [CAPTCHA_FIELD]?: string;
}

/** Sends a form while the page closes, with the current session and without waiting for the response. */
export function sendOnUnload(path: string, form: FormData): void {
  send(path, { form, keepalive: true }, readSession()).catch(() => undefined);
}

type Grant =
  | ({ grant_type: 'password'; username: string; password: string; remember_me: 0 | 1 } & SignInExtras)
  | { grant_type: 'refresh_token'; refresh_token: string };

/** The token call. It sends no bearer token, and the caller shows its failures. */
export async function requestToken(grant: Grant, rememberMe: boolean): Promise<StoredSession> {
  const json = { ...grant, client_id: OAUTH_CLIENT_ID, client_secret: '', scope: '' };
  const sendRenewal =
    grant.grant_type === 'refresh_token'
      ? (path: string, init: RenewalRequest['init']) => fetchRenewal({ token: grant.refresh_token, path, init })
      : undefined;
  const { body } = await fetchResponse<TokenResponse>('/oauth/token', { json, fetcher: sendRenewal }, null);
  return toStoredSession(body, rememberMe);
}

export const toStoredSession = (
  { access_token, refresh_token, expires_in }: TokenResponse,
  rememberMe: boolean,
): StoredSession => ({
  access_token,
  refresh_token,
  expired_at: Date.now() + expires_in * 1000,
  remember_me: rememberMe,
});

const refreshSession = createRefresh({
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  read: readSession,
  write: writeSession,
  renew: (session) =>
    requestToken({ grant_type: 'refresh_token', refresh_token: session.refresh_token }, session.remember_me),
  announce: announceRenewal,
  flags: localStorage,
  runExclusive: 'locks' in navigator ? (work) => navigator.locks.request('innkeeper.refresh', work) : undefined,
});

/** Returns the session for a call, and renews it first if due. A rejected renewal throws as a 401. */
async function getValidSession(): Promise<StoredSession | null> {
  try {
    return await refreshSession();
  } catch (error) {
    if (error instanceof ApiError && endsSession(error)) throw createSessionExpiredError();
    throw error;
  }
}

const createSessionExpiredError = () =>
  new ApiError(401, 'unauthenticated', errorMessage(401, { error: 'unauthenticated' }));

/** Renews the session if it is due, in the background. */
export async function checkSession(): Promise<void> {
  try {
    await getValidSession();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      for (const listener of unauthenticatedListeners) listener(error);
  }
}
