import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SESSIONS, mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';

const passwordSection = () => page.getByRole('region', { name: 'Password' });
const currentPassword = () => passwordSection().getByLabelText(/^Current password/);
const newPassword = () => passwordSection().getByLabelText(/^New password/);
const changeButton = () => passwordSection().getByRole('button', { name: 'Change password' });

describe('a new password', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.element(currentPassword()).toBeVisible();
  });

  it('is sent only if it is long enough, along with the current one', async () => {
    await currentPassword().fill('my password');
    await newPassword().fill('elevenchars');
    await expect.element(changeButton()).toBeDisabled();
    await expect.element(page.getByText('1 character to go')).toBeVisible();
    await newPassword().fill('quiet-harbour-lamp');
    mockResponse('POST /api/user/password', { message: 'Changed.' });
    // The server has ended the other sessions.
    mockResponse('GET /api/user/sessions', { data: SESSIONS.slice(0, 1) });
    await changeButton().click();
    await expect.element(page.getByText('Your other devices are signed out.')).toBeVisible();
    expect((await waitForRequest('POST /api/user/password')).body).toEqual({
      current_password: 'my password',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
    await expect.element(currentPassword()).toHaveValue('');
    await expect.element(newPassword()).toHaveValue('');
    const deviceItems = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
    await expect.poll(() => deviceItems.elements().length).toBe(1);
  });

  it('is rejected at the invalid field, which retains its input', async () => {
    mockResponse('POST /api/user/password', () =>
      rejection(422, 'validation_failed', { errors: { current_password: [message('wrong_password')] } }),
    );
    await currentPassword().fill('not my password');
    await newPassword().fill('quiet-harbour-lamp');
    await changeButton().click();
    await expect.element(currentPassword()).toHaveAccessibleDescription('Wrong current password.');
    await expect.element(newPassword()).toHaveValue('quiet-harbour-lamp');
    await currentPassword().fill('my password');
    await expect.element(currentPassword()).not.toHaveAccessibleDescription();
  });

  it('is hidden until the user shows it', async () => {
    await newPassword().fill('quiet-harbour-lamp');
    await expect.element(newPassword()).toHaveAttribute('type', 'password');
    await passwordSection().getByRole('button', { name: 'Show password' }).last().click();
    await expect.element(newPassword()).toHaveAttribute('type', 'text');
  });
});
