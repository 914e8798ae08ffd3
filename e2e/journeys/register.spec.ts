import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { mailsTo } from '../src/mailbox.ts';
import { type Client, expect, firstOf, signIn, tag, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 4\d\d/], contextOptions: { reducedMotion: 'reduce' } });

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`);

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

/** A request of somebody who is not known yet. */
function someone() {
  const word = tag();
  const password = `kunci-kamar-${word}`;
  return {
    name: `Calon ${word}`,
    username: `calon.${word}`,
    email: `calon.${word}@example.test`,
    password,
    password_confirmation: password,
  };
}

/** Gives the user a role group, as an administrator does. */
async function approve(client: Client, email: string): Promise<void> {
  const { id } = await firstOf(client, `/api/users?filter[email][exact]=${email}`);
  const { id: role_group_id } = await firstOf(client, '/api/role_group?per_page=1');
  await client.post(`/api/users/${id}`, { role_group_id });
}

test('what is wrong stands at its field before anything is sent, and the first one has the focus', async ({ page }) => {
  await page.goto('/register');
  const send = page.getByRole('button', { name: 'Send the request' });
  await send.click();
  await expect(page.getByText('Please fill this in.')).toHaveCount(5);
  await expect(field(page, 'name')).toBeFocused();
  await fillIn(page, { ...someone(), email: 'sari', password: 'elevenchars', password_confirmation: 'another' });
  await send.click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('This is not an email address.');
  await expect(field(page, 'email')).toBeFocused();
  await expect(field(page, 'password')).toHaveAccessibleDescription('Min character length is 12');
  await expect(field(page, 'password_confirmation')).toHaveAccessibleDescription('The two do not match.');
  await expectAccessible(page);
});

test('who asks for access waits, is approved, and works', async ({ page, client }) => {
  const request = someone();
  await page.goto('/register');
  await fillIn(page, request);
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByRole('heading', { name: 'Your request is on its way', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: request.email })).toBeVisible();
  await expectAccessible(page);
  await mailsTo(request.email);

  await signIn(page, request.username, '/login', request.password);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Waiting for approval', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Nothing has been decided yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click();
  await expect(page.getByRole('region', { name: 'About you' }).getByText('None yet')).toBeVisible();
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/dashboard$/);

  await approve(client, request.email);
  await mailsTo(request.email, 2);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for approval', exact: true })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').first()).toBeVisible();
});

test('settings of who waits are kept on this device alone, and signing out works', async ({ page }) => {
  const request = someone();
  await page.request.post('/auth/register', { data: request });
  await signIn(page, request.username, '/login', request.password);
  const saved: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/user/settings')) saved.push(sent.url());
  });
  await page.clock.install();
  await page.goto('/pages/profile');
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  await page.clock.runFor(5000);
  expect(saved).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
});

test('a user name that is taken is said at its field', async ({ page, user }) => {
  await page.goto('/register');
  await fillIn(page, { ...someone(), username: user.username });
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(field(page, 'username')).toHaveAccessibleDescription('This is taken.');
  await expect(field(page, 'username')).toBeFocused();
});
