import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SESSIONS, keepAccount } from '../../testing/account.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';

const part = () => page.getByRole('region', { name: 'Password' });
const current = () => part().getByLabelText(/^Current password/);
const fresh = () => part().getByLabelText(/^New password/);
const change = () => part().getByRole('button', { name: 'Change the password' });

describe('a new password', () => {
  beforeEach(async () => {
    keepAccount();
    await openConsole('/pages/profile');
    await expect.element(current()).toBeVisible();
  });

  it('is sent only when it is long enough, beside the current one', async () => {
    await current().fill('my password');
    await fresh().fill('elevenchars');
    await expect.element(change()).toBeDisabled();
    await expect.element(page.getByText('1 character to go')).toBeVisible();
    await fresh().fill('quiet-harbour-lamp');
    answer('POST /api/user/password', { message: 'Changed.' });
    // The server has ended the other sessions.
    answer('GET /api/user/sessions', { data: SESSIONS.slice(0, 1) });
    await change().click();
    await expect.element(page.getByText('Your other devices are signed out.')).toBeVisible();
    expect((await sent('POST /api/user/password')).body).toEqual({
      current_password: 'my password',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
    await expect.element(current()).toHaveValue('');
    await expect.element(fresh()).toHaveValue('');
    const lines = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect.poll(() => lines.elements().length).toBe(1);
  });

  it('is refused at the field that is wrong, which keeps what was typed', async () => {
    answer('POST /api/user/password', () =>
      refusal(422, 'validation_failed', { errors: { current_password: [message('wrong_password')] } }),
    );
    await current().fill('not my password');
    await fresh().fill('quiet-harbour-lamp');
    await change().click();
    await expect.element(current()).toHaveAccessibleDescription('This is not your current password.');
    await expect.element(fresh()).toHaveValue('quiet-harbour-lamp');
    await current().fill('my password');
    await expect.element(current()).not.toHaveAccessibleDescription();
  });

  it('is hidden until it is asked to be shown', async () => {
    await fresh().fill('quiet-harbour-lamp');
    await expect.element(fresh()).toHaveAttribute('type', 'password');
    await part().getByRole('button', { name: 'Show password' }).last().click();
    await expect.element(fresh()).toHaveAttribute('type', 'text');
  });
});
