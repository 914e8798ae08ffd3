import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PAGES = ['/error-404', '/error-500', '/under-maintenance'];

test.describe('without a session', () => {
  test.use({ account: null });

  test('the only navigation item is titled Please Login, in a side bar of 240 px', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText(['Please Login']);
      expect((await drawer.boundingBox())?.width).toBe(240);
      await expectAccessible(page);
      await drawer.getByRole('link', { name: 'Please Login' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(drawer).toBeHidden();
    }
  });

  test('the user menu offers Login and Register', async ({ page }) => {
    await page.goto('/error-404');
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Login', 'Register']);
    await page.getByRole('menuitem', { name: 'Register' }).click();
    await expect(page).toHaveURL(/\/register$/);
    await page.goto('/error-404');
    await page.getByRole('button', { name: 'User menu' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Login' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });

  test('a page of errors loads nothing of the console', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto('/error-404');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(scripts.filter((path) => /\/(?:console|popups|form|definitions)-/.test(path))).toEqual([]);
    expect(scripts.length).toBeGreaterThan(1);
  });
});

test('the user menu offers My Profile and Logout, and the side bar the menu, to whoever has signed in', async ({
  page,
}) => {
  await page.goto('/error-404');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['My Profile', 'Logout']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog');
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await expect(drawer).toBeHidden();
});

test("a visit to /logout shows 'Logging out..', clears the session, resets settings and navigation, and goes to /login", async ({
  page,
  enter,
}) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/user/logout', async (route) => {
    await answered;
    await route.continue();
  });
  await enter('/dashboard');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.goto('/logout');
  await expect(page.getByText('Logging out..')).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\/login$/);
  const kept = await page.evaluate(() => [
    localStorage.getItem('innkeeper.session'),
    sessionStorage.getItem('innkeeper.session'),
    localStorage.getItem('innkeeper.settings'),
  ]);
  expect(kept).toEqual([null, null, null]);
  await page.goto('/error-404');
  await expect(page.getByRole('button', { name: 'User menu', exact: true })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ account: null, viewport: { width: 390, height: 844 }, look: { language: 'id', theme: 'dark' } });

  test('nothing is wider than the screen', async ({ page }) => {
    for (const path of [...PAGES, '/login', '/register', '/auth/forgot-password']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});
