import type { Page } from '@playwright/test';
import { expect, requestSession, signIn, tag, test } from '../src/test.ts';

test.use({ account: null });

/** A picture as a browser makes it. */
async function pictureOf(page: Page) {
  const base64 = await page.evaluate(() => document.createElement('canvas').toDataURL('image/png').split(',')[1] ?? '');
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

test.describe('a clerk', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('puts a name, a phone number and a photo into the profile, and all of it stays', async ({ page, enter }) => {
    await enter('/pages/profile');
    const about = page.getByRole('region', { name: 'About you' });
    await about.getByRole('textbox', { name: 'Name' }).fill('Sari Wulandari');
    await about.getByRole('textbox', { name: 'Phone' }).fill('+62 811 2233 4455');
    await about.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your profile is saved.')).toBeVisible();

    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html>hello</html>') });
    await expect(page.getByRole('button', { name: 'Add a photo' })).toHaveAccessibleDescription(/no picture/);
    await file.setInputFiles(await pictureOf(page));
    const photo = about.locator('img');
    await expect(photo).toHaveAttribute('src', /^\/storage\//);
    // Cut to a square, and not enlarged: the picture that was chosen is 150 pixels high.
    const size = () => photo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    await expect.poll(size).toEqual([150, 150]);

    await page.reload();
    await expect(about.getByRole('textbox', { name: 'Phone' })).toHaveValue('+62 811 2233 4455');
    await expect(page.getByRole('button', { name: 'User menu of Sari Wulandari' }).locator('img')).toBeVisible();
    await about.getByRole('button', { name: 'Remove' }).click();
    await expect(photo).toHaveCount(0);
  });
});

test.describe('a user who suspects a stranger', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  const AGENTS = {
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    office:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  };

  test('signs one device out, then all others by a new password', async ({ page, playwright, user, enter }) => {
    const tokens: string[] = [];
    for (const userAgent of Object.values(AGENTS)) {
      const request = await playwright.request.newContext({ baseURL: process.env.BASE_URL, userAgent });
      tokens.push((await requestSession(request, user.username, user.password)).access_token);
      await request.dispose();
    }
    const statusOf = async (token: string | undefined) =>
      (await page.request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })).status();

    await enter('/pages/profile');
    const lines = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(lines).toHaveCount(3);
    await expect(lines.filter({ hasText: 'Safari on iPhone' })).toContainText('127.0.0.1');
    await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await expect(lines).toHaveCount(2);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 200]);

    const part = page.getByRole('region', { name: 'Password' });
    const password = `kunci-baru-${tag()}`;
    await part.locator('input[name=current_password]').fill('not my password');
    await part.locator('input[name=password]').fill(password);
    await part.getByRole('button', { name: 'Change the password' }).click();
    await expect(part.locator('input[name=current_password]')).toHaveAccessibleDescription(
      'This is not your current password.',
    );
    await part.locator('input[name=current_password]').fill(user.password);
    await part.getByRole('button', { name: 'Change the password' }).click();
    await expect(page.getByText('Your other devices are signed out.')).toBeVisible();
    await expect(lines).toHaveCount(1);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401]);
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, user.username, '/login', password);
  });
});
