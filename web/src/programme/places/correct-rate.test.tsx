import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./country-page.tsx'), import('./rate-dialog.tsx')]));

const PAGE = '/system/country/1';
const RATES = 'GET /api/country/1/rates';
const PREVIEW = 'GET /api/country/1/rate_preview';
const CORRECT = 'POST /api/country/1/rate_correction';
const UNDO = 'POST /api/rate_correction/4/undo';
const WORDS = {
  en: {
    open: 'Correct a rate…',
    right: 'Right rate',
    reason: 'Reason',
    show: 'Show what changes',
    title: 'From 1,550 to 15,500 for one US dollar?',
    left: /3 records stay as they are: their months are closed\. September 2026/,
    correct: 'Correct the rate',
    done: 'The rate is corrected: 46 records have another worth now.',
  },
  id: {
    open: 'Koreksi kurs…',
    right: 'Kurs benar',
    reason: 'Alasan',
    show: 'Tampilkan perubahannya',
    title: 'Dari 1,550 menjadi 15,500 untuk satu dolar AS?',
    left: /3 data tetap seperti adanya: bulannya sudah ditutup\. September 2026/,
    correct: 'Koreksi kurs',
    done: 'Kurs sudah dikoreksi: nilai 46 data kini berubah.',
  },
} as const;

const correction: RateCorrection = {
  id: 4,
  country: { id: 1, name: 'Indonesia' },
  wrong_rate: '1620.000000',
  right_rate: '16200.000000',
  from_date: null,
  until_date: null,
  reason: 'Satu angka kurang',
  transactions: 10,
  lines: 12,
  visits: 20,
  left_closed: 0,
  is_rate_of_country: true,
  corrected_at: '2026-05-22 02:00:00',
  corrected_by: { id: 1, name: 'Sari Wulandari' },
  undone_at: null,
  undone_by: null,
};
const preview: RatePreview = {
  transactions: 12,
  lines: 15,
  visits: 34,
  months: [
    { month: '2026-10', transactions: 10, visits: 30, before: '11612.90', after: '1161.29', difference: '-10451.61' },
    { month: '2026-11', transactions: 2, visits: 4, before: '2000.00', after: '200.00', difference: '-1800.00' },
  ],
  left_closed: 3,
  closed_months: ['2026-09'],
  is_rate_of_country: true,
};
const RATE = { transactions: 12, visits: 37, first_day: '2026-09-28', last_day: '2026-11-03' };

function playRates(corrections: readonly RateCorrection[] = [correction]): void {
  keepRecords('country', [row('country', 1, { name: 'Indonesia', usd_rate: '1550.000000' })]);
  answer(RATES, {
    data: {
      currency: 'IDR',
      rates: [
        { ...RATE, usd_rate: '1550.000000', is_current: true },
        { ...RATE, usd_rate: '15400.500000', is_current: false },
      ],
      corrections,
    },
  });
  answer(PREVIEW, { data: preview });
  answer(CORRECT, { data: { ...correction, transactions: 12, visits: 34 } });
  answer(UNDO, { data: { ...correction, undone_at: '2026-05-23 02:00:00', undone_by: correction.corrected_by } });
}

const dialog = page.getByRole('dialog');
async function openDialog(language: 'en' | 'id' = 'en'): Promise<void> {
  await page.getByRole('button', { name: WORDS[language].open }).click();
}

describe('a wrong rate', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`is corrected once what changes was seen: ${language}, ${theme}, ${width} px`, async () => {
      const { right, reason, show, title, left, correct, done } = WORDS[language];
      await page.viewport(width, height);
      playRates();
      await openConsole(PAGE, { language, theme });
      await openDialog(language);
      await dialog.getByRole('textbox', { name: right }).fill('15500');
      await dialog.getByRole('textbox', { name: reason }).fill('Satu angka kurang');
      await expectAccessible();
      await dialog.getByRole('button', { name: show }).click();
      await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
      await expect.element(dialog.getByText(left)).toBeVisible();
      await expect.element(dialog.getByRole('cell', { name: 'USD -10,451.61' })).toBeVisible();
      await expectAccessible();
      expect(await requests(CORRECT)).toEqual([]);
      await dialog.getByRole('button', { name: correct }).click();
      const { body, headers } = await sent(CORRECT);
      expect(body).toEqual({
        wrong_rate: '1550.000000',
        usd_rate: '15500',
        from_date: null,
        until_date: null,
        reason: 'Satu angka kurang',
      });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      await expect.element(page.getByText(done)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
    });

  test('is asked for with the right one and a reason before anything is asked of the server', async () => {
    playRates();
    await openConsole(PAGE);
    await openDialog();
    await dialog.getByRole('button', { name: WORDS.en.show }).click();
    await expect.element(dialog.getByRole('textbox', { name: WORDS.en.right })).toBeInvalid();
    await expect.element(dialog.getByRole('textbox', { name: WORDS.en.reason })).toBeInvalid();
    expect(await requests(PREVIEW)).toEqual([]);
  });

  test('keeps what was typed where one goes back, and shows what the server refuses at its field', async () => {
    playRates();
    await openConsole(PAGE);
    await openDialog();
    await dialog.getByRole('textbox', { name: WORDS.en.right }).fill('15500');
    await dialog.getByRole('textbox', { name: WORDS.en.reason }).fill('One digit');
    await dialog.getByRole('button', { name: WORDS.en.show }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.element(dialog.getByRole('textbox', { name: WORDS.en.right })).toHaveValue('15,500');
    answer(PREVIEW, () => refusal(422, 'validation_failed', { errors: { usd_rate: ['same_rate'] } }));
    await dialog.getByRole('button', { name: WORDS.en.show }).click();
    await expect.element(dialog.getByText('This is the rate that is to be corrected.')).toBeVisible();
  });

  test('is not corrected by who may not change countries', async () => {
    playRates();
    await openConsole(PAGE, { user: { roles: ['VIEW_COUNTRY', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'Indonesia', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: WORDS.en.open })).not.toBeInTheDocument();
  });

  test('waits for the rates of the country', async () => {
    playRates();
    answer(RATES, never);
    await openConsole(PAGE);
    await openDialog();
    await expect.element(dialog.getByText('Loading...')).toBeInTheDocument();
  });

  test('says where nothing was written down with one', async () => {
    playRates();
    answer(RATES, { data: { currency: 'IDR', rates: [], corrections: [] } });
    await openConsole(PAGE);
    await openDialog();
    await expect.element(dialog.getByText(/Nothing was written down with a rate/)).toBeVisible();
  });

  test('offers another try where its rates cannot be read', async () => {
    playRates();
    answer(RATES, () => refusal(500, 'internal_error'));
    await openConsole(PAGE);
    await openDialog();
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('a correction', () => {
  test('is undone as a whole once that was confirmed', async () => {
    playRates();
    await openConsole(PAGE);
    await openDialog();
    await dialog.getByRole('button', { name: 'Undo the correction from 1,620 to 16,200' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the correction' }).click();
    await sent(UNDO);
    await expect.element(page.getByText('The correction is undone.')).toBeVisible();
  });

  test('that is undone says so', async () => {
    playRates([{ ...correction, undone_at: '2026-05-23 02:00:00', undone_by: correction.corrected_by }]);
    await openConsole(PAGE);
    await openDialog();
    await expect.element(dialog.getByText('Undone', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  });
});
