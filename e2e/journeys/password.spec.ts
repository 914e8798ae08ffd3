import { waitForMails } from '../src/mailbox.ts';
import { expect, signIn, createTag, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

/** Path of the link in a mail. */
const extractResetLink = (mail: string | undefined): string =>
  /\/auth\/reset-password\/\S+/.exec(mail ?? '')?.[0] ?? '';

test('a mailed link resets a forgotten password, and works only once', async ({ page, client, user }) => {
  const { email } = (await client.get<{ data: { email: string } }>(`/api/users/${user.id}`)).data;
  await page.goto('/auth/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill(`nobody.${createTag()}@example.test`);
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('status').filter({ hasText: 'If an account uses this address' });
  await expect(confirmation).toBeVisible();
  await page.getByRole('button', { name: 'try again' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(confirmation).toBeVisible();

  const link = extractResetLink((await waitForMails(email))[0]);
  await page.goto(link);
  const passwordInput = page.locator('input[name=password]');
  const setButton = page.getByRole('button', { name: 'Set password' });
  await passwordInput.fill('password1234');
  await setButton.click();
  await expect(passwordInput).toHaveAccessibleDescription(/too common/);
  const newPassword = `kamar-baru-${createTag()}`;
  await passwordInput.fill(newPassword);
  await setButton.click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, user.username, '/login', newPassword);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(link);
  await passwordInput.fill(`lagi-${newPassword}`);
  await setButton.click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link has expired or is already used.' })).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
});

test('a user must change a password set by an administrator first', async ({ page, client, user }) => {
  const initialPassword = `pinjaman-${createTag()}`;
  await client.post(`/api/users/${user.id}`, { password: initialPassword });
  await signIn(page, user.username, '/company/member', initialPassword);
  const heading = page.getByRole('heading', { name: 'Choose a new password' });
  await expect(heading).toBeVisible();
  await page.goto('/others/users');
  await expect(heading).toBeVisible();

  const currentPasswordInput = page.locator('input[name=current_password]');
  const passwordInput = page.locator('input[name=password]');
  const newPassword = `kamar-sendiri-${createTag()}`;
  await currentPasswordInput.fill(initialPassword);
  await passwordInput.fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your new password is set.' })).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, user.username, '/company/member', newPassword);
  await expect(page.getByRole('grid')).toBeVisible();
});
