import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const asking = row('users', 7, { name: 'Calon', role_group_id: null, role_group: null, two_factor: 0 });
const notice = () => page.getByRole('status').filter({ hasText: /^(Asks for access\.|Meminta akses\.)/ });
const off = () => page.getByRole('button', { name: 'Switch off two-factor sign-in' });

describe('a user who asks for access', () => {
  it('is let in by a role group', async () => {
    keepRecords('users', [asking]);
    keepRecords('role_group', [row('role_group', 3, { name: 'Front desk' })]);
    await openConsole('/others/users/7');
    await expect.element(notice()).toBeVisible();
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Role group' }).fill('Front desk');
    await page.getByRole('option', { name: /^Front desk/ }).click();
    answer('POST /api/users/7', () => {
      const group = { role_group_id: 3, role_group: { id: 3, name: 'Front desk' } };
      const accepted = row('users', 7, { ...asking, ...group, version: 2 });
      keepRecords('users', [accepted]);
      return Response.json({ data: accepted });
    });
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(notice()).not.toBeInTheDocument();
    expect((await sent('POST /api/users/7')).body).toEqual({ _method: 'POST', role_group_id: '3' });
  });

  it('is announced in Indonesian, too, and to nobody who cannot decide', async () => {
    keepRecords('users', [asking]);
    await openConsole('/others/users/7', { language: 'id' });
    await expect.element(notice()).toBeVisible();
    await openConsole('/others/users/7', { user: { roles: ALL_CODES.filter((code) => code !== 'UPDATE_USERS') } });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Calon' })).toBeVisible();
    await expect.element(notice()).not.toBeInTheDocument();
  });
});

describe('the second factor of a user who lost it', () => {
  const CALL = 'POST /api/users/7/two_factor/remove';
  const lost = row('users', 7, { name: 'Made', two_factor: 1 });

  it('is switched off after a question that names them', async () => {
    keepRecords('users', [lost]);
    answer(CALL, () => {
      keepRecords('users', [{ ...lost, two_factor: 0, version: 2 }]);
      return Response.json({ message: 'It is off.' });
    });
    await openConsole('/others/users/7');
    await off().click();
    const question = page.getByRole('alertdialog', { name: 'Switch off two-factor sign-in?' });
    await expect.element(question.getByText(/Made has lost both/)).toBeVisible();
    await expectAccessible();
    expect(await requests(CALL)).toEqual([]);
    await question.getByRole('button', { name: 'Switch off' }).click();
    await expect.element(page.getByText('It is off.')).toBeVisible();
    await expect.element(page.getByText('Signs in with a second factor.')).not.toBeInTheDocument();
  });

  it('stays where the server refuses, which is said', async () => {
    keepRecords('users', [lost]);
    answer(CALL, () => refusal(403, 'forbidden'));
    await openConsole('/others/users/7');
    await off().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(off()).toBeEnabled();
  });

  it('is not switched off here for oneself', async () => {
    keepRecords('users', [row('users', 1, { name: 'Sari', two_factor: 1 })]);
    await openConsole('/others/users/1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Sari' })).toBeVisible();
    await expect.element(off()).not.toBeInTheDocument();
  });
});
