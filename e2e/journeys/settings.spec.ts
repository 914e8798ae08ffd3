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

  const other = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const elsewhere = await other.newPage();
  await signIn(elsewhere, user.username, '/login', user.password);
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'forest');
  await expect(elsewhere.locator('nav[data-theme=sand]')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Collapse navigation' })).toHaveCount(0);
  await other.close();
});

test.describe('a user whose settings cannot be saved', () => {
  test.use({ expectedErrors: [/500/] });

  test('keeps an unsaved appearance after a reload, and saves it then', async ({ page, openSignedIn }) => {
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
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Porcelain' }).first().click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'porcelain');
});

test("a guest's appearance and shortcuts are stored on the device and persist after a reload", async ({
  page,
  openSignedIn,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/\/(bookmark|settings)$/.test(request.url())) requested.push(request.url());
  });
  await mockUserRole(page, 'guest');
  await openSignedIn('/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Night' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  await page.keyboard.press('Escape');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await bar.getByRole('button', { name: 'Edit shortcuts' }).click();
  await page.getByRole('button', { name: 'Shortcut to Members', exact: true }).click();
  await expect(bar.getByRole('link', { name: 'Members' })).toBeVisible();
  await page.reload();
  await expect(bar.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night');
  expect(requested).toEqual([]);
});
