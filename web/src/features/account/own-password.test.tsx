import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SESSIONS, mockAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { sent } from '../../testing/requests.ts';

const part = () => page.getByRole('region', { name: 'Password' });
const current = () => part().getByLabelText(/^Current password/);
const newPassword = () => part().getByLabelText(/^New password/);
const change = () => part().getByRole('button', { name: 'Change password' });

describe('a new password', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.element(current()).toBeVisible();
  });

  it('is sent only if it is long enough, along with the current one', async () => {
    await current().fill('my password');
    await newPassword().fill('elevenchars');
    await expect.element(change()).toBeDisabled();
    await expect.element(page.getByText('1 character to go')).toBeVisible();
    await newPassword().fill('quiet-harbour-lamp');
    mockResponse('POST /api/user/password', { message: 'Changed.' });
    // The server has ended the other sessions.
    mockResponse('GET /api/user/sessions', { data: SESSIONS.slice(0, 1) });
    await change().click();
    await expect.element(page.getByText('Your other devices are signed out.')).toBeVisible();
    expect((await sent('POST /api/user/password')).body).toEqual({
      current_password: 'my password',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
    await expect.element(current()).toHaveValue('');
    await expect.element(newPassword()).toHaveValue('');
    const lines = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
    await expect.poll(() => lines.elements().length).toBe(1);
  });

  it('is rejected at the invalid field, which retains its input', async () => {
    mockResponse('POST /api/user/password', () =>
      rejection(422, 'validation_failed', { errors: { current_password: [message('wrong_password')] } }),
    );
    await current().fill('not my password');
    await newPassword().fill('quiet-harbour-lamp');
    await change().click();
    await expect.element(current()).toHaveAccessibleDescription('Wrong current password.');
    await expect.element(newPassword()).toHaveValue('quiet-harbour-lamp');
    await current().fill('my password');
    await expect.element(current()).not.toHaveAccessibleDescription();
  });

  it('is hidden until the user shows it', async () => {
    await newPassword().fill('quiet-harbour-lamp');
    await expect.element(newPassword()).toHaveAttribute('type', 'password');
    await part().getByRole('button', { name: 'Show password' }).last().click();
    await expect.element(newPassword()).toHaveAttribute('type', 'text');
  });
});
