import { type CurrentUser, type Role, permits } from '@innkeeper/contract';

/** The users who may enter a route: those who hold one of the codes, or are of the level. A route without a rule is open. */
export interface RouteRule {
  /** Codes of which any one opens the route; the specification's authRole. */
  permissions?: readonly string[];
  /**
   * The specification's auth. `admin`: admin only; `staff`: and staff; `user`: and user; `signedIn`: all signed-in users;
   * `onlyGuest`: strangers alone.
   */
  level?: RouteLevel;
}

export type RouteLevel = 'admin' | 'staff' | 'user' | 'signedIn' | 'onlyGuest';

const LEVELS: Record<RouteLevel, readonly Role[]> = {
  admin: ['admin'],
  staff: ['admin', 'staff'],
  user: ['admin', 'staff', 'user'],
  signedIn: ['admin', 'staff', 'user', 'guest'],
  onlyGuest: [],
};

export const HOME = '/company/dashboard';
/** Open to every signed-in user, whatever their rights. */
export const DEFAULT_HOME = '/dashboard';

/** The first page of a user: the dashboard with its right, else the plain home. */
export const homeOf = ({ roles }: CurrentUser): string => (roles.includes('VIEW_DASHBOARD') ? HOME : DEFAULT_HOME);

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly goTo: string; readonly remember?: string };

/**
 * Judges a visit to `to`. Denied with a role: back to where they came from, or to the dashboard; without one: to the sign-in,
 * and `remember` is where to go after it.
 */
export function evaluateRoute(
  user: CurrentUser | null,
  rule: RouteRule,
  to: string,
  cameFrom: string | undefined,
): Verdict {
  if (isAllowed(user, rule)) return { allowed: true };
  if (!user) return { allowed: false, goTo: '/login', remember: to };
  const back = cameFrom !== undefined && cameFrom !== to && cameFrom !== '/login' ? cameFrom : homeOf(user);
  return { allowed: false, goTo: back };
}

function isAllowed(user: CurrentUser | null, { permissions = [], level }: RouteRule): boolean {
  if (permissions.length > 0 && user && permits(user.roles, permissions)) return true;
  if (level === 'onlyGuest') return user === null;
  return level ? user !== null && LEVELS[level].includes(user.role) : permissions.length === 0;
}
