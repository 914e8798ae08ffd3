import type { Page } from '@playwright/test';
import { createOneTimeCode } from '../src/one-time-code.ts';
import { type TestUser } from '../src/records.ts';
import { enableTwoFactor } from '../src/second-factor.ts';
import { ACCOUNTS, expect, signIn, test } from '../src/test.ts';

// The server rejects wrong codes, and sign-ins that need a code, with a 4xx status.
test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

const twoFactorSection = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });
const recoveryCodeItems = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

async function enterPassword(page: Page, user: TestUser): Promise<void> {
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
  await twoFactorSection(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=current_password]').fill(user.password);
  await page.keyboard.press('Enter');
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(createOneTimeCode(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(recoveryCodeItems(page)).toHaveCount(10);
  const codes = await recoveryCodeItems(page).allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const chunks: Buffer[] = [];
  // A stream without an encoding yields bytes
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  expect(Buffer.concat(chunks).toString()).toContain(codes.join('\n'));
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(twoFactorSection(page).getByText('10 recovery codes left')).toBeVisible();

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await enterPassword(page, user);
  const codeInput = page.getByRole('textbox', { name: 'Code' });
  const validCode = createOneTimeCode(secret);
  await codeInput.fill(String((Number(validCode) + 1) % 1_000_000).padStart(6, '0'));
  await expect(codeInput).toHaveAccessibleDescription('This code is wrong or already used.');
  await codeInput.fill(createOneTimeCode(secret));
  await expect(page).not.toHaveURL(/\/login/);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await enterPassword(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/pages/profile');
  await expect(twoFactorSection(page).getByText('9 recovery codes left')).toBeVisible();
});

test('a clerk replaces the recovery codes, then disables the second factor', async ({ page, request, user }) => {
  const { secret, codes } = await enableTwoFactor(request, user);
  await enterPassword(page, user);
  await page.getByRole('textbox', { name: 'Code' }).fill(createOneTimeCode(secret));
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/pages/profile');
  await twoFactorSection(page).getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=current_password]').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(recoveryCodeItems(page)).toHaveCount(10);
  expect(await recoveryCodeItems(page).allTextContents()).not.toContain(codes[1]);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();

  await twoFactorSection(page).getByRole('button', { name: 'Turn off' }).click();
  await dialog.locator('input[name=current_password]').fill(user.password);
  const codeInput = dialog.getByRole('textbox', { name: /^App code/ });
  await codeInput.fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(codeInput).toHaveAccessibleDescription('This code is wrong or already used.');
  await codeInput.fill(createOneTimeCode(secret, 1));
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(twoFactorSection(page).getByRole('button', { name: 'Set up' })).toBeVisible();
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
  const otherDevice = await (await browser.newContext()).newPage();
  await signIn(otherDevice, user.username, '/login', user.password);
  await otherDevice.context().close();
});
