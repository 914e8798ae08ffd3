import type { SignInOptions } from '@innkeeper/contract';
import { api } from './api.ts';

let requested: Promise<SignInOptions> | undefined;

/** The server's options for users who are not signed in. Fetched once, and again after a failure. Throws ApiError. */
export function signInOptions(): Promise<SignInOptions> {
  requested ??= api<SignInOptions>('/sign-in.json', { announce: false }).catch((error: unknown) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** Clears the cache, so that the options are fetched again. */
export function clearSignInOptions(): void {
  requested = undefined;
}
