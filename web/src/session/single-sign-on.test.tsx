// Core test: sign-in and sessions.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { visibleMessages } from '../testing/messages.ts';
import {
  HttpResponse,
  deferResponse,
  mockResponse,
  neverResponds,
  rejection,
  setSignedInUser,
} from '../testing/mock-server.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { mockSingleSignOn } from '../testing/single-sign-on.ts';
import { router } from '../shell/router.tsx';
import { sessionState } from './user.ts';

const STORAGE_KEY = 'innkeeper.single-sign-on';
const SECRETS = { state: 'the state', nonce: 'the nonce', code_verifier: 'the verifier' };
const TOKENS = { token_type: 'Bearer', access_token: 'a', refresh_token: 'r', expires_in: 900 };
const RETURN_PATH = '/auth/single-sign-on?code=the+code&state=the+state';

const startButton = page.getByRole('button', { name: 'Sign in with Hotel Group' });
/** The provider returns the browser, whose tab began this attempt. */
async function returnFromProvider(attempt: object): Promise<void> {
  await openConsole('/login', { user: null });
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
  await router.navigate({ href: RETURN_PATH });
}
const storedIn = () => [localStorage, sessionStorage].map((storage) => storage.getItem('innkeeper.session') !== null);

describe('the button for single sign-on', () => {
  beforeEach(async () => {
    mockSingleSignOn();
    await openConsole('/login', { user: null });
    await expect.element(startButton).toBeVisible();
  });

  test('keeps the secrets in this tab and opens the page of the provider', async () => {
    // An address of this page, so that the test goes on.
    mockResponse('POST /auth/single-sign-on/start', { url: '#provider', ...SECRETS });
    await page.getByRole('checkbox', { name: 'Remember me' }).click();
    await startButton.click();
    await expect.poll(() => location.hash).toBe('#provider');
    expect(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '')).toEqual({ ...SECRETS, remember_me: 1 });
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
    await expect.element(startButton).toHaveAttribute('aria-busy', 'true');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(startButton).not.toHaveAttribute('aria-busy', 'true');
  });

  test('shows that the provider is unavailable, and works again', async () => {
    mockResponse('POST /auth/single-sign-on/start', () =>
      rejection(503, 'unavailable', { message: 'Single sign-on is unavailable.' }),
    );
    await startButton.click();
    await expect.poll(visibleMessages).toEqual([['error', 'Single sign-on is unavailable.']]);
    await expect.element(startButton).not.toHaveAttribute('aria-busy', 'true');
    expect(sessionStorage.getItem(STORAGE_KEY)).toBeNull();
  });
});

test('the sign-in offers no single sign-on without a provider', async () => {
  await openConsole('/login', { user: null });
  await waitForRequest('GET /sign-in.json');
  await expect.element(page.getByRole('button', { name: 'LOGIN', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Sign in with/ })).not.toBeInTheDocument();
});

describe('the page to which the provider returns', () => {
  test.for([
    ['remembered, in local storage', 1],
    ['otherwise in session storage', 0],
  ] as const)('stores the session: %s', async ([, remember_me]) => {
    mockResponse('GET /api/dashboard', neverResponds);
    const { resolver, release } = deferResponse(() => HttpResponse.json(TOKENS));
    mockResponse('POST /auth/single-sign-on/finish', resolver);
    await returnFromProvider({ ...SECRETS, remember_me });
    await expect.element(page.getByRole('status').getByText('Please Wait..')).toBeVisible();
    expect((await waitForRequest('POST /auth/single-sign-on/finish')).body).toEqual({
      ...SECRETS,
      remember_me,
      query: '?code=the+code&state=the+state',
    });
    release();
    await expect.poll(() => location.pathname).toBe('/company/dashboard');
    expect(location.search).toBe('');
    expect(storedIn()).toEqual(remember_me === 1 ? [true, false] : [false, true]);
    expect(await findRequests('POST /auth/single-sign-on/finish')).toHaveLength(1);
  });

  test('opens the page that was requested before the sign-in', async () => {
    mockResponse('POST /auth/single-sign-on/finish', TOKENS);
    await openConsole('/others/users', { user: null });
    await expect.poll(() => location.pathname).toBe('/login');
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...SECRETS, remember_me: 0 }));
    setSignedInUser({ roles: ['VIEW_USERS'] });
    await router.navigate({ href: RETURN_PATH });
    await expect.poll(() => location.pathname).toBe('/others/users');
  });

  test('shows why the sign-in was rejected, and leads back to it', async () => {
    mockResponse('POST /auth/single-sign-on/finish', () =>
      rejection(403, 'sign_in_rejected', { message: 'Your account is not active.' }),
    );
    await openConsole(RETURN_PATH, { user: null });
    await expect.element(page.getByText('Your account is not active.')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go back to login' }));
    await expect.poll(() => location.pathname).toBe('/login');
    expect(storedIn()).toEqual([false, false]);
  });
});

test('signing out also opens the page that ends the session of the provider', async () => {
  mockResponse('POST /api/user/logout', { message: 'You are signed out.', sign_out_url: '#provider' });
  await openConsole('/logout');
  await expect.poll(() => location.hash).toBe('#provider');
  expect(storedIn()).toEqual([false, false]);
  expect(location.pathname).toBe('/logout');
  // A browser would have left the page.
  sessionState.set({ status: 'guest' });
});
