import { message } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { testInEveryVariant } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, rejection } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { stories } from './register-page.stories.ts';

const LABELS = {
  name: /^(Name|Nama)(?! (name|pengguna))/,
  username: /^(User name|Nama pengguna)/,
  email: /^Email/,
  phone_no: /^(Phone|Telepon)/,
} as const;
const fieldInput = (name: keyof typeof LABELS) => page.getByRole('textbox', { name: LABELS[name] });
const passwordInput = () => page.getByLabelText(/^(Password|Kata sandi)(?!,)/);
const repeatInput = () => page.getByLabelText(/^(Repeat password|Ulangi kata sandi)/);
const sendButton = () => page.getByRole('button', { name: /^(Send request|Kirim permintaan)/ });

const APPLICANT = { name: 'Calon Tamu', username: 'calon.tamu', email: 'calon@example.test', phone_no: '' };

async function fillRegistrationForm(
  values: Partial<typeof APPLICANT> = {},
  password = 'quiet-harbour-lamp',
  repeatedPassword = password,
) {
  const input = { ...APPLICANT, ...values };
  await fieldInput('name').fill(input.name);
  await fieldInput('username').fill(input.username);
  await fieldInput('email').fill(input.email);
  await passwordInput().fill(password);
  await repeatInput().fill(repeatedPassword);
}

describe('a person who requests access', () => {
  testInEveryVariant(stories);

  it.each([
    ['en', 'This field is required.'],
    ['id', 'Isian ini wajib diisi.'],
  ] as const)('sees an error at each missing field before anything is sent: %s', async (language, errorText) => {
    await openConsole('/register', { user: null, language });
    await sendButton().click();
    await expect.poll(() => page.getByText(errorText).elements().length).toBe(5);
    await expect.element(fieldInput('name')).toHaveFocus();
    await expect.element(fieldInput('phone_no')).not.toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(await findRequests('POST /auth/register')).toEqual([]);
  });

  it('sees an error at each invalid field, and the first one gets the focus', async () => {
    await openConsole('/register', { user: null });
    await fillRegistrationForm({ email: 'sari' }, 'elevenchars', 'another');
    await sendButton().click();
    await expect.element(fieldInput('email')).toHaveAccessibleDescription('Enter a valid email address.');
    await expect.element(fieldInput('email')).toHaveFocus();
    await expect.element(passwordInput()).toHaveAccessibleDescription('Min character length is 12');
    await expect.element(repeatInput()).toHaveAccessibleDescription('The passwords do not match.');
    await expectAccessible();
    await fieldInput('email').fill('sari@example.test');
    await expect.element(fieldInput('email')).not.toHaveAccessibleDescription();
  });

  it('sees at the field that a user name is taken', async () => {
    mockResponse('POST /auth/register', () =>
      rejection(422, 'validation_failed', { errors: { username: [message('taken')] } }),
    );
    await openConsole('/register', { user: null });
    await fillRegistrationForm();
    await sendButton().click();
    await expect.element(fieldInput('username')).toHaveAccessibleDescription('Already in use.');
    await expect.element(fieldInput('username')).toHaveFocus();
    await expect.element(sendButton()).toBeEnabled();
  });

  it.each([
    ['en', 'Request sent', 1440],
    ['id', 'Permintaan terkirim', 390],
  ] as const)('sees the next steps and the email address: %s', async (language, title, width) => {
    await page.viewport(width, 844);
    mockResponse('POST /auth/register', { message: 'Sent.' });
    await openConsole('/register', { user: null, language, theme: 'dark' });
    await fillRegistrationForm();
    await sendButton().click();
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: 'calon@example.test' })).toBeVisible();
    expect((await waitForRequest('POST /auth/register')).body).toEqual({
      ...APPLICANT,
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
