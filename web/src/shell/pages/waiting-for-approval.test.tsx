import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockAccount } from '../../testing/account.ts';
import type { UserValues } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { readSession } from '../../session/stored-session.ts';

const PENDING_USER: UserValues = {
  role: 'guest',
  roles: [],
  access_level: null,
  hotels: [],
  email: 'calon@example.test',
};
const waitingHeading = () => page.getByRole('heading', { name: 'Waiting for approval', exact: true });

describe('a user who is waiting for approval', () => {
  beforeEach(() => openConsole('/dashboard', { user: PENDING_USER }));

  it('sees that the decision is pending, and the address to which it is mailed', async () => {
    await expect.element(waitingHeading()).toBeVisible();
    await expect.element(page.getByText('calon@example.test')).toBeVisible();
    await expectAccessible();
  });

  it('checks for a decision', async () => {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(page.getByText('No decision yet.')).toBeVisible();
    await expect.element(waitingHeading()).toBeVisible();
  });

  it('opens the profile, which has no role group yet', async () => {
    mockAccount({
      name: 'Calon',
      username: 'calon',
      email: 'calon@example.test',
      phone_no: null,
      photoURL: null,
      role_group: null,
      two_factor: false,
      is_password_allowed: true,
      recovery_codes_left: 0,
    });
    await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
    await expect.element(page.getByRole('region', { name: 'About you' }).getByText('None yet')).toBeVisible();
  });

  it('signs out by the user menu', async () => {
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await waitForRequest('POST /api/user/logout');
    await expect.poll(() => location.pathname).toBe('/login');
    expect(readSession()).toBeNull();
  });

  it('is redirected here from another page', async () => {
    router.history.push('/company/member');
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
    await expect.element(waitingHeading()).toBeVisible();
  });

  it('sees the page in Indonesian, on a phone, in the dark theme', async () => {
    await page.viewport(390, 844);
    await openConsole('/dashboard', { user: PENDING_USER, language: 'id', theme: 'dark' });
    await expect.element(page.getByRole('heading', { name: 'Menunggu persetujuan' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
