import type { CurrentUser } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { type RouteLevel, evaluateRoute } from './guard.ts';

const userWith = (role: CurrentUser['role'], roles: readonly string[]): CurrentUser => ({
  id: 1,
  must_change_password: 0,
  role,
  roles,
  displayName: 'Ayu',
  photoURL: null,
  email: 'ayu@innkeeper.test',
  access_level: 'group',
  hotels: null,
  currencies: {},
  data: { username: 'ayu', email: 'ayu@innkeeper.test', branch: null, price_slab: null, settings: null, shortcuts: [] },
  navigation: [],
});

const rule = { permissions: ['VIEW_HOTEL', 'UPDATE_HOTEL'] };

describe('the route guard', () => {
  it('admits everyone to a route without a rule', () => {
    expect(evaluateRoute(null, {}, '/error-404', undefined).allowed).toBe(true);
  });

  it('admits a user with any one of the codes', () => {
    expect(evaluateRoute(userWith('staff', ['UPDATE_HOTEL']), rule, '/system/hotel/7', undefined).allowed).toBe(true);
  });

  it('redirects a visitor to the sign-in and remembers the path', () => {
    expect(evaluateRoute(null, rule, '/system/hotel?page=2', undefined)).toEqual({
      allowed: false,
      goTo: '/login',
      remember: '/system/hotel?page=2',
    });
  });

  it('redirects a rejected user to the previous page', () => {
    expect(evaluateRoute(userWith('user', []), rule, '/system/hotel', '/company/member')).toEqual({
      allowed: false,
      goTo: '/company/member',
    });
  });

  it('redirects a rejected user without a previous page to the dashboard', () => {
    expect(evaluateRoute(userWith('user', ['VIEW_DASHBOARD']), rule, '/system/hotel', undefined)).toEqual({
      allowed: false,
      goTo: '/company/dashboard',
    });
  });

  it('redirects a user who may not view the dashboard to the default home page', () => {
    expect(
      evaluateRoute(userWith('user', []), { permissions: ['VIEW_DASHBOARD'] }, '/company/dashboard', '/login'),
    ).toEqual({
      allowed: false,
      goTo: '/dashboard',
    });
  });

  it.each<[RouteLevel, readonly string[]]>([
    ['admin', ['admin']],
    ['staff', ['admin', 'staff']],
    ['user', ['admin', 'staff', 'user']],
    ['signedIn', ['admin', 'staff', 'user', 'guest']],
    ['onlyGuest', []],
  ])('admits to the level %s the roles %j and no others', (level, roles) => {
    const all = ['admin', 'staff', 'user', 'guest'] as const;
    expect(all.filter((role) => evaluateRoute(userWith(role, []), { level }, '/x', undefined).allowed)).toEqual(roles);
  });

  it('admits a user by either the codes or the level of a rule that has both', () => {
    const both = { permissions: ['VIEW_HOTEL'], level: 'admin' } as const;
    expect(evaluateRoute(userWith('user', ['VIEW_HOTEL']), both, '/x', undefined).allowed).toBe(true);
    expect(evaluateRoute(userWith('admin', []), both, '/x', undefined).allowed).toBe(true);
    expect(evaluateRoute(userWith('staff', ['VIEW_MEMBER']), both, '/x', undefined).allowed).toBe(false);
    expect(evaluateRoute(null, both, '/x', undefined).allowed).toBe(false);
  });

  it('admits a visitor who is not signed in to the sign-in', () => {
    expect(evaluateRoute(null, { level: 'onlyGuest' }, '/login', undefined).allowed).toBe(true);
  });
});
