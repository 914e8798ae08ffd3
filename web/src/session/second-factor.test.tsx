import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, rejection, setSignedInUser } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';

const usernameInput = () => page.getByRole('textbox', { name: /^Email\/username/ });
const codeInput = () => page.getByRole('textbox', { name: /^Code/ });
const rejectCode = () => rejection(422, 'validation_failed', { errors: { otp: [message('wrong_code')] } });

/** Mocks a server that requires a code, and accepts the given ones. */
function requireCode(...accepted: readonly string[]): void {
  mockResponse('POST /oauth/token', async ({ request }) => {
    const body: unknown = await request.clone().json();
    const otp = typeof body === 'object' && body !== null && 'otp' in body ? body.otp : undefined;
    if (otp === undefined) return rejection(401, 'two_factor_required');
    return typeof otp === 'string' && accepted.includes(otp) ? undefined : rejectCode();
  });
}

describe('a second factor at the sign-in', () => {
  beforeEach(async () => {
    // The home page is minimal for a user who may not see the dashboard.
    setSignedInUser({ roles: ['VIEW_REGION'] });
    requireCode('246810', 'k7mp-0wxa-0zq3');
    await openConsole('/login', { user: null });
    await usernameInput().fill('sari.wulandari');
    await page.getByLabelText(/^Password/).fill('quiet-harbour-lamp');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'One more step', exact: true })).toBeVisible();
    await expect.element(codeInput()).toHaveFocus();
  });

  it('is a numeric field that phones can fill in', async () => {
    await expect.element(codeInput()).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(codeInput()).toHaveAttribute('inputmode', 'numeric');
    await expectAccessible();
  });

  it('is sent after its sixth digit; a wrong code is shown at the field, which is cleared', async () => {
    await codeInput().fill('11 11-11');
    await expect.element(codeInput()).toHaveAccessibleDescription('This code is wrong or already used.');
    await expect.element(codeInput()).toHaveValue('');
    await expect.element(codeInput()).toHaveFocus();
    expect((await waitForRequest('POST /oauth/token')).body).toMatchObject({
      otp: '111111',
      username: 'sari.wulandari',
    });
    await codeInput().fill('246810');
    await expect.poll(() => router.state.location.pathname).not.toBe('/login');
  });

  it('can be left with the back button, which retains the user name', async () => {
    await page.getByRole('button', { name: 'Go back to login' }).click();
    await expect.element(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
    await expect.element(usernameInput()).toHaveValue('sari.wulandari');
  });

  it('can be a recovery code, which is sent when complete', async () => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recoveryInput = page.getByRole('textbox', { name: 'Recovery code' });
    await expect.element(recoveryInput).toHaveFocus();
    await expect.element(recoveryInput).toHaveAttribute('inputmode', 'text');
    const requestCount = (await findRequests('POST /oauth/token')).length;
    await recoveryInput.fill(' k7mp-0wxa-0zq3 ');
    expect(await findRequests('POST /oauth/token')).toHaveLength(requestCount);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).not.toBe('/login');
    expect((await waitForRequest('POST /oauth/token')).body).toMatchObject({ otp: 'k7mp-0wxa-0zq3' });
  });
});
