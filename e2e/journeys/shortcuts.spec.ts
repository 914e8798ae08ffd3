import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { SESSION_KEY, type Session, expect, signIn, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const shortcutBar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });
const readTitles = (page: Page) =>
  shortcutBar(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));

/** The shortcuts that the server stores for the user who is signed in to this browser. */
const loadSavedIds = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async (key) => {
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as Session;
    const response = await fetch('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
    return ((await response.json()) as { data: { data: { shortcuts: string[] } } }).data.data.shortcuts;
  }, SESSION_KEY);

test('shortcuts and their order persist after a reload and in another browser', async ({
  page,
  browser,
  openSignedIn,
  user,
}) => {
  await openSignedIn('/dashboard');
  await shortcutBar(page).getByRole('button', { name: 'Edit shortcuts' }).click();
  const menu = page.getByRole('dialog', { name: 'Edit shortcuts' });
  for (const name of ['Members', 'Hotels', 'Countries'])
    await menu.getByRole('button', { name: `Shortcut to ${name}`, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await shortcutBar(page).getByRole('link', { name: 'Countries' }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => loadSavedIds(page)).toEqual(['member', 'country', 'hotel']);
  await page.reload();
  await expect.poll(() => readTitles(page)).toEqual(['Members', 'Countries', 'Hotels']);

  const otherBrowser = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const otherPage = await otherBrowser.newPage();
  await signIn(otherPage, user.username, '/login', user.password);
  await expect.poll(() => readTitles(otherPage)).toEqual(['Members', 'Countries', 'Hotels']);
  await shortcutBar(otherPage).getByRole('link', { name: 'Members' }).click();
  await expect(otherPage).toHaveURL(/\/company\/member$/);
  await otherBrowser.close();
});

test.describe('the navigation on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a user opens a page from the navigation, stars one in the quick panel, and opens it there', async ({
    page,
    openSignedIn,
  }) => {
    await openSignedIn('/dashboard');
    await page.getByRole('button', { name: 'Open navigation' }).tap();
    const members = page.getByRole('dialog').getByRole('link', { name: 'Members', exact: true });
    await expect(members).toBeVisible();
    await expectAccessible(page);
    await members.tap();
    await expect(page).toHaveURL(/\/company\/member$/);
    await page.getByRole('button', { name: 'Quick panel' }).tap();
    const panel = page.getByRole('dialog', { name: 'Quick panel' });
    await panel.getByRole('button', { name: 'Shortcut to Hotels' }).tap();
    await expect.poll(() => loadSavedIds(page)).toEqual(['hotel']);
    await expectAccessible(page);
    await panel.getByRole('link', { name: 'Hotels' }).tap();
    await expect(page).toHaveURL(/\/system\/hotel$/);
    await expect(panel).toBeHidden();
  });
});
