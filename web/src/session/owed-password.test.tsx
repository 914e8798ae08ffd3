import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testInEveryLook } from '../testing/looks.ts';
import { openConsole } from '../testing/open-console.tsx';
import { allRequests, answer, refusal, signedInAs } from '../testing/played-server.ts';
import { sent } from '../testing/requests.ts';
import { stories } from './owed-password.stories.ts';

const heading = () => page.getByRole('heading', { name: 'Choose a new password', exact: true });
const current = () => page.getByLabelText(/^Current password/);
const fresh = () => page.getByLabelText(/^New password/);

describe('a new password that is owed', () => {
  testInEveryLook(stories);

  beforeEach(async () => {
    await openConsole('/dashboard', { user: { roles: ['VIEW_REGION'], must_change_password: 1 } });
    await expect.element(heading()).toBeVisible();
  });

  it('stands before every page, by keyboard alone, and gives way to it once it is set', async () => {
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
    await expect.element(current()).toHaveFocus();
    await userEvent.keyboard('set by another');
    await fresh().fill('quiet-harbour-lamp');
    answer('POST /api/user/password', () => {
      signedInAs({ roles: ['VIEW_REGION'] });
      return Response.json({ message: 'Changed.' });
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Your new password is set.')).toBeVisible();
    await expect.element(heading()).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation').first()).toBeVisible();
    expect((await sent('POST /api/user/password')).body).toEqual({
      current_password: 'set by another',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
  });

  it('is refused at its field, which keeps what was typed', async () => {
    answer('POST /api/user/password', () =>
      refusal(422, 'validation_failed', { errors: { password: [message('same_password')] } }),
    );
    await current().fill('quiet-harbour-lamp');
    await fresh().fill('quiet-harbour-lamp');
    await userEvent.keyboard('{Enter}');
    await expect.element(fresh()).toHaveAccessibleDescription('Choose another password than your current one.');
    await expect.element(fresh()).toHaveValue('quiet-harbour-lamp');
  });

  it('may be left by signing out, and nothing else is asked of the server meanwhile', async () => {
    const asked = (await allRequests()).map(({ call }) => call);
    expect(asked.filter((call) => /api\/(option|region|hotel|user\/\w+)/.test(call))).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  });
});
