import type { Page } from '@playwright/test';
import { createMember, expect, test } from '../src/test.ts';

test.use({ account: null });

const QUARTER_HOUR_MS = 900_000;
/** The tests advance the browser's clock, with which the page checks its access token, so the token must not expire. */
const LONG_EXPIRY = { expired_at: Date.now() + 365 * 86_400_000 };

/** Mocks the server's build once `build` is set, and counts page loads. */
async function mockBuilds(page: Page) {
  const buildState = { build: '', loads: 0 };
  await page.route('**/meta.json', async (route) =>
    buildState.build === ''
      ? route.continue()
      : route.fulfill({ json: { build_date: buildState.build, version: '9.9.9' } }),
  );
  page.on('domcontentloaded', () => {
    buildState.loads += 1;
  });
  return buildState;
}

/** Advances the clock by a quarter of an hour, and waits until the page has requested the server's build. */
async function advanceQuarterHour(page: Page): Promise<void> {
  const metaReceived = page.waitForResponse('**/meta.json');
  await page.clock.runFor(QUARTER_HOUR_MS);
  await metaReceived;
}

test('a stale build triggers cache deletion and an immediate reload if nothing is unsaved', async ({
  page,
  openSignedIn,
}) => {
  await page.clock.install();
  await openSignedIn('/system/region', LONG_EXPIRY);
  const heading = page.getByRole('heading', { level: 1, name: 'Regions', exact: true });
  await expect(heading).toBeVisible();
  await page.evaluate(() => caches.open('old'));
  const buildState = await mockBuilds(page);
  await advanceQuarterHour(page);
  await expect(heading).toBeVisible();
  expect(buildState.loads).toBe(0);

  buildState.build = '2099-01-01T00:00:00.000Z';
  await advanceQuarterHour(page);
  await expect.poll(() => buildState.loads).toBe(1);
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('the console does not reload endlessly if the page remains stale or two builds alternate', async ({
  page,
  openSignedIn,
}) => {
  await page.clock.install();
  await openSignedIn('/system/region', LONG_EXPIRY);
  const buildState = await mockBuilds(page);
  buildState.build = '2099-01-01T00:00:00.000Z';
  await advanceQuarterHour(page);
  await expect.poll(() => buildState.loads).toBe(1);
  for (const build of ['2099-01-01T00:00:00.000Z', '2099-01-02T00:00:00.000Z', '2099-01-01T00:00:00.000Z']) {
    buildState.build = build;
    const metaReceived = page.waitForResponse('**/meta.json');
    await page.reload();
    await metaReceived;
    await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  }
  expect(buildState.loads).toBe(4);
});

test('the console does not reload a page with an edited form until the next navigation', async ({
  page,
  client,
  openSignedIn,
}) => {
  const member = await createMember(client);
  await page.clock.install();
  await openSignedIn(`/company/member/${member.id}?tab=data`, LONG_EXPIRY);
  const hobby = page.getByRole('textbox', { name: 'Hobby' });
  await hobby.fill('Berkebun');
  await hobby.blur();
  const buildState = await mockBuilds(page);
  buildState.build = '2099-01-01T00:00:00.000Z';
  await advanceQuarterHour(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('No changes')).toBeVisible();
  await expect(hobby).toHaveValue('Berkebun');
  expect(buildState.loads).toBe(0);

  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Memberships' }).click();
  await expect.poll(() => buildState.loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Memberships', exact: true })).toBeVisible();
});

test('a user who is typing or has a dialog open is not interrupted', async ({ page, openSignedIn }) => {
  await page.clock.install();
  await openSignedIn('/system/region', LONG_EXPIRY);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('As');
  const buildState = await mockBuilds(page);
  buildState.build = '2099-01-01T00:00:00.000Z';
  await advanceQuarterHour(page);
  await page.getByRole('button', { name: /^New/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await advanceQuarterHour(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(buildState.loads).toBe(0);
});

test.describe('a missing part of the build', () => {
  test.use({ expectedErrors: [/404|Failed to fetch dynamically imported module/] });

  test('loads the requested page from the new build', async ({ page }) => {
    await page.goto('/error-404');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const buildState = await mockBuilds(page);
    buildState.build = '2099-01-01T00:00:00.000Z';
    // The server no longer has the old build: its files are missing until the page reloads.
    let isBuildRestored = false;
    await page.route('**/under-maintenance', async (route) => {
      isBuildRestored = true;
      await route.continue();
    });
    await page.route('**/assets/*.js', async (route) =>
      isBuildRestored ? route.continue() : route.fulfill({ status: 404 }),
    );
    await page.evaluate(() => {
      history.pushState({}, '', '/under-maintenance');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    // The page loads once or twice: the mocked build is never current, and the router may have reloaded first.
    await expect.poll(() => buildState.loads).toBeGreaterThan(0);
    await expect(page).toHaveURL(/\/under-maintenance$/);
    await expect(page.getByRole('heading', { name: 'Back soon', exact: true })).toBeVisible();
    expect(buildState.loads).toBeLessThanOrEqual(2);
  });
});
