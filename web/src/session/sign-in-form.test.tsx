// Core test: sign-in and sessions.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { visibleMessages } from '../testing/messages.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, neverResponds, rejection } from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { passwordInput, signInAs, submitButton, usernameInput } from '../testing/sign-in-form.ts';

const TOO_SHORT_TEXT = { en: 'Min character length is 4', id: 'Minimal 4 karakter' };

const openLogin = async (language: 'en' | 'id' = 'en') => {
  await openConsole('/login', { user: null, language });
  await expect.element(usernameInput).toHaveFocus();
};

describe('the sign-in', () => {
  test('can be sent once name and password have four characters each', async () => {
    await openLogin();
    await expect.element(submitButton).toBeDisabled();
    await usernameInput.fill('abc');
    await passwordInput.fill('long enough');
    await expect.element(submitButton).toBeDisabled();
    await usernameInput.fill('abcd');
    await expect.element(submitButton).toBeEnabled();
    await passwordInput.fill('abc');
    await expect.element(submitButton).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(await findRequests('POST /oauth/token')).toEqual([]);
    await passwordInput.fill('abcd');
    await expect.element(submitButton).toBeEnabled();
  });

  test.for(['en', 'id'] as const)('shows at both fields that they are too short, in %s', async (language) => {
    await openLogin(language);
    await usernameInput.fill('abc');
    await passwordInput.fill('abc');
    await userEvent.tab();
    await expect.element(usernameInput).toHaveAccessibleDescription(TOO_SHORT_TEXT[language]);
    await expect.element(passwordInput).toHaveAccessibleDescription(TOO_SHORT_TEXT[language]);
    await usernameInput.fill('abcd');
    await expect.poll(() => page.getByText(TOO_SHORT_TEXT[language]).elements().length).toBe(1);
  });

  test('sends name, password and “Remember me”, and shows that it is waiting', async () => {
    const { resolver, release } = deferResponse(() => rejection(400, 'invalid_grant'));
    mockResponse('POST /oauth/token', resolver);
    await openLogin();
    await page.getByRole('checkbox', { name: 'Remember me' }).click();
    await signInAs(' sari.wulandari ', 'a long password');
    await expect.element(page.getByRole('button', { name: 'Please Wait..' })).toBeDisabled();
    expect((await waitForRequest('POST /oauth/token')).body).toMatchObject({
      grant_type: 'password',
      username: 'sari.wulandari',
      password: 'a long password',
      remember_me: 1,
    });
    release();
    await expect.poll(visibleMessages).toEqual([['error', 'Oops! Invalid Username or Password']]);
    await expect.element(submitButton).toBeEnabled();
    await expect.element(passwordInput).toHaveValue('a long password');
    const alert = page.getByText('The name or the password is wrong.');
    await expect.element(alert).toBeVisible();
    await passwordInput.fill('another password');
    await expect.element(alert).not.toBeInTheDocument();
  });

  test.for([
    ['local storage if it is remembered', true],
    ['session storage otherwise', false],
  ] as const)('stores the session in %s', async ([, isRemembered]) => {
    mockResponse('GET /api/dashboard', neverResponds);
    await openLogin();
    if (isRemembered) await page.getByRole('checkbox', { name: 'Remember me' }).click();
    await signInAs('sari.wulandari');
    await expect.poll(() => location.pathname).toBe('/company/dashboard');
    const isStored = [localStorage, sessionStorage].map((storage) => storage.getItem('innkeeper.session') !== null);
    expect(isStored).toEqual([isRemembered, !isRemembered]);
  });

  test('links to the pages for a forgotten password and for requesting access', async () => {
    await openLogin();
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await expect.poll(() => location.pathname).toBe('/auth/forgot-password');
    await page.getByRole('link', { name: 'Go back to login' }).click();
    await page.getByRole('link', { name: 'Request access' }).click();
    await expect.poll(() => location.pathname).toBe('/register');
  });
});

describe('a rejected sign-in', () => {
  test.for(['email', 'username'])('shows an error of %s at the name and disables the button', async (field) => {
    mockResponse('POST /oauth/token', () =>
      rejection(422, 'validation_failed', { errors: { [field]: ['Nobody here.'] } }),
    );
    await openLogin();
    await signInAs('somebody', 'some password');
    await expect.element(usernameInput).toHaveAccessibleDescription('Nobody here.');
    await expect.element(submitButton).toBeDisabled();
    expect(visibleMessages()).toEqual([]);
    await usernameInput.fill('somebody else');
    await expect.element(usernameInput).toHaveAccessibleDescription('');
    await expect.element(submitButton).toBeEnabled();
  });

  test('shows an error of the password at its field and disables the button', async () => {
    mockResponse('POST /oauth/token', () =>
      rejection(422, 'validation_failed', { errors: { password: ['required'] } }),
    );
    await openLogin();
    await signInAs('somebody', 'some password');
    await expect.element(passwordInput).toHaveAccessibleDescription('This field is required.');
    await expect.element(usernameInput).toHaveAccessibleDescription('');
    await expect.element(submitButton).toBeDisabled();
    await passwordInput.fill('another password');
    await expect.element(submitButton).toBeEnabled();
  });

  test('shows the server’s message for a 401 and does not leave the page', async () => {
    mockResponse('POST /oauth/token', () => HttpResponse.json({ message: 'Klien ditolak.' }, { status: 401 }));
    await openLogin();
    await signInAs('somebody', 'apa-saja-boleh');
    await expect.poll(visibleMessages).toEqual([['error', 'Klien ditolak.']]);
    expect(location.pathname).toBe('/login');
    await expect.element(passwordInput).toHaveValue('apa-saja-boleh');
  });
});
