import type { BrowserContext, Page } from '@playwright/test';
import { ACCOUNTS, createMember, expect, SESSION_KEY, type Session, signIn, test } from '../src/test.ts';

test.use({ account: null });

test.describe('a session that the server has ended', () => {
  test.use({ expectedErrors: [/401/] });

  test('shows a message at the sign-in, and offers the unsaved input after the next one', async ({
    page,
    client,
    user,
    openSignedIn,
  }) => {
    const member = await createMember(client);
    await openSignedIn(`/company/member/${member.id}?tab=data`);
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Melukis');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Melukis');
    await client.delete(`/api/users/${user.id}`);
    // Any request may detect the end of the session first, and its redirect removes the button. The shortcut works in
    // either case.
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert').first()).toBeVisible();

    await client.post(`/api/users/restoreBulk`, { ids: [user.id] });
    await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
    await page.locator('input[name=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}\\?tab=data$`));
    await page
      .getByRole('status')
      .filter({ hasText: 'unsaved draft' })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('Melukis');
  });
});

test('two tabs with an expiring token renew it with a single request', async ({ page, context, openSignedIn }) => {
  const renewals: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) renewals.push(request.postData() ?? '');
  });
  await openSignedIn('/system/region');
  const otherTab = await context.newPage();
  await otherTab.goto('/system/country');
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  await expect(otherTab.getByRole('grid', { name: 'Countries' }).getByRole('row').nth(2)).toBeVisible();

  const previousToken = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string; expired_at: number };
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() }));
    return session.access_token;
  }, SESSION_KEY);
  await Promise.all([page, otherTab].map((tab) => tab.getByRole('button', { name: 'Refresh' }).click()));
  for (const tab of [page, otherTab]) {
    await tab.waitForFunction(([key, token]) => !(localStorage.getItem(key) ?? '').includes(token), [
      SESSION_KEY,
      previousToken,
    ] as const);
    await tab.getByRole('searchbox', { name: 'Search this list' }).fill('Indo');
    await expect(tab).toHaveURL(/search=Indo/);
    await expect(tab.getByRole('row').filter({ hasText: 'Indonesia' }).first()).toBeVisible();
  }
  expect(renewals.filter((body) => body.includes('refresh_token'))).toHaveLength(1);
});

test('logging out in one tab logs out the other', async ({ page, context, openSignedIn }) => {
  await openSignedIn('/system/region');
  const otherTab = await context.newPage();
  await otherTab.goto('/system/country');
  await expect(otherTab.getByRole('grid', { name: 'Countries' })).toBeVisible();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(otherTab).toHaveURL(/\/login$/);
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/login$/);
});

/** Records the token requests that renew a session. A service worker sends them, so listen on the context. */
function trackTokenRenewals(context: BrowserContext): string[] {
  const renewals: string[] = [];
  context.on('request', (request) => {
    const body = request.url().endsWith('/oauth/token') ? (request.postData() ?? '') : '';
    if (body.includes('refresh_token')) renewals.push(body);
  });
  return renewals;
}

test('a session without "remember me" ends with its last tab', async ({ page, context, user }) => {
  await signIn(page, user.username, '/login', user.password);
  const readSessionStores = (openPage: Page) =>
    openPage.evaluate((key) => [localStorage.getItem(key) !== null, sessionStorage.getItem(key) !== null], SESSION_KEY);
  expect(await readSessionStores(page)).toEqual([false, true]);
  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await expect(otherTab.getByRole('button', { name: /^User menu/ })).toBeVisible();
  expect(await readSessionStores(otherTab)).toEqual([false, true]);
  await otherTab.close();
  await page.close();
  const laterTab = await context.newPage();
  await laterTab.goto('/company/member');
  await expect(laterTab).toHaveURL(/\/login$/);
});

const RENEWAL_MARGIN_MS = 30_000;

test("an active user's session is renewed 5000 ms after a response, within 30 s of its expiry", async ({
  page,
  context,
  openSignedIn,
}) => {
  const renewals = trackTokenRenewals(context);
  await page.clock.install();
  await openSignedIn('/system/region');
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const setExpiry = (milliseconds: number) =>
    page.evaluate(
      ([key, time]) => {
        const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
        localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() + time }));
      },
      [SESSION_KEY, milliseconds] as const,
    );
  // The renewal becomes due one second after the response, so that only the check after the response can detect it.
  await setExpiry(RENEWAL_MARGIN_MS + 1000);
  const responseReceived = page.waitForResponse(/\/api\/region(\?|$)/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await (await responseReceived).finished();
  await page.clock.runFor(4800);
  await page.clock.runFor(100);
  expect(renewals).toEqual([]);
  // The renewal first waits for messages from other tabs, so the clock must keep running.
  await expect(async () => {
    await page.clock.runFor(50);
    expect(renewals).toHaveLength(1);
  }).toPass();
});

test('the refresh interval is 900000 ms on an idle page', async ({ page, context, openSignedIn }) => {
  const renewals = trackTokenRenewals(context);
  await page.clock.install();
  await openSignedIn('/dashboard');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  const startTime = await page.evaluate(() => Math.floor(performance.now()));
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() + 300_000 }));
  }, SESSION_KEY);
  await page.clock.runFor(900_000 - startTime - 2000);
  expect(renewals).toEqual([]);
  await page.clock.runFor(4000);
  await expect.poll(() => renewals.length).toBe(1);
});

test('a reload in the middle of a refresh keeps the session', async ({ page, context, openSignedIn }) => {
  await openSignedIn('/system/region');
  const grid = page.getByRole('grid', { name: 'Regions' });
  await expect(grid.getByRole('row').nth(2)).toBeVisible();
  await page.waitForFunction(async () =>
    (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active?.state === 'activated'),
  );
  let signalReload = (): void => undefined;
  const reloaded = new Promise<void>((resolve) => {
    signalReload = resolve;
  });
  let renewals = 0;
  await context.route('**/oauth/token', async (route) => {
    renewals += 1;
    const response = await route.fetch();
    // The server has consumed the token; its response arrives only after the reload.
    await reloaded;
    await route.fulfill({ response });
  });
  const previousToken = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() }));
    return session.refresh_token;
  }, SESSION_KEY);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => renewals).toBe(1);
  await page.reload({ waitUntil: 'commit' });
  signalReload();
  await expect(grid.getByRole('row').nth(2)).toBeVisible();
  expect(renewals).toBe(1);
  expect(await page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION_KEY)).not.toContain(previousToken);
});

test('a draft is offered only to the user who typed it', async ({ page, client, user, openSignedIn }) => {
  const member = await createMember(client);
  await openSignedIn(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Merajut');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Merajut');
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  page.on('dialog', (dialog) => void dialog.accept());
  const draftNotice = page.getByRole('status').filter({ hasText: 'unsaved draft' });

  await signIn(page, ACCOUNTS.administrator, `/company/member/${member.id}?tab=data`);
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('');
  await expect(draftNotice).toBeHidden();

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, user.username, '/login', user.password);
  await page.goto(`/company/member/${member.id}`);
  await expect(draftNotice).toBeVisible();
});

test.describe('a session that expired in the meantime', () => {
  test.use({ expectedErrors: [/401/] });

  for (const path of ['/login', '/logout', '/system/region'])
    test(`redirects a user returning to ${path} to the sign-in, and from there to a page`, async ({
      page,
      user,
      openSignedIn,
    }) => {
      await openSignedIn(path, { access_token: 'gone', refresh_token: 'gone' });
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText('Your session has expired, please re-login..')).toBeVisible({
        visible: path !== '/logout',
      });
      await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
      await page.locator('input[name=password]').fill(user.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(path === '/system/region' ? /\/system\/region$/ : /\/company\/dashboard$/);
      await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
    });
});
