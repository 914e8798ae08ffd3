import { expectAccessible } from '../src/accessibility.ts';
import { mailsTo } from '../src/mailbox.ts';
import { expect, signIn, tag, test } from '../src/test.ts';

test.use({ account: null, contextOptions: { reducedMotion: 'reduce' } });

/** The path of the link in a mail. */
const linkIn = (mail: string | undefined): string => /\/auth\/reset-password\/\S+/.exec(mail ?? '')?.[0] ?? '';

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test('is replaced by the link of a mail, once', async ({ page, client, user }) => {
    const { email } = (await client.get<{ data: { email: string } }>(`/api/users/${user.id}`)).data;
    await page.goto('/auth/forgot-password');
    const send = page.getByRole('button', { name: 'Send the link' });
    await expect(send).toBeDisabled();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await send.click();
    await expect(page.getByRole('status').filter({ hasText: 'If an account has this address' })).toBeVisible();
    await expectAccessible(page);

    const link = linkIn((await mailsTo(email))[0]);
    await page.goto(link);
    await expect(page.getByText(email)).toBeVisible();
    const field = page.locator('input[name=password]');
    const set = page.getByRole('button', { name: 'Set the password' });
    await field.fill('elevenchars');
    await expect(set).toBeDisabled();
    await expect(page.getByText('1 character to go')).toBeVisible();
    await field.fill('password1234');
    await set.click();
    await expect(field).toHaveAccessibleDescription(/too common/);
    await expectAccessible(page);
    const fresh = `kamar-baru-${tag()}`;
    await field.fill(fresh);
    const [request] = await Promise.all([page.waitForRequest('**/api/password/reset'), set.click()]);
    expect(request.postDataJSON()).toMatchObject({ email, password: fresh, password_confirmation: fresh });
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your new password is set. Please login with it.')).toBeVisible();
    await signIn(page, user.username, '/login', fresh);

    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(link);
    await field.fill(`lagi-${fresh}`);
    await set.click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'This link has expired or was used already.' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  });

  test('an unknown address is answered as a known one is, and may be corrected', async ({ page }) => {
    await page.goto('/auth/forgot-password');
    const field = page.getByRole('textbox', { name: 'Email' });
    await field.fill(`nobody.${tag()}@example.test`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'If an account has this address' })).toBeVisible();
    await page.getByRole('button', { name: 'try again' }).click();
    await field.fill('a@b');
    await page.keyboard.press('Enter');
    await expect(field).toHaveAccessibleDescription('This is not an email address.');
  });
});
