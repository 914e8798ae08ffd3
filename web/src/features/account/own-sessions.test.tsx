import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const lines = () => page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
const count = () => lines().elements().length;

describe('a session of the user', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.poll(count).toBe(4);
  });

  it('is listed by device with address and time, and the current one is marked', async () => {
    const here = lines().filter({ hasText: 'This device' });
    expect(here.elements()).toHaveLength(1);
    await expect.element(here).toMatchTextContent('Firefox on Linux');
    await expect.element(here.getByRole('button')).not.toBeInTheDocument();
    await expect.element(lines().filter({ hasText: 'Safari on iPhone' })).toMatchTextContent('127.0.0.1');
    await expect.element(lines().filter({ hasText: 'Edge on Windows' })).toMatchTextContent('2001:db8::1');
    await expect.element(lines().filter({ hasText: 'Unknown device' })).toMatchTextContent('02 Mar 2026');
  });

  it('can be ended individually', async () => {
    await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await sent('DELETE /api/user/sessions/2');
    await expect.poll(count).toBe(3);
    await expect.element(lines().filter({ hasText: 'Safari on iPhone' })).not.toBeInTheDocument();
    expect(await requests('DELETE /api/user/sessions/3')).toEqual([]);
  });

  it('remains when all others are ended together, after a confirmation with their number', async () => {
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Sign out all other devices?' });
    await expect.element(confirmation.getByText('3 devices will be signed out.')).toBeVisible();
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Sign out all others' }).click();
    await expect.poll(count).toBe(1);
    await expect.element(lines()).toMatchTextContent('This device');
    await expect.element(page.getByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
  });

  it('counts as ended if it no longer exists', async () => {
    mockResponse('DELETE /api/user/sessions/3', () => rejection(404, 'not_found'));
    await page.getByRole('button', { name: 'Sign out Edge on Windows' }).click();
    await sent('DELETE /api/user/sessions/3');
    await expect.poll(async () => (await requests('GET /api/user/sessions')).length).toBe(2);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
