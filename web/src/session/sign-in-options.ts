import type { SignInOptions } from '@innkeeper/contract';
import { api } from './api.ts';

let requested: Promise<SignInOptions> | undefined;

/** The server's sign-in options for strangers: fetched once, and again if no answer came. Throws ApiError. */
export function signInOptions(): Promise<SignInOptions> {
  requested ??= api<SignInOptions>('/sign-in.json', { announce: false }).catch((error: unknown) => {
    requested = undefined;
    throw error;
  });
  return requested;
}

/** They are asked for anew. */
export function clearSignInOptions(): void {
  requested = undefined;
}
