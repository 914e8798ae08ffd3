import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { oneTimeCode } from '../src/one-time-code.ts';
import { type OwnUser } from '../src/records.ts';
import { switchOn } from '../src/second-factor.ts';
import { expect, test } from '../src/test.ts';

// Codes are refused, and one is asked for, on purpose.
test.use({ account: null, expectedErrors: [/status of 4\d\d/], contextOptions: { reducedMotion: 'reduce' } });

/** Nothing is printed here: what would be is kept in the window. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.print = () => Object.assign(window.top ?? window, { printed: document.body.textContent });
  }),
);

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor sign-in' });

/** Sets two-factor sign-in up in the profile, and keeps the recovery codes in every way there is. */
async function setUp(page: Page, user: OwnUser): Promise<void> {
  await section(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  const password = dialog.locator('input[name=current_password]');
  await password.fill('not my password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(password).toHaveAccessibleDescription('This is not your current password.');
  await password.fill(user.password);
  await password.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await code.fill('12 34 5x');
  await expect(code).toHaveValue('12345');
  await expect(dialog.getByRole('button', { name: 'Switch on' })).toBeDisabled();
  await code.fill(oneTimeCode(secret, -1));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  await expectAccessible(page);
  const codes = await list.allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
  expect(Buffer.concat(chunks).toString()).toContain(codes.join('\n'));
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => (window as { printed?: string }).printed)).toContain(codes.join('\n'));
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to the codes' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();
}

async function typePassword(page: Page, user: OwnUser): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(user.username);
  await page.locator('input[name=password]').fill(user.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step', exact: true })).toBeVisible();
}

test('it is set up with an app, whose first code switches it on', async ({ page, user, enter }) => {
  await enter('/pages/profile');
  await setUp(page, user);
  await expect(section(page).getByText('10 recovery codes left')).toBeVisible();
});

test('a code is asked for beside the password, from the app or from what was kept', async ({ page, request, user }) => {
  const { secret, codes } = await switchOn(request, user);
  await typePassword(page, user);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible(page);
  const right = oneTimeCode(secret);
  // Six digits are sent at once; the wrong ones are said at the field, which is empty again.
  await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await expect(code).toHaveAccessibleDescription('This code is wrong, or was used already.');
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Go back to login' }).click();
  await expect(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Email\/username/ })).toHaveValue(user.username);
  await page.getByRole('button', { name: 'LOGIN' }).click();
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

test('recovery codes are replaced, and all of it is switched off again', async ({ page, request, user }) => {
  const { secret, codes } = await switchOn(request, user);
  await typePassword(page, user);
  await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret));
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/pages/profile');
  await section(page).getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=current_password]').fill(user.password);
  await page.keyboard.press('Enter');
  const renewed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(renewed).toHaveCount(10);
  expect(await renewed.allTextContents()).not.toContain(codes[1]);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section(page).getByText('10 recovery codes left')).toBeVisible();

  await section(page).getByRole('button', { name: 'Switch off' }).click();
  await dialog.locator('input[name=current_password]').fill(user.password);
  await dialog.getByRole('textbox', { name: 'Code of the app, or a recovery code' }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(dialog.getByRole('textbox', { name: /^Code of the app/ })).toHaveAccessibleDescription(
    'This code is wrong, or was used already.',
  );
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: /^Code of the app/ }).fill(oneTimeCode(secret, 1));
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Set up' })).toBeVisible();
});
