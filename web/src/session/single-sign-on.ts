import type { SingleSignOnStart, TokenResponse } from '@innkeeper/contract';
import { isObject } from '../ui/is-object.ts';
import { api, toStoredSession } from './api.ts';
import { beginSession } from './session.ts';

/** The secrets of an attempt, in the storage of this tab until the provider returns the browser. */
type Attempt = Omit<SingleSignOnStart, 'url'> & { readonly remember_me: 0 | 1 };

const STORAGE_KEY = 'innkeeper.single-sign-on';

/** Opens the provider's page. Throws ApiError if it is unavailable, which is announced. */
export async function startSingleSignOn(isRemembered: boolean): Promise<void> {
  const { url, ...secrets } = await api<SingleSignOnStart>('/auth/single-sign-on/start', { method: 'POST' });
  const attempt: Attempt = { ...secrets, remember_me: isRemembered ? 1 : 0 };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
  location.assign(url);
}

/** The attempt that this tab began, which works once. */
function takeAttempt(): Readonly<Record<string, unknown>> {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The attempt that is finishing: React may run an effect twice. */
let finishing: Promise<void> | undefined;

/** Signs in with the query that the provider added to the address. Throws ApiError, whose message the page shows. */
export function finishSingleSignOn(query: string): Promise<void> {
  finishing ??= requestSession(query).finally(() => {
    finishing = undefined;
  });
  return finishing;
}

async function requestSession(query: string): Promise<void> {
  const attempt = takeAttempt();
  const body = await api<TokenResponse>('/auth/single-sign-on/finish', {
    json: { ...attempt, query },
    announce: false,
  });
  await beginSession(toStoredSession(body, attempt['remember_me'] === 1));
}
