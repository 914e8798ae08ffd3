import { type CurrentUser, type Role, hasAnyPermission } from '@innkeeper/contract';

/** Admits users with one of the permission codes, or with a role of this level. A rule with neither admits everyone. */
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

const ROLES_BY_LEVEL: Record<RouteLevel, readonly Role[]> = {
  admin: ['admin'],
  staff: ['admin', 'staff'],
  user: ['admin', 'staff', 'user'],
  signedIn: ['admin', 'staff', 'user', 'guest'],
  onlyGuest: [],
};

export const DASHBOARD_PATH = '/company/dashboard';
/** Open to everyone, regardless of rights. */
export const DEFAULT_PATH = '/dashboard';

/** The home page of a user: the dashboard for users with the right to it, otherwise the default. */
export const homePathOf = ({ roles }: CurrentUser): string =>
  roles.includes('VIEW_DASHBOARD') ? DASHBOARD_PATH : DEFAULT_PATH;

export type RouteDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly redirectTo: string; readonly returnTo?: string };

/**
 * Decides whether a user may open `path`. Redirects a rejected user to the previous page or the home page. Redirects a
 * visitor to the sign-in, with the path to open afterwards.
 */
export function evaluateRoute(
  user: CurrentUser | null,
  rule: RouteRule,
  path: string,
  previousPath: string | undefined,
): RouteDecision {
  if (isAdmitted(user, rule)) return { isAllowed: true };
  if (!user) return { isAllowed: false, redirectTo: '/login', returnTo: path };
  const redirectPath =
    previousPath !== undefined && previousPath !== path && previousPath !== '/login' ? previousPath : homePathOf(user);
  return { isAllowed: false, redirectTo: redirectPath };
}

function isAdmitted(user: CurrentUser | null, { permissions = [], level }: RouteRule): boolean {
  if (permissions.length > 0 && user && hasAnyPermission(user.roles, permissions)) return true;
  if (level === 'onlyGuest') return user === null;
  return level ? user !== null && ROLES_BY_LEVEL[level].includes(user.role) : permissions.length === 0;
}
