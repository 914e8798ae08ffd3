import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const sessionItems = () => page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
const countSessions = () => sessionItems().elements().length;

describe('a session of the user', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.poll(countSessions).toBe(4);
  });

  it('is listed by device with address and time, and the current one is marked', async () => {
    const thisDevice = sessionItems().filter({ hasText: 'This device' });
    expect(thisDevice.elements()).toHaveLength(1);
    await expect.element(thisDevice).toMatchTextContent('Firefox on Linux');
    await expect.element(thisDevice.getByRole('button')).not.toBeInTheDocument();
    await expect.element(sessionItems().filter({ hasText: 'Safari on iPhone' })).toMatchTextContent('127.0.0.1');
    await expect.element(sessionItems().filter({ hasText: 'Edge on Windows' })).toMatchTextContent('2001:db8::1');
    await expect.element(sessionItems().filter({ hasText: 'Unknown device' })).toMatchTextContent('02 Mar 2026');
  });

  it('can be ended individually', async () => {
    await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await waitForRequest('DELETE /api/user/sessions/2');
    await expect.poll(countSessions).toBe(3);
    await expect.element(sessionItems().filter({ hasText: 'Safari on iPhone' })).not.toBeInTheDocument();
    expect(await findRequests('DELETE /api/user/sessions/3')).toEqual([]);
  });

  it('remains when all others are ended together, after a confirmation with their number', async () => {
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Sign out all other devices?' });
    await expect.element(confirmation.getByText('3 devices will be signed out.')).toBeVisible();
    await expectAccessible();
    await confirmation.getByRole('button', { name: 'Sign out all others' }).click();
    await expect.poll(countSessions).toBe(1);
    await expect.element(sessionItems()).toMatchTextContent('This device');
    await expect.element(page.getByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
  });

  it('counts as ended if it no longer exists', async () => {
    mockResponse('DELETE /api/user/sessions/3', () => rejection(404, 'not_found'));
    await page.getByRole('button', { name: 'Sign out Edge on Windows' }).click();
    await waitForRequest('DELETE /api/user/sessions/3');
    await expect.poll(async () => (await findRequests('GET /api/user/sessions')).length).toBe(2);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
