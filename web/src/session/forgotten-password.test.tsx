import { message } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../shell/router.tsx';
import { expectAccessible } from '../testing/accessibility.ts';
import { testInEveryLook } from '../testing/looks.ts';
import { openConsole } from '../testing/open-console.tsx';
import { answer, refusal } from '../testing/played-server.ts';
import { requests, sent } from '../testing/requests.ts';
import { stories } from './forgotten-password.stories.ts';

const email = () => page.getByRole('textbox', { name: /^Email/ });
const fresh = () => page.getByLabelText(/^(New password|Kata sandi baru)/);
const set = () => page.getByRole('button', { name: /^(Set the password|Simpan kata sandi)/ });
const ASK = '/auth/forgot-password';
const LINK = '/auth/reset-password/the-token/sari@example.test';
const path = () => router.state.location.pathname;

describe('a forgotten password', () => {
  testInEveryLook(stories);
});

describe('a link to a new password', () => {
  it('is asked for with an address, and the answer tells nothing of an account', async () => {
    answer('POST /api/password/email', { message: 'Sent.' });
    await openConsole(ASK, { user: null });
    const send = page.getByRole('button', { name: 'Send the link' });
    await expect.element(send).toBeDisabled();
    await email().fill(' nobody@example.test ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: 'If an account has this address' })).toBeVisible();
    expect((await sent('POST /api/password/email')).body).toEqual({ email: 'nobody@example.test' });
    await expectAccessible();
  });

  it('may be asked for again with another address, and a wrong one is refused at the field', async () => {
    answer('POST /api/password/email', { message: 'Sent.' });
    await openConsole(ASK, { user: null });
    await email().fill('nobody@example.test');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'try again' }).click();
    answer('POST /api/password/email', () =>
      refusal(422, 'validation_failed', { errors: { email: [message('email')] } }),
    );
    await email().fill('a@b');
    await userEvent.keyboard('{Enter}');
    await expect.element(email()).toHaveAccessibleDescription('This is not an email address.');
  });
});

describe('a new password', () => {
  it('names its user and its missing requirements, and is its own confirmation', async () => {
    answer('POST /api/password/reset', { message: 'Set.' });
    await openConsole(LINK, { user: null });
    await expect.element(page.getByText('sari@example.test')).toBeVisible();
    await fresh().fill('elevenchars');
    await expect.element(set()).toBeDisabled();
    await expect.element(page.getByText('1 character to go')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(await requests('POST /api/password/reset')).toEqual([]);
    await fresh().fill('quiet-harbour-lamp');
    await set().click();
    await expect.element(page.getByText('Your new password is set. Please login with it.')).toBeVisible();
    await expect.poll(path).toBe('/login');
    expect((await sent('POST /api/password/reset')).body).toEqual({
      email: 'sari@example.test',
      token: 'the-token',
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
  });

  it.each([
    ['en', 'This password is too common.'],
    ['id', 'Kata sandi ini terlalu umum.'],
  ] as const)('that is too common is refused at its field: %s', async (language, words) => {
    answer('POST /api/password/reset', () =>
      refusal(422, 'validation_failed', { errors: { password: [message('common_password')] } }),
    );
    await openConsole(LINK, { user: null, language });
    await fresh().fill('password1234');
    await set().click();
    await expect.element(fresh()).toHaveAccessibleDescription(words);
    await expectAccessible();
  });

  it.each([
    ['en', 'This link has expired or was used already.', 'Ask for a new link'],
    ['id', 'Tautan ini', 'Minta tautan baru'],
  ] as const)('by a link that is over leads to another link: %s', async (language, words, other) => {
    await page.viewport(390, 844);
    answer('POST /api/password/reset', () =>
      refusal(422, 'validation_failed', { errors: { token: [message('reset_token')] } }),
    );
    await openConsole(LINK, { user: null, language });
    await fresh().fill('quiet-harbour-lamp');
    await set().click();
    await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: other }).click();
    await expect.poll(path).toBe(ASK);
  });
});
