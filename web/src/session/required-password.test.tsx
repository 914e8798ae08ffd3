import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testInEveryVariant } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { allRequests, mockResponse, rejection, setSignedInUser } from '../testing/mock-server.ts';
import { waitForRequest } from '../testing/requests.ts';
import { stories } from './required-password.stories.ts';

const heading = () => page.getByRole('heading', { name: 'Choose a new password', exact: true });
const currentPassword = () => page.getByLabelText(/^Current password/);
const newPassword = () => page.getByLabelText(/^New password/);

describe('a required new password', () => {
  testInEveryVariant(stories);

  beforeEach(async () => {
    await openConsole('/dashboard', { user: { roles: ['VIEW_REGION'], must_change_password: 1 } });
    await expect.element(heading()).toBeVisible();
  });

  it('blocks every page until it is set, and can be set by keyboard alone', async () => {
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
    await expect.element(currentPassword()).toHaveFocus();
    await userEvent.keyboard('set by another');
    await newPassword().fill('quiet-harbour-lamp');
    mockResponse('POST /api/user/password', () => {
      setSignedInUser({ roles: ['VIEW_REGION'] });
      return Response.json({ message: 'Changed.' });
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Your new password is set.')).toBeVisible();
    await expect.element(heading()).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation').first()).toBeVisible();
    expect((await waitForRequest('POST /api/user/password')).body).toEqual({
      current_password: 'set by another',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
  });

  it('is rejected at its field, which retains its input', async () => {
    mockResponse('POST /api/user/password', () =>
      rejection(422, 'validation_failed', { errors: { password: [message('same_password')] } }),
    );
    await currentPassword().fill('quiet-harbour-lamp');
    await newPassword().fill('quiet-harbour-lamp');
    await userEvent.keyboard('{Enter}');
    await expect.element(newPassword()).toHaveAccessibleDescription('Choose a password other than your current one.');
    await expect.element(newPassword()).toHaveValue('quiet-harbour-lamp');
  });

  it('can be left by signing out, and requests nothing else from the server', async () => {
    const calls = (await allRequests()).map(({ call }) => call);
    expect(calls.filter((call) => /api\/(option|region|hotel|user\/\w+)/.test(call))).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  });
});
