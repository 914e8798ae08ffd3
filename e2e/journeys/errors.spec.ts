import type { Page, Route } from '@playwright/test';
import { ACCOUNTS, expect, firstOf, test } from '../src/test.ts';

/** The error catalogue of the specification, each case played by the outside world. */

type Fault = (route: Route) => Promise<void>;
const answer =
  (status: number, body: unknown = {}): Fault =>
  (route) =>
    route.fulfill({ status, json: body });
const page502: Fault = (route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
const silence: Fault = (route) => route.abort('connectionrefused');

interface Case {
  readonly what: string;
  readonly fault: Fault;
  readonly variant: 'error' | 'warning';
  readonly en: string;
  readonly id: string;
}

const own = 'Kamar sedang dibersihkan.';
const CASES: readonly Case[] = [
  {
    what: '404',
    fault: answer(404),
    variant: 'error',
    en: 'Api Route is missing or undefined',
    id: 'Rute API tidak ada atau tidak dikenal',
  },
  { what: '405', fault: answer(405), variant: 'error', en: 'Method not Allowed', id: 'Metode tidak diizinkan' },
  {
    what: '429',
    fault: answer(429),
    variant: 'error',
    en: 'Too Many Requests, please try again..',
    id: 'Terlalu banyak permintaan, silakan coba lagi..',
  },
  { what: 'other status with a message', fault: answer(503, { message: own }), variant: 'error', en: own, id: own },
  {
    what: 'other status without one',
    fault: answer(500),
    variant: 'error',
    en: 'Internal Server Error',
    id: 'Terjadi kesalahan pada server',
  },
  { what: 'unreadable', fault: page502, variant: 'error', en: 'Unknown Error', id: 'Kesalahan tidak dikenal' },
  {
    what: 'error code invalid_grant',
    fault: answer(400, { error: 'invalid_grant' }),
    variant: 'error',
    en: 'Oops! Invalid Username or Password',
    id: 'Ups! Nama pengguna atau kata sandi salah',
  },
  { what: 'no response', fault: silence, variant: 'warning', en: 'Network Error.', id: 'Jaringan bermasalah.' },
];

const message = (page: Page, variant: string, text: string) =>
  page.locator(`.message[data-variant=${variant}]`).filter({ hasText: text });

/** A form with something to save, whose saving meets a fault. */
async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const name = page.locator('input[name=name]');
  await name.fill(`${await name.inputValue()} `.trimStart() + 'x');
}

for (const language of ['en', 'id'] as const) {
  test.describe(`failed calls, in ${language}`, () => {
    test.use({ look: { language, theme: 'light' }, expectedErrors: [/status of \d+|ERR_CONNECTION_REFUSED/] });

    test('are said as the catalogue says them, as snackbars', async ({ page, client }) => {
      const { id } = await firstOf(client, '/api/region?per_page=1');
      let fault: Fault = answer(500);
      await page.route(`**/api/region/${id}`, (route) =>
        route.request().method() === 'POST' ? fault(route) : route.continue(),
      );
      await openForm(page, `/system/region/${id}`);
      for (const { what, fault: next, variant, ...texts } of CASES) {
        fault = next;
        await page.keyboard.press('Control+s');
        const shown = message(page, variant, texts[language]);
        await expect(shown, what).toBeVisible();
        if (variant === 'error') await expect(shown).toHaveRole('alert');
        await shown.getByRole('button').click();
        await expect(shown).toBeHidden();
      }
    });
  });
}

test('a success response carrying an error field: the error is shown as a warning', async ({ page }) => {
  await page.route('**/api/region*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, error: 'Angka ini dari kemarin.' } });
  });
  await page.goto('/system/region');
  await expect(message(page, 'warning', 'Angka ini dari kemarin.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
});

test.describe('401', () => {
  test.use({ account: null, expectedErrors: [/401/] });

  for (const [what, body, text] of [
    ['shows the server message', { message: 'Anda masuk dari perangkat lain.' }, 'Anda masuk dari perangkat lain.'],
    ["or else 'Your session has expired, please re-login..'", {}, 'Your session has expired, please re-login..'],
  ] as const) {
    test(`${what}, and triggers auto-logout`, async ({ page, enter }) => {
      await enter('/system/region');
      await expect(page.getByRole('grid', { name: 'Regions' }).getByRole('row').nth(2)).toBeVisible();
      await page.route('**/api/region*', (route) => route.fulfill({ status: 401, json: body }));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(message(page, 'error', text)).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('innkeeper.session'))).toBeNull();
    });
  }

  test('of the token call stays where it is', async ({ page }) => {
    await page.route('**/oauth/token', (route) => route.fulfill({ status: 401, json: { message: 'Klien ditolak.' } }));
    await page.goto('/login');
    await page.getByRole('textbox', { name: /^Email\/username/ }).fill(ACCOUNTS.frontDesk);
    await page.locator('input[name=password]').fill('apa-saja-boleh');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Klien ditolak.' }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.locator('input[name=password]')).toHaveValue('apa-saja-boleh');
  });
});

test('an unknown route goes to /error-404', async ({ page }) => {
  for (const path of ['/no/such/page', '/company/nobody/7', '/system']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/error-404$/);
  }
});

for (const [language, wrongDay, wrongTime] of [
  ['en', 'Invalid Date Format!', 'Invalid Time Format!'],
  ['id', 'Format tanggal tidak valid!', 'Format waktu tidak valid!'],
] as const) {
  test.describe(`date and time format failures, in ${language}`, () => {
    test.use({ look: { language, theme: 'light' } });

    test('stand at their fields as soon as they are left', async ({ page }) => {
      await page.goto('/company/member/new');
      const born = page.locator('input[name=birth_date]');
      await born.fill('31 Feb 1990');
      await born.blur();
      await expect(page.getByText(wrongDay)).toBeVisible();
      await expect(born).toHaveAttribute('aria-invalid', 'true');
      await born.fill('28 Feb 1990');
      await born.blur();
      await expect(page.getByText(wrongDay)).toBeHidden();

      const verified = page.locator('input[name=email_verified_at]');
      await verified.fill('22 May 2026');
      await verified.press('Tab');
      const time = page.getByRole('textbox', { name: language === 'en' ? 'Time' : 'Waktu', exact: true });
      await time.fill('25:70');
      await time.blur();
      await expect(page.getByText(wrongTime)).toBeVisible();
      await expect(time).toHaveAttribute('aria-invalid', 'true');
      await expect(verified).not.toHaveAttribute('aria-invalid', 'true');
      await time.fill('14.05');
      await time.blur();
      await expect(page.getByText(wrongTime)).toBeHidden();
      await expect(time).toHaveValue('14:05');
    });
  });
}
