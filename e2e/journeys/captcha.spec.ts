import type { Page } from '@playwright/test';
import { type CaptchaVerifier, startVerifier } from '../src/captcha-verifier.ts';
import { type App, startApp } from '../src/app.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: null });

const ADMINISTRATOR = { ADMIN_EMAIL: 'kepala@example.test', ADMIN_PASSWORD: 'kunci-kamar-tamu-506' };
const SECRET = 'a secret of thirty-two letters or more';
// The tests of a provider share one server, which is started for that provider.
test.describe.configure({ mode: 'serial' });

async function fillSignInForm(page: Page, url: string, password = ADMINISTRATOR.ADMIN_PASSWORD): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(ADMINISTRATOR.ADMIN_EMAIL);
  await page.locator('input[name=password]').fill(password);
}
const loginButton = (page: Page) => page.getByRole('button', { name: 'LOGIN' });

test.describe('ALTCHA', () => {
  let app: App;
  test.beforeAll(async () => {
    app = await startApp({ DEMO: '0', ...ADMINISTRATOR, CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: SECRET });
  });
  test.afterAll(() => app.stop());
  test.use({ expectedErrors: [/status of 400/] });

  test('is solved invisibly for a sign-in, again after a failure, and for a forgotten password', async ({ page }) => {
    let challenges = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/altcha-challenge')) challenges += 1;
    });
    await fillSignInForm(page, app.url, 'not-the-password');
    await loginButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Oops! Invalid Username or Password' })).toBeVisible();
    expect(challenges).toBe(1);
    await page.locator('input[name=password]').fill(ADMINISTRATOR.ADMIN_PASSWORD);
    await loginButton(page).click();
    await expect(page).toHaveURL(/\/company\/dashboard$/);
    expect(challenges).toBe(2);
    await page.goto(`${app.url}/auth/forgot-password`);
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.ADMIN_EMAIL);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'If an account uses this address' })).toBeVisible();
    expect(challenges).toBe(3);
  });
});

test.describe('reCAPTCHA', () => {
  let app: App;
  let verifier: CaptchaVerifier;
  test.beforeAll(async () => {
    verifier = await startVerifier(SECRET);
    app = await startApp({
      DEMO: '0',
      ...ADMINISTRATOR,
      CAPTCHA_PROVIDER: 'recaptcha',
      CAPTCHA_SITE_KEY: 'the-site-key',
      CAPTCHA_SECRET: SECRET,
      CAPTCHA_VERIFY_URL: verifier.url,
    });
  });
  test.beforeEach(() => verifier.receivedResponses.splice(0));
  test.afterAll(async () => {
    await app.stop();
    await verifier.close();
  });

  const SCRIPTS = 'https://www.google.com/recaptcha/**';
  /** Mocks reCAPTCHA's script: the challenges return these responses in order, and a prompt remains open for null. */
  const mockRecaptcha = (page: Page, responses: readonly (string | null)[]) =>
    page.route(SCRIPTS, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `
          const answers = ${JSON.stringify(responses)};
          window.providerCalls = [];
          window.grecaptcha = {
            ready(callback) { callback(); },
            render(container, options) {
              window.providerCalls.push('render ' + options.sitekey + ' ' + options.size);
              this.options = options;
              return 0;
            },
            execute(id) {
              window.providerCalls.push('execute');
              const answer = answers.shift();
              if (answer !== null) this.options.callback(answer);
            },
            reset(id) { window.providerCalls.push('reset'); },
          };`,
      }),
    );
  /** No calls before the script above is loaded. */
  const readProviderCalls = (page: Page) =>
    page.evaluate(() => (window as { providerCalls?: string[] }).providerCalls ?? []);

  test('a user who dismissed the challenge can send the form again', async ({ page }) => {
    // The first challenge is dismissed by the user; the second needs no interaction.
    await mockRecaptcha(page, [null, 'good answer']);
    await fillSignInForm(page, app.url);
    await loginButton(page).click();
    await expect(page.getByRole('button', { name: 'Please Wait..' })).toBeDisabled();
    await expect.poll(() => readProviderCalls(page)).toContain('execute');
    await page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true }).click();
    await expect(page.getByText('Complete the security check to continue.')).toBeVisible();
    expect(verifier.receivedResponses).toEqual([]);
    await loginButton(page).click();
    await expect(page).toHaveURL(/\/company\/dashboard$/);
    expect(verifier.receivedResponses).toEqual(['good answer']);
  });

  test.describe('with failures', () => {
    test.use({ expectedErrors: [/status of 4\d\d|net::ERR/] });

    test('is requested again if its script fails to load or its response is rejected', async ({ page }) => {
      await page.route(SCRIPTS, (route) => route.abort());
      await fillSignInForm(page, app.url);
      await loginButton(page).click();
      await expect(page.getByText('The security check failed. Please try again.')).toBeVisible();
      await expect(loginButton(page)).toBeEnabled();
      await page.unroute(SCRIPTS);
      await mockRecaptcha(page, ['bad answer', 'good answer']);
      await loginButton(page).click();
      await expect(page.getByRole('alert').last()).toBeVisible();
      await expect.poll(() => verifier.receivedResponses).toEqual(['bad answer']);
      await expect(loginButton(page)).toBeEnabled();
      expect(await readProviderCalls(page)).toEqual(['render the-site-key invisible', 'execute', 'reset']);
      await loginButton(page).click();
      await expect(page).toHaveURL(/\/company\/dashboard$/);
      expect(verifier.receivedResponses).toEqual(['bad answer', 'good answer']);
      expect((await readProviderCalls(page)).slice(3)).toEqual(['execute']);
    });
  });
});
