import type { Page } from '@playwright/test';
import { createMember, expect, test } from '../src/test.ts';

test.use({ account: null });

const QUARTER = 900_000;
/** Clocks run ahead here; the token, whose time is the server's, does not run out. */
const LASTING = { expired_at: Date.now() + 365 * 86_400_000 };

/** From now on, the server's build in its answers, and the number of times that the page is loaded anew. */
async function playBuilds(page: Page) {
  const world = { build: '', loads: 0 };
  await page.route('**/meta.json', async (route) =>
    world.build === '' ? route.continue() : route.fulfill({ json: { build_date: world.build, version: '9.9.9' } }),
  );
  page.on('domcontentloaded', () => {
    world.loads += 1;
  });
  return world;
}

/** A quarter of an hour passes, and the page asks for the server's build. */
async function passQuarter(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/meta.json');
  await page.clock.runFor(QUARTER);
  await asked;
}

test('a stale build triggers cache deletion and a reload, at once where nothing is unsaved', async ({
  page,
  enter,
}) => {
  await page.clock.install();
  await enter('/system/region', LASTING);
  const heading = page.getByRole('heading', { level: 1, name: 'Regions', exact: true });
  await expect(heading).toBeVisible();
  await page.evaluate(() => caches.open('old'));
  const world = await playBuilds(page);
  await passQuarter(page);
  await expect(heading).toBeVisible();
  expect(world.loads).toBe(0);

  world.build = '2099-01-01T00:00:00.000Z';
  await passQuarter(page);
  await expect.poll(() => world.loads).toBe(1);
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('an old page that keeps coming is not reloaded again and again, nor when two builds answer in turns', async ({
  page,
  enter,
}) => {
  await page.clock.install();
  await enter('/system/region', LASTING);
  const world = await playBuilds(page);
  world.build = '2099-01-01T00:00:00.000Z';
  await passQuarter(page);
  await expect.poll(() => world.loads).toBe(1);
  for (const build of ['2099-01-01T00:00:00.000Z', '2099-01-02T00:00:00.000Z', '2099-01-01T00:00:00.000Z']) {
    world.build = build;
    const asked = page.waitForResponse('**/meta.json');
    await page.reload();
    await asked;
    await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
  }
  expect(world.loads).toBe(4);
});

test('a form that is not saved is left alone until the next navigation', async ({ page, client, enter }) => {
  const member = await createMember(client);
  await page.clock.install();
  await enter(`/company/member/${member.id}?tab=data`, LASTING);
  const hobby = page.getByRole('textbox', { name: 'Hobby' });
  await hobby.fill('Berkebun');
  await hobby.blur();
  const world = await playBuilds(page);
  world.build = '2099-01-01T00:00:00.000Z';
  await passQuarter(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Nothing to save')).toBeVisible();
  await expect(hobby).toHaveValue('Berkebun');
  expect(world.loads).toBe(0);

  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Memberships' }).click();
  await expect.poll(() => world.loads).toBe(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Memberships', exact: true })).toBeVisible();
});

test('a user who is typing or has a dialog open is not interrupted', async ({ page, enter }) => {
  await page.clock.install();
  await enter('/system/region', LASTING);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('As');
  const world = await playBuilds(page);
  world.build = '2099-01-01T00:00:00.000Z';
  await passQuarter(page);
  await page.getByRole('button', { name: /^New/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await passQuarter(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(world.loads).toBe(0);
});

test.describe('a part of the build that has gone', () => {
  test.use({ expectedErrors: [/404|Failed to fetch dynamically imported module/] });

  test('brings the page that wanted it, from the new build', async ({ page }) => {
    await page.goto('/error-404');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const world = await playBuilds(page);
    world.build = '2099-01-01T00:00:00.000Z';
    // The server has forgotten the old build: its files are not there before the page is loaded anew.
    let isAnew = false;
    await page.route('**/under-maintenance', async (route) => {
      isAnew = true;
      await route.continue();
    });
    await page.route('**/assets/*.js', async (route) => (isAnew ? route.continue() : route.fulfill({ status: 404 })));
    await page.evaluate(() => {
      history.pushState({}, '', '/under-maintenance');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    // Once or twice: the build that is only played stays stale, and the router may have reloaded before.
    await expect.poll(() => world.loads).toBeGreaterThan(0);
    await expect(page).toHaveURL(/\/under-maintenance$/);
    await expect(page.getByRole('heading', { name: 'We are putting the house in order.', exact: true })).toBeVisible();
    expect(world.loads).toBeLessThanOrEqual(2);
  });
});
