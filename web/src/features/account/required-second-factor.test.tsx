import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RECOVERY_CODES, TWO_FACTOR_OFFER } from '../../testing/account.ts';
import { allRequests, mockResponse, setSignedInUser } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './required-second-factor.stories.ts';

const heading = page.getByRole('heading', { name: 'Set up two-factor sign-in', level: 1 });
const setUpButton = page.getByRole('button', { name: 'Set up', exact: true });

describe('a required second factor', () => {
  testInEveryVariant(stories);

  beforeEach(async () => {
    await openConsole('/dashboard', { user: { roles: ['VIEW_REGION'], must_set_up_second_factor: 1 } });
    await expect.element(heading).toBeVisible();
  });

  it('blocks every page until it is set up, and can be set up by keyboard alone', async () => {
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
    mockResponse('POST /api/user/two_factor', { data: TWO_FACTOR_OFFER });
    mockResponse('POST /api/user/two_factor/confirm', () => {
      setSignedInUser({ roles: ['VIEW_REGION'] });
      return Response.json({ data: RECOVERY_CODES });
    });
    await expect.element(setUpButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await page.getByLabelText(/^Current password/).fill('quiet-harbour-lamp');
    await userEvent.keyboard('{Enter}');
    await page.getByLabelText(/^Code/).fill('123456');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect.element(heading).not.toBeInTheDocument();
    await expect.element(page.getByRole('navigation').first()).toBeVisible();
  });

  it('remains after the setup was cancelled', async () => {
    await setUpButton.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(heading).toBeVisible();
  });

  it('can be left by signing out, and requests nothing else from the server', async () => {
    const calls = (await allRequests()).map(({ call }) => call);
    expect(calls.filter((call) => /api\/(option|region|hotel|user\/\w+)/.test(call))).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  });
});
