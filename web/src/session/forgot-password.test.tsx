import { message } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAccessible } from '../testing/accessibility.ts';
import { testInEveryVariant } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, rejection } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { stories } from './forgot-password.stories.ts';

const emailInput = () => page.getByRole('textbox', { name: /^Email/ });
const newPassword = () => page.getByLabelText(/^(New password|Kata sandi baru)/);
const submitButton = () => page.getByRole('button', { name: /^(Set password|Simpan kata sandi)/ });
const FORGOT_PATH = '/auth/forgot-password';
const RESET_PATH = '/auth/reset-password/the-token/sari@example.test';
const currentPath = () => router.state.location.pathname;

describe('a forgotten password', () => {
  testInEveryVariant(stories);
});

describe('a password reset link', () => {
  it('is requested with an address, and the response reveals no account', async () => {
    mockResponse('POST /api/password/email', { message: 'Sent.' });
    await openConsole(FORGOT_PATH, { user: null });
    const sendButton = page.getByRole('button', { name: 'Send the link' });
    await expect.element(sendButton).toBeDisabled();
    await emailInput().fill(' nobody@example.test ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: 'If an account uses this address' })).toBeVisible();
    expect((await waitForRequest('POST /api/password/email')).body).toEqual({ email: 'nobody@example.test' });
    await expectAccessible();
  });

  it('can be requested again with another address, and an invalid one is rejected at the field', async () => {
    mockResponse('POST /api/password/email', { message: 'Sent.' });
    await openConsole(FORGOT_PATH, { user: null });
    await emailInput().fill('nobody@example.test');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'try again' }).click();
    mockResponse('POST /api/password/email', () =>
      rejection(422, 'validation_failed', { errors: { email: [message('email')] } }),
    );
    await emailInput().fill('a@b');
    await userEvent.keyboard('{Enter}');
    await expect.element(emailInput()).toHaveAccessibleDescription('Enter a valid email address.');
  });
});

describe('a new password', () => {
  it('shows its user and the unmet requirements, and needs no confirmation field', async () => {
    mockResponse('POST /api/password/reset', { message: 'Set.' });
    await openConsole(RESET_PATH, { user: null });
    await expect.element(page.getByText('sari@example.test')).toBeVisible();
    await newPassword().fill('elevenchars');
    await expect.element(submitButton()).toBeDisabled();
    await expect.element(page.getByText('1 character to go')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(await findRequests('POST /api/password/reset')).toEqual([]);
    await newPassword().fill('quiet-harbour-lamp');
    await submitButton().click();
    await expect.element(page.getByText('Your new password is set. Please log in with it.')).toBeVisible();
    await expect.poll(currentPath).toBe('/login');
    expect((await waitForRequest('POST /api/password/reset')).body).toEqual({
      email: 'sari@example.test',
      token: 'the-token',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
  });

  it.each([
    ['en', 'This password is too common.'],
    ['id', 'Kata sandi ini terlalu umum.'],
  ] as const)('is rejected at its field if it is too common: %s', async (language, errorText) => {
    mockResponse('POST /api/password/reset', () =>
      rejection(422, 'validation_failed', { errors: { password: [message('common_password')] } }),
    );
    await openConsole(RESET_PATH, { user: null, language });
    await newPassword().fill('password1234');
    await submitButton().click();
    await expect.element(newPassword()).toHaveAccessibleDescription(errorText);
    await expectAccessible();
  });

  it.each([
    ['en', 'This link has expired or is already used.', 'Request a new link'],
    ['id', 'Tautan ini', 'Minta tautan baru'],
  ] as const)(
    'offers to request another link if the reset link has expired: %s',
    async (language, errorText, newLinkLabel) => {
      await page.viewport(390, 844);
      mockResponse('POST /api/password/reset', () =>
        rejection(422, 'validation_failed', { errors: { token: [message('reset_token')] } }),
      );
      await openConsole(RESET_PATH, { user: null, language });
      await newPassword().fill('quiet-harbour-lamp');
      await submitButton().click();
      await expect.element(page.getByRole('alert').filter({ hasText: errorText })).toBeVisible();
      await expectAccessible();
      await page.getByRole('link', { name: newLinkLabel }).click();
      await expect.poll(currentPath).toBe(FORGOT_PATH);
    },
  );
});
