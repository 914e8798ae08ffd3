import { type CurrentUser, hasAnyPermission } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';

/** The state of the session. `starting`: a stored session is being resumed. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'guest' }
  /** There is a session, but its user could not be loaded. */
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'signed-in'; readonly user: CurrentUser };

export const sessionState = createStore<SessionState>({ status: 'starting' });

/** The signed-in user; null if nobody is signed in. */
export function currentUser(): CurrentUser | null {
  const state = sessionState.get();
  return state.status === 'signed-in' ? state.user : null;
}

/** Like `currentUser`, but rerenders the component when the user changes. */
export function useUser(): CurrentUser | null {
  const state = useStore(sessionState);
  return state.status === 'signed-in' ? state.user : null;
}

/**
 * Whether the signed-in user has at least one of these permission codes: `can('UPDATE_MEMBER')`. The console has no
 * other check of rights, and the server checks them again.
 */
export const can = (...codes: readonly string[]): boolean => hasAnyPermission(currentUser()?.roles ?? [], codes);
