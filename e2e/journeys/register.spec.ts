import { waitForMails } from '../src/mailbox.ts';
import { ACCOUNTS, expect, signIn, createTag, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

test('a user requests access, an administrator approves, and the user can work', async ({ page, browser, user }) => {
  const tag = createTag();
  const password = `kunci-kamar-${tag}`;
  const registration = { name: `Calon ${tag}`, username: user.username, email: `calon.${tag}@example.test`, password };
  await page.goto('/register');
  for (const [name, value] of Object.entries({ ...registration, password_confirmation: password }))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.locator('input[name=username]')).toHaveAccessibleDescription('Already in use.');
  await page.locator('input[name=username]').fill(`calon.${tag}`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: 'Request sent', exact: true })).toBeVisible();
  await waitForMails(registration.email);

  await signIn(page, `calon.${tag}`, '/login', password);
  await expect(page.getByRole('heading', { name: 'Waiting for approval', exact: true })).toBeVisible();
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/dashboard$/);
  // Settings that the user makes before having a role are stored on this device.
  await page.goto('/pages/profile');
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  await page.goto('/dashboard');

  const administratorPage = await (await browser.newContext()).newPage();
  await signIn(administratorPage, ACCOUNTS.administrator);
  await administratorPage
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /^Users \d+/ })
    .click();
  await administratorPage.getByRole('searchbox', { name: 'Search this list' }).fill(registration.name);
  await expect(administratorPage.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(1);
  await administratorPage.getByRole('link', { name: registration.name, exact: true }).click();
  const requestNotice = administratorPage.getByRole('status').filter({ hasText: 'Requests access.' });
  await expect(requestNotice).toBeVisible();
  await administratorPage.getByRole('combobox', { name: 'Role group' }).fill('Front desk');
  await administratorPage
    .getByRole('option', { name: /^Front desk/ })
    .first()
    .click();
  await administratorPage.getByRole('button', { name: 'Save' }).click();
  await expect(requestNotice).toBeHidden();
  await administratorPage.context().close();

  await waitForMails(registration.email, 2);
  await page.getByRole('button', { name: 'Periksa lagi' }).click();
  // With a role, the user gets the full console, in the language chosen while waiting.
  await expect(page.getByRole('heading', { level: 1, name: /^Selamat datang, / })).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
});
