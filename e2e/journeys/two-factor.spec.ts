import type { Page } from '@playwright/test';
import { oneTimeCode } from '../src/one-time-code.ts';
import { type TestUser } from '../src/records.ts';
import { enableTwoFactor } from '../src/second-factor.ts';
import { ACCOUNTS, expect, signIn, test } from '../src/test.ts';

// The server rejects wrong codes, and sign-ins that need a code, with a status of 4xx.
test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });
const codesOf = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

async function typePassword(page: Page, user: TestUser): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
  await page.locator('input[name=password]').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step', exact: true })).toBeVisible();
}

test('a clerk sets up a second factor, and signs in with the app, then with a recovery code', async ({
  page,
  user,
  openSignedIn,
}) => {
  await openSignedIn('/pages/profile');
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=current_password]').fill(user.password);
  await page.keyboard.press('Enter');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(codesOf(page)).toHaveCount(10);
  const codes = await codesOf(page).allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array)); // a stream without an encoding yields bytes
  expect(Buffer.concat(chunks).toString()).toContain(codes.join('\n'));
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section(page).getByText('10 recovery codes left')).toBeVisible();

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await typePassword(page, user);
  const code = page.getByRole('textbox', { name: 'Code' });
  const validCode = oneTimeCode(secret);
  await code.fill(String((Number(validCode) + 1) % 1_000_000).padStart(6, '0'));
  await expect(code).toHaveAccessibleDescription('This code is wrong or already used.');
  await code.fill(oneTimeCode(secret));
  await expect(page).not.toHaveURL(/\/login/);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await typePassword(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/pages/profile');
  await expect(section(page).getByText('9 recovery codes left')).toBeVisible();
});

test('a clerk replaces the recovery codes, then disables the second factor', async ({ page, request, user }) => {
  const { secret, codes } = await enableTwoFactor(request, user);
  await typePassword(page, user);
  await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret));
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/pages/profile');
  await section(page).getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=current_password]').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(codesOf(page)).toHaveCount(10);
  expect(await codesOf(page).allTextContents()).not.toContain(codes[1]);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();

  await section(page).getByRole('button', { name: 'Turn off' }).click();
  await dialog.locator('input[name=current_password]').fill(user.password);
  const field = dialog.getByRole('textbox', { name: /^App code/ });
  await field.fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(field).toHaveAccessibleDescription('This code is wrong or already used.');
  await field.fill(oneTimeCode(secret, 1));
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('an administrator resets the second factor of a clerk who lost it', async ({ page, request, user, browser }) => {
  await enableTwoFactor(request, user);
  await signIn(page, ACCOUNTS.administrator);
  await page.goto(`/others/users/${user.id}`);
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await page
    .getByRole('alertdialog', { name: 'Turn off two-factor sign-in?' })
    .getByRole('button', { name: 'Turn off' })
    .click();
  await expect(page.getByText('Two-factor sign-in is on.')).toBeHidden();
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, user.username, '/login', user.password);
  await elsewhere.context().close();
});
