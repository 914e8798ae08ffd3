import type { Page } from '@playwright/test';
import { type CaptchaVerifier, startVerifier } from '../src/captcha-verifier.ts';
import { type Program, runProgram } from '../src/program.ts';
import { expect, test } from '../src/test.ts';

test.use({ account: null });

const ADMINISTRATOR = { ADMIN_EMAIL: 'kepala@example.test', ADMIN_PASSWORD: 'kunci-kamar-tamu-506' };
const SECRET = 'a secret of thirty-two letters or more';
/** One program for the tests of a provider, which it is started with. */
test.describe.configure({ mode: 'serial' });

async function fillIn(page: Page, url: string, password = ADMINISTRATOR.ADMIN_PASSWORD): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(ADMINISTRATOR.ADMIN_EMAIL);
  await page.locator('input[name=password]').fill(password);
}
const button = (page: Page) => page.getByRole('button', { name: 'LOGIN' });

test.describe('ALTCHA', () => {
  let program: Program;
  test.beforeAll(async () => {
    program = await runProgram({ DEMO: '0', ...ADMINISTRATOR, CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: SECRET });
  });
  test.afterAll(() => program.stop());
  test.use({ expectedErrors: [/status of 400/] });

  test('is solved unseen before the sign-in, anew after a failure, and for a forgotten password', async ({ page }) => {
    let challenges = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/altcha-challenge')) challenges += 1;
    });
    await fillIn(page, program.url, 'not-the-password');
    await button(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Oops! Invalid Username or Password' })).toBeVisible();
    expect(challenges).toBe(1);
    await page.locator('input[name=password]').fill(ADMINISTRATOR.ADMIN_PASSWORD);
    await button(page).click();
    await expect(page).toHaveURL(/\/company\/dashboard$/);
    expect(challenges).toBe(2);
    await page.goto(`${program.url}/auth/forgot-password`);
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.ADMIN_EMAIL);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'If an account has this address' })).toBeVisible();
    expect(challenges).toBe(3);
  });
});

test.describe('Turnstile', () => {
  let program: Program;
  let verifier: CaptchaVerifier;
  test.beforeAll(async () => {
    verifier = await startVerifier(SECRET);
    program = await runProgram({
      DEMO: '0',
      ...ADMINISTRATOR,
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'the-site-key',
      CAPTCHA_SECRET: SECRET,
      CAPTCHA_VERIFY_URL: verifier.url,
    });
  });
  test.afterAll(async () => {
    await program.stop();
    await verifier.close();
  });
  test.use({ expectedErrors: [/status of 4\d\d|net::ERR/] });

  /** Plays the provider's script: the n-th answer after each reset is the n-th of these. */
  const playProvider = (page: Page, answers: readonly string[]) =>
    page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `
          const answers = ${JSON.stringify(answers)};
          window.played = [];
          window.turnstile = {
            render(container, options) {
              window.played.push('render ' + options.sitekey + ' ' + options.execution);
              this.options = options;
              return 'widget';
            },
            execute(id) { window.played.push('execute'); this.options.callback(answers.shift()); },
            reset(id) { window.played.push('reset'); },
            remove(id) { window.played.push('remove'); },
          };`,
      }),
    );
  const played = (page: Page) => page.evaluate(() => (window as unknown as { played: string[] }).played); // the script above

  test('is asked for again where its script does not come, and where its answer is refused', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort());
    await fillIn(page, program.url);
    await button(page).click();
    await expect(page.getByText('The security check could not be done. Please try again.')).toBeVisible();
    await expect(button(page)).toBeEnabled();
    await page.unroute('https://challenges.cloudflare.com/**');
    await playProvider(page, ['bad answer', 'good answer']);
    await button(page).click();
    await expect(page.getByRole('alert').last()).toBeVisible();
    await expect.poll(() => verifier.asked).toEqual(['bad answer']);
    await expect(button(page)).toBeEnabled();
    expect(await played(page)).toEqual(['render the-site-key execute', 'execute', 'reset']);
    await button(page).click();
    await expect(page).toHaveURL(/\/company\/dashboard$/);
    expect(verifier.asked).toEqual(['bad answer', 'good answer']);
    expect((await played(page)).slice(3)).toEqual(['execute', 'remove']);
  });
});

for (const { provider, host, door, aside } of [
  { provider: 'recaptcha', host: 'https://www.google.com/recaptcha/**', door: 'grecaptcha', aside: 'press' },
  { provider: 'hcaptcha', host: 'https://js.hcaptcha.com/**', door: 'hcaptcha', aside: 'callback' },
])
  test.describe(provider, () => {
    let program: Program;
    let verifier: CaptchaVerifier;
    test.beforeAll(async () => {
      verifier = await startVerifier(SECRET);
      program = await runProgram({
        DEMO: '0',
        ...ADMINISTRATOR,
        CAPTCHA_PROVIDER: provider,
        CAPTCHA_SITE_KEY: 'the-site-key',
        CAPTCHA_SECRET: SECRET,
        CAPTCHA_VERIFY_URL: verifier.url,
      });
    });
    test.afterAll(async () => {
      await program.stop();
      await verifier.close();
    });

    test('a question that is put aside lets the form be sent again', async ({ page }) => {
      // The first time the provider asks the person, who puts it aside; the second time it asks nothing.
      await page.route(host, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `
            let times = 0;
            window.${door} = {
              ready(callback) { callback(); },
              render(container, options) { this.options = options; return options.size === 'invisible' ? 0 : undefined; },
              execute(id) {
                times += 1;
                window.asked = times;
                if (times > 1) this.options.callback('good answer');
                else if (${JSON.stringify(aside)} === 'callback') this.options['close-callback']();
              },
              reset(id) {},
            };`,
        }),
      );
      await fillIn(page, program.url);
      await button(page).click();
      if (aside === 'press') {
        await expect(page.getByRole('button', { name: 'Please Wait..' })).toBeDisabled();
        await expect.poll(() => page.evaluate(() => 'asked' in window)).toBe(true);
        await page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true }).click();
      }
      await expect(page.getByText('Please finish the security check to go on.')).toBeVisible();
      expect(verifier.asked).toEqual([]);
      await button(page).click();
      await expect(page).toHaveURL(/\/company\/dashboard$/);
      expect(verifier.asked).toEqual(['good answer']);
    });
  });
