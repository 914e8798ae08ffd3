import { expect, expectSettingsSaved, requestSession, signIn, test } from '../src/test.ts';
import { mockUserRole } from '../src/user-role.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the selected appearance persists after a reload and in another browser', async ({
  page,
  browser,
  openSignedIn,
  user,
}) => {
  await openSignedIn('/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog', { name: 'Settings' });
  await panel.getByRole('radio', { name: 'Horizontal', exact: true }).click();
  await panel.getByRole('radiogroup', { name: 'Main', exact: true }).getByRole('radio', { name: 'Forest' }).click();
  await panel.getByRole('radiogroup', { name: 'Navbar', exact: true }).getByRole('radio', { name: 'Sand' }).click();
  await expectSettingsSaved(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'forest');
  await expect(page.locator('nav[data-theme=sand]')).toBeVisible();

  const otherBrowser = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const otherPage = await otherBrowser.newPage();
  await signIn(otherPage, user.username, '/login', user.password);
  await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'forest');
  await expect(otherPage.locator('nav[data-theme=sand]')).toBeVisible();
  await expect(otherPage.getByRole('button', { name: 'Collapse navigation' })).toHaveCount(0);
  await otherBrowser.close();
});

test.describe('a user whose settings cannot be saved', () => {
  test.use({ expectedErrors: [/500/] });

  test('keeps the unsaved appearance after a reload, and saves it then', async ({ page, openSignedIn }) => {
    await openSignedIn('/dashboard');
    await page.route('**/api/user/settings', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Ink' }).first().click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/user/settings');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
    await expectSettingsSaved(page);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  });
});

test('saves a change made less than a second before the user leaves the page', async ({
  page,
  openSignedIn,
  request,
  user,
}) => {
  await openSignedIn('/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Lagoon' }).first().click();
  await page.goto('about:blank');
  const { access_token } = await requestSession(request, user.username, user.password);
  await expect
    .poll(async () => {
      const response = await request.get('/api/user', { headers: { authorization: `Bearer ${access_token}` } });
      return (await response.json()) as unknown;
    })
    .toMatchObject({ data: { data: { settings: { themes: { main: 'lagoon' } } } } });
});

test('two tabs have the same appearance', async ({ page, context, openSignedIn }) => {
  await openSignedIn('/dashboard');
  const otherBrowser = await context.newPage();
  await otherBrowser.goto('/dashboard');
  await expect(otherBrowser.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Porcelain' }).first().click();
  await expect(otherBrowser.locator('html')).toHaveAttribute('data-theme', 'porcelain');
});

test("a guest's appearance and shortcuts are stored on the device and persist after a reload", async ({
  page,
  openSignedIn,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/\/(bookmark|settings)$/.test(request.url())) requests.push(request.url());
  });
  await mockUserRole(page, 'guest');
  await openSignedIn('/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Night' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.keyboard.press('Escape');
  const shortcutBar = page.getByRole('navigation', { name: 'Shortcuts' });
  await shortcutBar.getByRole('button', { name: 'Edit shortcuts' }).click();
  await page.getByRole('button', { name: 'Shortcut to Members', exact: true }).click();
  await expect(shortcutBar.getByRole('link', { name: 'Members' })).toBeVisible();
  await page.reload();
  await expect(shortcutBar.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  expect(requests).toEqual([]);
});
