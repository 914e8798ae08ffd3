import { type CurrentUser, type Role, permits } from '@innkeeper/contract';

/** Admits users with one of the permission codes, or with a role of the level. A rule without both admits everyone. */
export interface RouteRule {
  /** Any one of these codes opens the route; `authRole` in the specification. */
  permissions?: readonly string[];
  /**
   * `auth` in the specification. `admin` admits the role admin, `staff` also staff, `user` also user, `signedIn` every
   * signed-in user, `onlyGuest` only visitors who are not signed in.
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
/** Open to every signed-in user, regardless of rights. */
export const DEFAULT_HOME = '/dashboard';

/** The home page of a user: the dashboard for users with the right to it, otherwise the default. */
export const homeOf = ({ roles }: CurrentUser): string => (roles.includes('VIEW_DASHBOARD') ? HOME : DEFAULT_HOME);

export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly goTo: string; readonly remember?: string };

/**
 * Decides whether a user may open `to`. Redirects a rejected user to the previous page or the home page. Redirects a
 * visitor to the sign-in; `remember` is the path to open afterwards.
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
