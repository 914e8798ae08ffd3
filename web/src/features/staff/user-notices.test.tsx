import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const applicantRow = row('users', 7, { name: 'Calon', role_group_id: null, role_group: null, two_factor: 0 });
const requestNotice = () => page.getByRole('status').filter({ hasText: /^(Requests access\.|Meminta akses\.)/ });
const turnOffButton = () => page.getByRole('button', { name: 'Turn off two-factor sign-in' });

describe('a user who requests access', () => {
  it('is granted access through a role group', async () => {
    setRecords('users', [applicantRow]);
    setRecords('role_group', [row('role_group', 3, { name: 'Front desk' })]);
    await openConsole('/others/users/7');
    await expect.element(requestNotice()).toBeVisible();
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Role group' }).fill('Front desk');
    await page.getByRole('option', { name: /^Front desk/ }).click();
    mockResponse('POST /api/users/7', () => {
      const groupValues = { role_group_id: 3, role_group: { id: 3, name: 'Front desk' } };
      const acceptedUser = row('users', 7, { ...applicantRow, ...groupValues, version: 2 });
      setRecords('users', [acceptedUser]);
      return Response.json({ data: acceptedUser });
    });
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(requestNotice()).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/users/7')).body).toEqual({ _method: 'POST', role_group_id: '3' });
  });

  it('is shown in Indonesian too, and only to users who can decide', async () => {
    setRecords('users', [applicantRow]);
    await openConsole('/others/users/7', { language: 'id' });
    await expect.element(requestNotice()).toBeVisible();
    await openConsole('/others/users/7', { user: { roles: ALL_CODES.filter((code) => code !== 'UPDATE_USERS') } });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Calon' })).toBeVisible();
    await expect.element(requestNotice()).not.toBeInTheDocument();
  });
});

describe('the second factor of a user who lost it', () => {
  const REMOVE_CALL = 'POST /api/users/7/two_factor/remove';
  const userWithTwoFactor = row('users', 7, { name: 'Made', two_factor: 1 });

  it('is disabled after a confirmation with the name of the user', async () => {
    setRecords('users', [userWithTwoFactor]);
    mockResponse(REMOVE_CALL, () => {
      setRecords('users', [{ ...userWithTwoFactor, two_factor: 0, version: 2 }]);
      return Response.json({ message: 'It is off.' });
    });
    await openConsole('/others/users/7');
    await turnOffButton().click();
    const confirmation = page.getByRole('alertdialog', { name: 'Turn off two-factor sign-in?' });
    await expect.element(confirmation.getByText(/Made has lost both/)).toBeVisible();
    await expectAccessible();
    expect(await findRequests(REMOVE_CALL)).toEqual([]);
    await confirmation.getByRole('button', { name: 'Turn off' }).click();
    await expect.element(page.getByText('It is off.')).toBeVisible();
    await expect.element(page.getByText('Two-factor sign-in is on.')).not.toBeInTheDocument();
  });

  it('stays enabled if the server rejects it, with a message', async () => {
    setRecords('users', [userWithTwoFactor]);
    mockResponse(REMOVE_CALL, () => rejection(403, 'forbidden'));
    await openConsole('/others/users/7');
    await turnOffButton().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(turnOffButton()).toBeEnabled();
  });

  it('cannot be disabled here for oneself', async () => {
    setRecords('users', [row('users', 1, { name: 'Sari', two_factor: 1 })]);
    await openConsole('/others/users/1');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Sari' })).toBeVisible();
    await expect.element(turnOffButton()).not.toBeInTheDocument();
  });
});

describe('a user who was invited', () => {
  const invited_at = '2026-11-20 03:00:00';
  const invitedUser = row('users', 7, { name: 'Dewi', email: 'dewi@example.test', role_group_id: 3, invited_at });
  const notice = () => page.getByRole('status').filter({ hasText: 'not signed in yet' });

  it('is shown as such, and can be sent the invitation again', async () => {
    setRecords('users', [invitedUser]);
    await openConsole('/others/users/7');
    await expect.element(notice()).toMatchTextContent('Invited on 20 Nov 2026');
    await expectAccessible();
    mockResponse('POST /api/users/7/invite', { data: { ...invitedUser, version: 2 } });
    await notice().getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Invitation sent to dewi@example.test.')).toBeVisible();
    expect((await waitForRequest('POST /api/users/7/invite')).body).toEqual({});
  });

  it('is not shown to users who cannot invite, nor once a password is chosen', async () => {
    setRecords('users', [invitedUser]);
    await openConsole('/others/users/7', { user: { roles: ALL_CODES.filter((code) => code !== 'UPDATE_USERS') } });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Dewi' })).toBeVisible();
    await expect.element(notice()).not.toBeInTheDocument();
    setRecords('users', [{ ...invitedUser, invited_at: null }]);
    await openConsole('/others/users/7');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Dewi' })).toBeVisible();
    await expect.element(notice()).not.toBeInTheDocument();
  });
});
