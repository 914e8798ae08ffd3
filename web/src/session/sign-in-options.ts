import type { SignInOptions } from '@innkeeper/contract';
import { api } from './api.ts';

let optionsPromise: Promise<SignInOptions> | undefined;

/** The server's options for users who are not signed in. Cached, except after a failure. Throws ApiError. */
export function loadSignInOptions(): Promise<SignInOptions> {
  optionsPromise ??= api<SignInOptions>('/sign-in.json', { announce: false }).catch((error: unknown) => {
    optionsPromise = undefined;
    throw error;
  });
  return optionsPromise;
}

/** Clears the cache, so that the options are fetched again. */
export function clearSignInOptions(): void {
  optionsPromise = undefined;
}
