import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { waitForResponses } from '../testing/pending-responses.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';
import { openConsole } from '../testing/open-console.tsx';
import {
  HttpResponse,
  allRequests,
  mockResponse,
  networkError,
  deferResponse,
  setRecords,
  neverResponds,
  rejection,
  setSignedInUser,
} from '../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { row } from '../testing/rows.ts';
import { router } from '../shell/router.tsx';
import { api } from './api.ts';
import { resumeSession, signOut } from './session.ts';
import { settings } from './settings.ts';
import { DEFAULT_APPEARANCE } from './settings-shape.ts';
import { writeSession } from './stored-session.ts';
import { sessionState } from './user.ts';

const storedItems = () =>
  ['innkeeper.session', 'innkeeper.settings'].map((key) => localStorage.getItem(key) ?? sessionStorage.getItem(key));

test.for(PAGE_VARIANTS)(
  'the page /logout clears session and settings, and opens the sign-in: $language, $width px',
  async ({ language, theme, width, height }) => {
    const { resolver, release } = deferResponse(() => HttpResponse.json({ message: 'You are signed out.' }));
    mockResponse('POST /api/user/logout', resolver);
    await page.viewport(width, height);
    await openConsole('/logout', { language, theme });
    await expect.element(page.getByText(language === 'en' ? 'Logging out..' : 'Sedang keluar..')).toBeVisible();
    await expectAccessible();
    expect((await waitForRequest('POST /api/user/logout')).headers.get('authorization')).toBe('Bearer a');
    release();
    await expect.poll(() => location.pathname).toBe('/login');
    expect(storedItems()).toEqual([null, null]);
    expect(settings.get()).toEqual(DEFAULT_APPEARANCE);
  },
);

test('no page shows the menu of a user who has signed out', async () => {
  await openConsole('/logout');
  await expect.poll(() => location.pathname).toBe('/login');
  await router.navigate({ to: '/error-404' });
  await expect.element(page.getByRole('button', { name: 'User menu', exact: true })).toBeVisible();
});

test('the session ends here even if the server does not respond', async () => {
  mockResponse('POST /api/user/logout', networkError);
  await openConsole('/logout');
  await expect.poll(() => location.pathname).toBe('/login');
  expect(storedItems()).toEqual([null, null]);
});

test('no reference data is requested for a user who has already signed out', async () => {
  setSignedInUser({});
  writeSession({ access_token: 'a', refresh_token: 'r', expired_at: Date.now() + 3_600_000, remember_me: true });
  const unsubscribe = sessionState.subscribe(() => {
    if (sessionState.get().status === 'signed-in') sessionState.set({ status: 'guest' });
  });
  await resumeSession();
  unsubscribe();
  // The module that requests reference data loads asynchronously.
  await import('./reference-data.ts');
  await waitForResponses();
  expect((await allRequests()).map(({ call }) => call)).toEqual(['GET /api/user']);
});

test('a late response of an ended session is discarded and does not end a newer session', async () => {
  setRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
  await openConsole('/system/country/1');
  const savedResponse = deferResponse(() =>
    HttpResponse.json({ data: row('country', 1, { capital: 'Nusantara', version: 2 }) }),
  );
  const rejectedResponse = deferResponse(() => rejection(401, 'unauthenticated'));
  mockResponse('POST /api/country/1', savedResponse.resolver);
  mockResponse('GET /api/voucher', rejectedResponse.resolver);
  mockResponse('GET /api/dashboard', neverResponds);
  const results = Promise.allSettled([api('/api/country/1', { method: 'POST' }), api('/api/voucher')]);
  await waitForRequest('POST /api/country/1');
  await waitForRequest('GET /api/voucher');
  await signOut();
  writeSession({ access_token: 'b', refresh_token: 's', expired_at: Date.now() + 3_600_000, remember_me: true });
  await resumeSession();
  savedResponse.release();
  rejectedResponse.release();
  const expectedResult = { status: 'rejected', reason: expect.objectContaining({ code: 'unauthenticated' }) };
  expect(await results).toEqual([expectedResult, expectedResult]);
  expect(sessionState.get().status).toBe('signed-in');
  expect(await findRequests('GET /api/voucher')).toHaveLength(1);
});
