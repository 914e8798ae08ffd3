import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FRONT_DESK } from '../testing/fixtures.ts';
import { menu } from '../testing/menu.ts';
import { openConsole } from '../testing/open-console.tsx';
import { allRequests, mockResponse, neverResponds, setSignedInUser } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { signInAs } from '../testing/sign-in-form.ts';
import { router } from './router.tsx';

const currentPath = () => location.pathname + location.search;

describe('a visitor who is not signed in', () => {
  test.for(['/company/dashboard', '/pages/profile', '/system/hotel', '/system/region?search=Bali'])(
    'is redirected from %s to the sign-in, and returns to it afterwards',
    async (path) => {
      await openConsole(path, { user: null });
      await expect.poll(currentPath).toBe('/login');
      expect(await findRequests('GET /api/user')).toEqual([]);
      setSignedInUser({});
      mockResponse('GET /api/user/profile', neverResponds);
      mockResponse('GET /api/dashboard', neverResponds);
      await signInAs('sari.wulandari');
      await expect.poll(currentPath).toBe(path);
    },
  );

  test.for(['/error-404', '/error-500', '/under-maintenance', '/auth/forgot-password'])(
    'opens %s, which has no rule',
    async (path) => {
      await openConsole(path, { user: null });
      await expect.element(page.getByRole('heading').first()).toBeVisible();
      expect(currentPath()).toBe(path);
    },
  );
});

test('a visitor sees the name of the application on /dashboard, and signs in from there', async () => {
  await openConsole('/dashboard', { user: null });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Innkeeper' })).toBeVisible();
  expect(currentPath()).toBe('/dashboard');
  expect(await allRequests()).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect.poll(currentPath).toBe('/login');
});

describe('a user of the front desk', () => {
  test('sees only permitted pages in the menu', async () => {
    await openConsole('/dashboard', { user: FRONT_DESK });
    await expect.element(menu.getByRole('link', { name: 'Members', exact: true })).toBeVisible();
    await expect.element(menu.getByRole('link', { name: 'Users' })).not.toBeInTheDocument();
  });

  test.for(['/login', '/register'])('is redirected from %s to the dashboard', async (path) => {
    mockResponse('GET /api/dashboard', neverResponds);
    await openConsole(path, { user: FRONT_DESK });
    await expect.poll(currentPath).toBe('/company/dashboard');
  });

  test('remains on the current page if the next one is not permitted', async () => {
    await openConsole('/company/member', { user: FRONT_DESK });
    const heading = page.getByRole('heading', { level: 1, name: 'Members', exact: true });
    await expect.element(heading).toBeVisible();
    await router.navigate({ href: '/others/users' });
    await expect.element(page.getByText('You don’t have access to “Users”. Ask an administrator')).toBeVisible();
    await expect.poll(currentPath).toBe('/company/member');
    await expect.element(heading).toBeVisible();
  });

  test.each([
    ['/others/role-group/7', 'en', 'You don’t have access to “Role groups”.'],
    ['/report/revenue', 'id', 'Anda tidak memiliki akses ke “Laporan pendapatan”.'],
  ] as const)('sees where they land that %s is not permitted, in the language %s', async (path, language, text) => {
    mockResponse('GET /api/dashboard', neverResponds);
    await openConsole('/company/dashboard', { user: FRONT_DESK, language });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await router.navigate({ href: path });
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.poll(currentPath).toBe('/company/dashboard');
  });

  test('without a dashboard begins at home, where nothing is missing', async () => {
    await openConsole('/dashboard', { user: { ...FRONT_DESK, roles: ['VIEW_MEMBER'] } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await router.navigate({ href: '/company/dashboard' });
    await expect.poll(currentPath).toBe('/dashboard');
    await expect.element(page.getByText('You don’t have access')).not.toBeInTheDocument();
  });
});

test('a resumed session requests the user, then options, regions and hotels in one request', async () => {
  await openConsole('/dashboard');
  await waitForRequest('GET /api/reference_data');
  const calls = (await allRequests()).map(({ call }) => call).filter((call) => call.startsWith('GET /api/'));
  expect(calls).toEqual(['GET /api/user', 'GET /api/reference_data']);
});
