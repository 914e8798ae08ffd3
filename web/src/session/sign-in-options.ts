import type { SignInOptions } from '@innkeeper/contract';
import { useEffect, useState } from 'react';
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

/** The options once they are loaded. Without a response they stay undefined: submitting the form shows the failure. */
export function useSignInOptions(): SignInOptions | undefined {
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => {
    loadSignInOptions().then(setOptions, () => undefined);
  }, []);
  return options;
}

/** Whether the options are loaded or failed to load, so that nothing more will appear because of them. */
export function useAreSignInOptionsKnown(): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const finish = () => setKnown(true);
    loadSignInOptions().then(finish, finish);
  }, []);
  return isKnown;
}

/** Clears the cache, so that the options are fetched again. */
export function clearSignInOptions(): void {
  optionsPromise = undefined;
}
