import type { BrowserContext, Page } from '@playwright/test';
import { ACCOUNTS, createMember, expect, SESSION_KEY, type Session, signIn, test } from '../src/test.ts';

test.use({ account: null });

test.describe('a session that the server has ended', () => {
  test.use({ expectedErrors: [/401/] });

  test('signs out with the message, keeps what was typed, and offers it after the next sign-in', async ({
    page,
    client,
    user,
    enter,
  }) => {
    const member = await createMember(client);
    await enter(`/company/member/${member.id}?tab=data`);
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Melukis');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Melukis');
    await client.delete(`/api/users/${user.id}`);
    // Any call may be the one that finds out; where another was faster there is no button left to click.
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

test('two tabs whose token runs out renew it with one request between them', async ({ page, context, enter }) => {
  const renewals: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) renewals.push(request.postData() ?? '');
  });
  await enter('/system/region');
  const other = await context.newPage();
  await other.goto('/system/country');
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  await expect(other.getByRole('grid', { name: 'Countries' }).getByRole('row').nth(2)).toBeVisible();

  const before = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string; expired_at: number };
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() }));
    return session.access_token;
  }, SESSION_KEY);
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Refresh' }).click()));
  for (const tab of [page, other]) {
    await tab.waitForFunction(([key, token]) => !(localStorage.getItem(key) ?? '').includes(token), [
      SESSION_KEY,
      before,
    ] as const);
    await tab.getByRole('searchbox', { name: 'Search this list' }).fill('Indo');
    await expect(tab).toHaveURL(/search=Indo/);
    await expect(tab.getByRole('row').filter({ hasText: 'Indonesia' }).first()).toBeVisible();
  }
  expect(renewals.filter((body) => body.includes('refresh_token'))).toHaveLength(1);
});

test('logging out in one tab logs out the other', async ({ page, context, enter }) => {
  await enter('/system/region');
  const other = await context.newPage();
  await other.goto('/system/country');
  await expect(other.getByRole('grid', { name: 'Countries' })).toBeVisible();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/login$/);
});

/** The token calls of a page that renew a session. A service worker makes them, so the context is asked. */
function watchRenewals(context: BrowserContext): string[] {
  const renewals: string[] = [];
  context.on('request', (request) => {
    const body = request.url().endsWith('/oauth/token') ? (request.postData() ?? '') : '';
    if (body.includes('refresh_token')) renewals.push(body);
  });
  return renewals;
}

test('a session that is not to be remembered lives in its tabs alone', async ({ page, context, user }) => {
  await signIn(page, user.username, '/login', user.password);
  const kept = (from: Page) =>
    from.evaluate((key) => [localStorage.getItem(key) !== null, sessionStorage.getItem(key) !== null], SESSION_KEY);
  expect(await kept(page)).toEqual([false, true]);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('button', { name: /^User menu/ })).toBeVisible();
  expect(await kept(other)).toEqual([false, true]);
  await other.close();
  await page.close();
  const later = await context.newPage();
  await later.goto('/dashboard');
  await expect(later).toHaveURL(/\/login$/);
});

const MARGIN = 30_000;

test('somebody at work has the session renewed 5000 ms after an answer, within 30 s of its end', async ({
  page,
  context,
  enter,
}) => {
  const renewals = watchRenewals(context);
  await page.clock.install();
  await enter('/system/region');
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const setExpiry = (inMilliseconds: number) =>
    page.evaluate(
      ([key, time]) => {
        const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
        localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() + time }));
      },
      [SESSION_KEY, inMilliseconds] as const,
    );
  // Due a second after the answer: nothing but the check that follows the answer finds out.
  await setExpiry(MARGIN + 1000);
  const answered = page.waitForResponse(/\/api\/region(\?|$)/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await (await answered).finished();
  await page.clock.runFor(4800);
  await page.clock.runFor(100);
  expect(renewals).toEqual([]);
  // The renewal itself lets the messages of other tabs come first: it needs a clock that goes on.
  await expect(async () => {
    await page.clock.runFor(50);
    expect(renewals).toHaveLength(1);
  }).toPass();
});

test('the refresh interval is 900000 ms on a page that nobody uses', async ({ page, context, enter }) => {
  const renewals = watchRenewals(context);
  await page.clock.install();
  await enter('/dashboard');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  const start = await page.evaluate(() => Math.floor(performance.now()));
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() + 300_000 }));
  }, SESSION_KEY);
  await page.clock.runFor(900_000 - start - 2000);
  expect(renewals).toEqual([]);
  await page.clock.runFor(4000);
  await expect.poll(() => renewals.length).toBe(1);
});

test('a reload in the middle of a refresh keeps the session', async ({ page, context, enter }) => {
  await enter('/system/region');
  const grid = page.getByRole('grid', { name: 'Regions' });
  await expect(grid.getByRole('row').nth(2)).toBeVisible();
  await page.waitForFunction(async () =>
    (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active?.state === 'activated'),
  );
  let answered = (): void => undefined;
  const reloaded = new Promise<void>((resolve) => {
    answered = resolve;
  });
  let renewals = 0;
  await context.route('**/oauth/token', async (route) => {
    renewals += 1;
    const response = await route.fetch();
    // The server has used the token up; the answer is late.
    await reloaded;
    await route.fulfill({ response });
  });
  const before = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
    localStorage.setItem(key, JSON.stringify({ ...session, expired_at: Date.now() }));
    return session.refresh_token;
  }, SESSION_KEY);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => renewals).toBe(1);
  await page.reload({ waitUntil: 'commit' });
  answered();
  await expect(grid.getByRole('row').nth(2)).toBeVisible();
  expect(renewals).toBe(1);
  expect(await page.evaluate((key) => localStorage.getItem(key) ?? '', SESSION_KEY)).not.toContain(before);
});

test('a draft is offered to the user who typed it, and to nobody else', async ({ page, client, user, enter }) => {
  const member = await createMember(client);
  await enter(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Hobby' }).fill('Merajut');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Merajut');
  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  page.on('dialog', (dialog) => void dialog.accept());
  const offer = page.getByRole('status').filter({ hasText: 'unsaved draft' });

  await signIn(page, ACCOUNTS.administrator, `/company/member/${member.id}?tab=data`);
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('');
  await expect(offer).toBeHidden();

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, user.username, '/login', user.password);
  await page.goto(`/company/member/${member.id}`);
  await expect(offer).toBeVisible();
});

test.describe('a session that died in the meantime', () => {
  test.use({ expectedErrors: [/401/] });

  for (const path of ['/login', '/logout', '/system/region'])
    test(`leads who comes back at ${path} to the sign-in, and from there to a page`, async ({ page, user, enter }) => {
      await enter(path, { access_token: 'gone', refresh_token: 'gone' });
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
