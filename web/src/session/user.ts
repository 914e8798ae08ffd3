import { type CurrentUser, permits } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';

/** The state of the session. `starting`: a stored session is being taken up. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'guest' }
  /** A session is there, but the server did not say whose. */
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'signed-in'; readonly user: CurrentUser };

export const sessionState = createStore<SessionState>({ status: 'starting' });

/** The signed-in user, null for nobody. */
export function currentUser(): CurrentUser | null {
  const state = sessionState.get();
  return state.status === 'signed-in' ? state.user : null;
}

/** The signed-in user, null for nobody; the component follows it. */
export function useUser(): CurrentUser | null {
  const state = useStore(sessionState);
  return state.status === 'signed-in' ? state.user : null;
}

/**
 * Whether the signed-in user holds one of these codes: `can('UPDATE_MEMBER')`. The one question about rights in the console;
 * the server asks it again.
 */
export const can = (...codes: readonly string[]): boolean => permits(currentUser()?.roles ?? [], codes);
