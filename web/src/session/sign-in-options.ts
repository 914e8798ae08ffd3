import type { SignInOptions } from '@innkeeper/contract';
import { api } from './api.ts';

let asked: Promise<SignInOptions> | undefined;

/** The server's sign-in options for strangers: fetched once, and again if no answer came. Throws ApiError. */
export function signInOptions(): Promise<SignInOptions> {
  asked ??= api<SignInOptions>('/sign-in.json', { announce: false }).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** They are asked for anew. */
export function forgetSignInOptions(): void {
  asked = undefined;
}
