import { mailsTo } from '../src/mailbox.ts';
import { ACCOUNTS, expect, signIn, tag, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

test('a user requests access, an administrator approves, and the user can work', async ({ page, browser, user }) => {
  const word = tag();
  const password = `kunci-kamar-${word}`;
  const request = { name: `Calon ${word}`, username: user.username, email: `calon.${word}@example.test`, password };
  await page.goto('/register');
  for (const [name, value] of Object.entries({ ...request, password_confirmation: password }))
    await page.locator(`input[name=${name}]`).fill(value);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.locator('input[name=username]')).toHaveAccessibleDescription('Already in use.');
  await page.locator('input[name=username]').fill(`calon.${word}`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: 'Request sent', exact: true })).toBeVisible();
  await mailsTo(request.email);

  await signIn(page, `calon.${word}`, '/login', password);
  await expect(page.getByRole('heading', { name: 'Waiting for approval', exact: true })).toBeVisible();
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/dashboard$/);
  // Settings made before the user has a role are stored on this device.
  await page.goto('/pages/profile');
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  await page.goto('/dashboard');

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, ACCOUNTS.administrator);
  await desk
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: /^Users \d+/ })
    .click();
  await desk.getByRole('searchbox', { name: 'Search this list' }).fill(request.name);
  await expect(desk.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(1);
  await desk.getByRole('link', { name: request.name, exact: true }).click();
  const notice = desk.getByRole('status').filter({ hasText: 'Requests access.' });
  await expect(notice).toBeVisible();
  await desk.getByRole('combobox', { name: 'Role group' }).fill('Front desk');
  await desk
    .getByRole('option', { name: /^Front desk/ })
    .first()
    .click();
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(notice).toBeHidden();
  await desk.context().close();

  await mailsTo(request.email, 2);
  await page.getByRole('button', { name: 'Periksa lagi' }).click();
  // With a role the user gets the full console, in the language they chose while waiting.
  await expect(page.getByRole('heading', { level: 1, name: /^Selamat datang, / })).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
});
