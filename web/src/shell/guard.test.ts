import type { CurrentUser } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { type RouteLevel, evaluateRoute } from './guard.ts';

const createUser = (role: CurrentUser['role'], roles: readonly string[]): CurrentUser => ({
  id: 1,
  must_change_password: 0,
  must_set_up_second_factor: 0,
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

const hotelRule = { permissions: ['VIEW_HOTEL', 'UPDATE_HOTEL'] };

describe('the route guard', () => {
  it('admits everyone to a route without a rule', () => {
    expect(evaluateRoute(null, {}, '/error-404', undefined).isAllowed).toBe(true);
  });

  it('admits a user with any one of the codes', () => {
    expect(
      evaluateRoute(createUser('staff', ['UPDATE_HOTEL']), hotelRule, '/system/hotel/7', undefined).isAllowed,
    ).toBe(true);
  });

  it('redirects a visitor to the sign-in, and stores the path for later', () => {
    expect(evaluateRoute(null, hotelRule, '/system/hotel?page=2', undefined)).toEqual({
      isAllowed: false,
      redirectTo: '/login',
      returnTo: '/system/hotel?page=2',
    });
  });

  it('redirects a rejected user to the previous page', () => {
    expect(evaluateRoute(createUser('user', []), hotelRule, '/system/hotel', '/company/member')).toEqual({
      isAllowed: false,
      redirectTo: '/company/member',
    });
  });

  it('redirects a rejected user without a previous page to the dashboard', () => {
    expect(evaluateRoute(createUser('user', ['VIEW_DASHBOARD']), hotelRule, '/system/hotel', undefined)).toEqual({
      isAllowed: false,
      redirectTo: '/company/dashboard',
    });
  });

  it('redirects a user who may not view the dashboard to the default home page', () => {
    expect(
      evaluateRoute(createUser('user', []), { permissions: ['VIEW_DASHBOARD'] }, '/company/dashboard', '/login'),
    ).toEqual({
      isAllowed: false,
      redirectTo: '/dashboard',
    });
  });

  it.each<[RouteLevel, readonly string[]]>([
    ['admin', ['admin']],
    ['staff', ['admin', 'staff']],
    ['user', ['admin', 'staff', 'user']],
    ['signedIn', ['admin', 'staff', 'user', 'guest']],
    ['onlyGuest', []],
  ])('admits to the level %s the roles %j and no others', (level, roles) => {
    const allRoles = ['admin', 'staff', 'user', 'guest'] as const;
    expect(
      allRoles.filter((role) => evaluateRoute(createUser(role, []), { level }, '/x', undefined).isAllowed),
    ).toEqual(roles);
  });

  it('admits a user by either the codes or the level of a rule that has both', () => {
    const codesOrLevel = { permissions: ['VIEW_HOTEL'], level: 'admin' } as const;
    expect(evaluateRoute(createUser('user', ['VIEW_HOTEL']), codesOrLevel, '/x', undefined).isAllowed).toBe(true);
    expect(evaluateRoute(createUser('admin', []), codesOrLevel, '/x', undefined).isAllowed).toBe(true);
    expect(evaluateRoute(createUser('staff', ['VIEW_MEMBER']), codesOrLevel, '/x', undefined).isAllowed).toBe(false);
    expect(evaluateRoute(null, codesOrLevel, '/x', undefined).isAllowed).toBe(false);
  });

  it('admits a visitor who is not signed in to the sign-in', () => {
    expect(evaluateRoute(null, { level: 'onlyGuest' }, '/login', undefined).isAllowed).toBe(true);
  });
});
