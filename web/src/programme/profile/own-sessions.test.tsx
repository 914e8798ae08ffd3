import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { keepAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const lines = () => page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
const count = () => lines().elements().length;

describe('a session of the user', () => {
  beforeEach(async () => {
    keepAccount();
    await openConsole('/pages/profile');
    await expect.poll(count).toBe(4);
  });

  it('is told by device, with address and time, and says which one this is', async () => {
    const here = lines().filter({ hasText: 'This device' });
    expect(here.elements()).toHaveLength(1);
    await expect.element(here).toMatchTextContent('Firefox on Linux');
    await expect.element(here.getByRole('button')).not.toBeInTheDocument();
    await expect.element(lines().filter({ hasText: 'Safari on iPhone' })).toMatchTextContent('127.0.0.1');
    await expect.element(lines().filter({ hasText: 'Edge on Windows' })).toMatchTextContent('2001:db8::1');
    await expect.element(lines().filter({ hasText: 'Unknown device' })).toMatchTextContent('02 Mar 2026');
  });

  it('one device is signed out alone', async () => {
    await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await sent('DELETE /api/user/sessions/2');
    await expect.poll(count).toBe(3);
    await expect.element(lines().filter({ hasText: 'Safari on iPhone' })).not.toBeInTheDocument();
    expect(await requests('DELETE /api/user/sessions/3')).toEqual([]);
  });

  it('all others are signed out at once, after a question that says how many', async () => {
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out all other devices?' });
    await expect.element(question.getByText('3 devices have to sign in again.')).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Sign out all others' }).click();
    await expect.poll(count).toBe(1);
    await expect.element(lines()).toMatchTextContent('This device');
    await expect.element(page.getByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument();
  });

  it('one that is gone already counts as ended', async () => {
    answer('DELETE /api/user/sessions/3', () => refusal(404, 'not_found'));
    await page.getByRole('button', { name: 'Sign out Edge on Windows' }).click();
    await sent('DELETE /api/user/sessions/3');
    await expect.poll(async () => (await requests('GET /api/user/sessions')).length).toBe(2);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
