import { message } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { testInEveryVariant } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, rejection } from '../testing/mock-server.ts';
import { requests, sent } from '../testing/requests.ts';
import { stories } from './register-page.stories.ts';

const LABELS = {
  name: /^(Name|Nama)(?! (name|pengguna))/,
  username: /^(User name|Nama pengguna)/,
  email: /^Email/,
  phone_no: /^(Phone|Telepon)/,
} as const;
const field = (name: keyof typeof LABELS) => page.getByRole('textbox', { name: LABELS[name] });
const password = () => page.getByLabelText(/^(Password|Kata sandi)(?!,)/);
const again = () => page.getByLabelText(/^(Repeat password|Ulangi kata sandi)/);
const send = () => page.getByRole('button', { name: /^(Send request|Kirim permintaan)/ });

const SOMEONE = { name: 'Calon Tamu', username: 'calon.tamu', email: 'calon@example.test', phone_no: '' };

async function fillRegistrationForm(
  values: Partial<typeof SOMEONE> = {},
  word = 'quiet-harbour-lamp',
  repeated = word,
) {
  const all = { ...SOMEONE, ...values };
  await field('name').fill(all.name);
  await field('username').fill(all.username);
  await field('email').fill(all.email);
  await password().fill(word);
  await again().fill(repeated);
}

describe('a person who requests access', () => {
  testInEveryVariant(stories);

  it.each([
    ['en', 'This field is required.'],
    ['id', 'Isian ini wajib diisi.'],
  ] as const)('sees at each field what is missing before anything is sent: %s', async (language, labels) => {
    await openConsole('/register', { user: null, language });
    await send().click();
    await expect.poll(() => page.getByText(labels).elements().length).toBe(5);
    await expect.element(field('name')).toHaveFocus();
    await expect.element(field('phone_no')).not.toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(await requests('POST /auth/register')).toEqual([]);
  });

  it('sees what is invalid, and the first invalid field has the focus', async () => {
    await openConsole('/register', { user: null });
    await fillRegistrationForm({ email: 'sari' }, 'elevenchars', 'another');
    await send().click();
    await expect.element(field('email')).toHaveAccessibleDescription('Enter a valid email address.');
    await expect.element(field('email')).toHaveFocus();
    await expect.element(password()).toHaveAccessibleDescription('Min character length is 12');
    await expect.element(again()).toHaveAccessibleDescription('The passwords do not match.');
    await expectAccessible();
    await field('email').fill('sari@example.test');
    await expect.element(field('email')).not.toHaveAccessibleDescription();
  });

  it('sees at the field that a user name is taken', async () => {
    mockResponse('POST /auth/register', () =>
      rejection(422, 'validation_failed', { errors: { username: [message('taken')] } }),
    );
    await openConsole('/register', { user: null });
    await fillRegistrationForm();
    await send().click();
    await expect.element(field('username')).toHaveAccessibleDescription('Already in use.');
    await expect.element(field('username')).toHaveFocus();
    await expect.element(send()).toBeEnabled();
  });

  it.each([
    ['en', 'Request sent', 1440],
    ['id', 'Permintaan terkirim', 390],
  ] as const)('sees the next steps and the email address: %s', async (language, title, width) => {
    await page.viewport(width, 844);
    mockResponse('POST /auth/register', { message: 'Sent.' });
    await openConsole('/register', { user: null, language, theme: 'dark' });
    await fillRegistrationForm();
    await send().click();
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: 'calon@example.test' })).toBeVisible();
    expect((await sent('POST /auth/register')).body).toEqual({
      ...SOMEONE,
      password: 'quiet-harbour-lamp',
      password_confirmation: 'quiet-harbour-lamp',
    });
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
