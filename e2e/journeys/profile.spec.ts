import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { ACCOUNTS, expect, requestSession, signIn, tag, test } from '../src/test.ts';

test.use({ account: null, contextOptions: { reducedMotion: 'reduce' } });

/** A picture as a browser makes it. */
async function pictureOf(page: Page) {
  const base64 = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png').split(',')[1] ?? '');
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

test('name and phone are changed by oneself, and stand in the bar at once', async ({ page, user, enter }) => {
  await enter('/pages/profile');
  const about = page.getByRole('region', { name: 'About you' });
  const save = about.getByRole('button', { name: 'Save' });
  await expect(about.getByText(user.username, { exact: true })).toBeVisible();
  await expect(save).toBeDisabled();
  await about.getByRole('textbox', { name: 'Name' }).fill('Sari Wulandari');
  await about.getByRole('textbox', { name: 'Phone' }).fill('+62 811 2233 4455');
  await save.click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu of Sari Wulandari' })).toBeVisible();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(about.getByRole('textbox', { name: 'Phone' })).toHaveValue('+62 811 2233 4455');
});

test('a photo is chosen, shown everywhere, and taken away again', async ({ page, enter }) => {
  await enter('/pages/profile');
  const about = page.getByRole('region', { name: 'About you' });
  await expect(about.locator('img')).toHaveCount(0);
  await page.locator('input[type=file]').setInputFiles(await pictureOf(page));
  await expect(about.locator('img')).toHaveAttribute('src', /^\/storage\//);
  await expect(about.getByRole('button', { name: 'Change the photo' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^User menu/ }).locator('img')).toBeVisible();
  // Cut to a square, and not enlarged: the picture that was chosen is 150 pixels high.
  const size = () =>
    about.locator('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await expect.poll(size).toEqual([150, 150]);
  await expectAccessible(page);
  await about.getByRole('button', { name: 'Remove' }).click();
  await expect(about.getByRole('button', { name: 'Add a photo' })).toBeVisible();
  await expect(about.locator('img')).toHaveCount(0);
});

test('what is typed and not saved is asked about before the page is left', async ({ page, enter }) => {
  await enter('/pages/profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody else');
  const members = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Members', exact: true });
  await members.click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Somebody else');
  await members.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/company\/member$/);
});

test('the language is kept on the user, without a reload', async ({ page, enter }) => {
  await enter('/pages/profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody else');
  const saved = page.waitForResponse('**/api/user/settings');
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nama' })).toHaveValue('Somebody else');
  expect((await saved).ok()).toBe(true);
});

test('sessions are told by device, and signed out one by one or all others at once', async ({
  page,
  playwright,
  user,
  enter,
}) => {
  const AGENTS = {
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    office:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    home: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  };
  for (const userAgent of Object.values(AGENTS)) {
    const request = await playwright.request.newContext({ baseURL: process.env.BASE_URL, userAgent });
    await requestSession(request, user.username, user.password);
    await request.dispose();
  }
  await enter('/pages/profile');
  const lines = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(lines).toHaveCount(4);
  await expect(lines.filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(lines.filter({ hasText: 'Safari on iPhone' })).toContainText('127.0.0.1');
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(lines).toHaveCount(3);
  await expect(lines.filter({ hasText: 'Safari on iPhone' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('This device');
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: [/status of (?:4\d\d|503)/] });

  test('of a wrong phone, and of a file that is no picture, stands at its field', async ({ page, enter }) => {
    await enter('/pages/profile');
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('call me');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(phone).toHaveAccessibleDescription('This is not a phone number.');
    await phone.fill('');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html>hello</html>') });
    await expect(page.getByRole('button', { name: 'Add a photo' })).toHaveAccessibleDescription(/\S/);
    await expectAccessible(page);
  });

  test('of a new password stands at its field; a good one signs the other devices out', async ({
    page,
    request,
    user,
    enter,
  }) => {
    const other = await requestSession(request, user.username, user.password);
    await enter('/pages/profile');
    const part = page.getByRole('region', { name: 'Password' });
    const [current, fresh] = [part.locator('input[name=current_password]'), part.locator('input[name=password]')];
    const change = part.getByRole('button', { name: 'Change the password' });
    await current.fill('not my password');
    await fresh.fill('short');
    await expect(change).toBeDisabled();
    const password = `kunci-baru-${tag()}`;
    await fresh.fill(password);
    await change.click();
    await expect(current).toHaveAccessibleDescription('This is not your current password.');
    await current.fill(user.password);
    await change.click();
    await expect(page.getByText('Your other devices are signed out.')).toBeVisible();
    await expect(current).toHaveValue('');
    const answer = await request.get('/api/user', { headers: { authorization: `Bearer ${other.access_token}` } });
    expect(answer.status()).toBe(401);
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, user.username, '/login', password);
  });

  test('of the whole profile is said, and trying again helps', async ({ page, enter }) => {
    await page.route('**/api/user/profile', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: '' } }),
    );
    await enter('/pages/profile');
    const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
    await expect(failed).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/user/profile');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  });
});

test.describe('on a phone, in Indonesian and dark', () => {
  test.use({
    account: ACCOUNTS.regionalManager,
    viewport: { width: 390, height: 844 },
    look: { language: 'id', theme: 'dark' },
  });

  test('all of it is in reach, nothing is wider than the screen, and axe finds nothing', async ({ page }) => {
    await page.goto('/pages/profile');
    await expect(page.getByRole('region', { name: 'Tempat Anda masuk' }).getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
