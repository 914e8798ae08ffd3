import { type Page } from '@playwright/test';
import { ACCOUNTS, SESSION_KEY, expect, signIn, test } from '../src/test.ts';

test.use({ account: null });

const name = (page: Page) => page.getByRole('textbox', { name: /^Email\/username/ });
const password = (page: Page) => page.locator('input[name=password]');
const button = (page: Page) => page.getByRole('button', { name: 'LOGIN' });

/** Plays the server's answer to the token call. */
const answerToken = (page: Page, status: number, body: object) =>
  page.route('**/oauth/token', (route) => route.fulfill({ status, json: body }));

test('signs in and stands on the dashboard', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(/\/company\/dashboard$/);
});

test('the page leads to a forgotten password and to a request for access', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(/\/auth\/forgot-password$/);
  await page.getByRole('link', { name: 'Go back to login' }).click();
  await page.getByRole('link', { name: 'Ask for access' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

test('the submit button is disabled until the form is valid', async ({ page }) => {
  await page.goto('/login');
  await expect(button(page)).toBeDisabled();
  await name(page).fill('abc');
  await password(page).fill('long enough');
  await expect(button(page)).toBeDisabled();
  await name(page).fill('abcd');
  await expect(button(page)).toBeEnabled();
  await password(page).fill('abc');
  await expect(button(page)).toBeDisabled();
  await password(page).fill('abcd');
  await expect(button(page)).toBeEnabled();
});

test("both fields show 'Min character length is 4'", async ({ page }) => {
  await page.goto('/login');
  await name(page).fill('abc');
  await password(page).fill('abc');
  await password(page).blur();
  await expect(page.getByText('Min character length is 4')).toHaveCount(2);
  await expect(name(page)).toHaveAccessibleDescription('Min character length is 4');
  await expect(password(page)).toHaveAccessibleDescription('Min character length is 4');
  await name(page).fill('abcd');
  await expect(page.getByText('Min character length is 4')).toHaveCount(1);
});

test("the submit button shows 'Please Wait.. ' while submitting", async ({ page }) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/oauth/token', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/login');
  await name(page).fill(ACCOUNTS.administrator);
  await password(page).fill('innkeeper-demo');
  await button(page).click();
  const waiting = page.getByRole('button', { name: 'Please Wait..' });
  await expect(waiting).toBeDisabled();
  answer();
  await expect(page).toHaveURL(/\/company\/dashboard$/);
});

test('remembered sessions outlive the browser, others end with the tab', async ({ page }) => {
  const kept = () =>
    page.evaluate((key) => [localStorage.getItem(key) !== null, sessionStorage.getItem(key) !== null], SESSION_KEY);
  await signIn(page);
  expect(await kept()).toEqual([false, true]);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await name(page).fill(ACCOUNTS.administrator);
  await password(page).fill('innkeeper-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\/dashboard$/);
  expect(await kept()).toEqual([true, false]);
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test('of a wrong password is said in words, and the form can be used again', async ({ page }) => {
    await page.goto('/login');
    await name(page).fill(ACCOUNTS.frontDesk);
    await password(page).fill('not-the-password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Oops! Invalid Username or Password' })).toBeVisible();
    await expect(button(page)).toBeEnabled();
  });

  for (const field of ['email', 'username'])
    test(`keyed to ${field} is shown on that field and disables the button`, async ({ page }) => {
      await answerToken(page, 422, { error: 'validation_failed', message: '', errors: { [field]: ['Nobody here.'] } });
      await page.goto('/login');
      await name(page).fill('somebody');
      await password(page).fill('some password');
      await button(page).click();
      await expect(name(page)).toHaveAccessibleDescription('Nobody here.');
      await expect(button(page)).toBeDisabled();
      await name(page).fill('somebody else');
      await expect(name(page)).toHaveAccessibleDescription('');
      await expect(button(page)).toBeEnabled();
    });

  test('keyed to password is shown on that field and disables the button', async ({ page }) => {
    await answerToken(page, 422, { error: 'validation_failed', message: '', errors: { password: ['required'] } });
    await page.goto('/login');
    await name(page).fill('somebody');
    await password(page).fill('some password');
    await button(page).click();
    await expect(password(page)).toHaveAccessibleDescription('Please fill this in.');
    await expect(name(page)).toHaveAccessibleDescription('');
    await expect(button(page)).toBeDisabled();
    await password(page).fill('another password');
    await expect(button(page)).toBeEnabled();
  });
});
