import type { RateCorrection, RatePreview } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./country-page.tsx'), import('./rate-dialog.tsx')]));

const COUNTRY_PATH = '/system/country/1';
const RATES_CALL = 'GET /api/country/1/rates';
const PREVIEW_CALL = 'GET /api/country/1/rate_preview';
const CORRECT_CALL = 'POST /api/country/1/rate_correction';
const UNDO_CALL = 'POST /api/rate_correction/4/undo';
const LABELS = {
  en: {
    openButton: 'Correct rate…',
    correctRate: 'Correct rate',
    reason: 'Reason',
    previewButton: 'Preview changes',
    title: 'From 1,550 to 15,500 for one US dollar?',
    closedMonths: /3 records are in closed months and will not change\. September 2026/,
    applyButton: 'Apply correction',
    doneMessage: 'Rate corrected. 46 records recalculated.',
  },
  id: {
    openButton: 'Koreksi kurs…',
    correctRate: 'Kurs benar',
    reason: 'Alasan',
    previewButton: 'Pratinjau perubahan',
    title: 'Dari 1,550 menjadi 15,500 untuk satu dolar AS?',
    closedMonths: /3 data berada di bulan yang sudah ditutup dan tidak berubah\. September 2026/,
    applyButton: 'Terapkan koreksi',
    doneMessage: 'Kurs dikoreksi. 46 data dihitung ulang.',
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
const RATE_USAGE = { transactions: 12, visits: 37, first_day: '2026-09-28', last_day: '2026-11-03' };

function mockRates(corrections: readonly RateCorrection[] = [correction]): void {
  setRecords('country', [row('country', 1, { name: 'Indonesia', usd_rate: '1550.000000' })]);
  mockResponse(RATES_CALL, {
    data: {
      currency: 'IDR',
      rates: [
        { ...RATE_USAGE, usd_rate: '1550.000000', is_current: true },
        { ...RATE_USAGE, usd_rate: '15400.500000', is_current: false },
      ],
      corrections,
    },
  });
  mockResponse(PREVIEW_CALL, { data: preview });
  mockResponse(CORRECT_CALL, { data: { ...correction, transactions: 12, visits: 34 } });
  mockResponse(UNDO_CALL, {
    data: { ...correction, undone_at: '2026-05-23 02:00:00', undone_by: correction.corrected_by },
  });
}

const dialog = page.getByRole('dialog');
async function openDialog(language: 'en' | 'id' = 'en'): Promise<void> {
  await page.getByRole('button', { name: LABELS[language].openButton }).click();
}

describe('a wrong exchange rate', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is corrected after a preview of the changes: ${language}, ${theme}, ${width} px`, async () => {
      const { correctRate, reason, previewButton, title, closedMonths, applyButton, doneMessage } = LABELS[language];
      await page.viewport(width, height);
      mockRates();
      await openConsole(COUNTRY_PATH, { language, theme });
      await openDialog(language);
      await dialog.getByRole('textbox', { name: correctRate }).fill('15500');
      await dialog.getByRole('textbox', { name: reason }).fill('Satu angka kurang');
      await expectAccessible();
      await dialog.getByRole('button', { name: previewButton }).click();
      await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
      await expect.element(dialog.getByText(closedMonths)).toBeVisible();
      await expect.element(dialog.getByRole('cell', { name: 'USD -10,451.61' })).toBeVisible();
      await expectAccessible();
      expect(await findRequests(CORRECT_CALL)).toEqual([]);
      await dialog.getByRole('button', { name: applyButton }).click();
      const { body, headers } = await waitForRequest(CORRECT_CALL);
      expect(body).toEqual({
        wrong_rate: '1550.000000',
        usd_rate: '15500',
        from_date: null,
        until_date: null,
        reason: 'Satu angka kurang',
      });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      await expect.element(page.getByText(doneMessage)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
    });

  test('requires the correct rate and a reason before anything is requested from the server', async () => {
    mockRates();
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await dialog.getByRole('button', { name: LABELS.en.previewButton }).click();
    await expect.element(dialog.getByRole('textbox', { name: LABELS.en.correctRate })).toBeInvalid();
    await expect.element(dialog.getByRole('textbox', { name: LABELS.en.reason })).toBeInvalid();
    expect(await findRequests(PREVIEW_CALL)).toEqual([]);
  });

  test('retains the input on going back, and shows the server’s rejection at its field', async () => {
    mockRates();
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await dialog.getByRole('textbox', { name: LABELS.en.correctRate }).fill('15500');
    await dialog.getByRole('textbox', { name: LABELS.en.reason }).fill('One digit');
    await dialog.getByRole('button', { name: LABELS.en.previewButton }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect.element(dialog.getByRole('textbox', { name: LABELS.en.correctRate })).toHaveValue('15,500');
    mockResponse(PREVIEW_CALL, () => rejection(422, 'validation_failed', { errors: { usd_rate: ['same_rate'] } }));
    await dialog.getByRole('button', { name: LABELS.en.previewButton }).click();
    await expect.element(dialog.getByText('Enter a rate other than the one to correct.')).toBeVisible();
  });

  test('cannot be corrected without permission to change countries', async () => {
    mockRates();
    await openConsole(COUNTRY_PATH, { user: { roles: ['VIEW_COUNTRY', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'Indonesia', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: LABELS.en.openButton })).not.toBeInTheDocument();
  });

  test('shows a placeholder until the rates of the country are loaded', async () => {
    mockRates();
    mockResponse(RATES_CALL, neverResponds);
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await expect.element(dialog.getByText('Loading...')).toBeInTheDocument();
  });

  test('shows that no record was saved with a rate', async () => {
    mockRates();
    mockResponse(RATES_CALL, { data: { currency: 'IDR', rates: [], corrections: [] } });
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await expect.element(dialog.getByText(/No records use this rate/)).toBeVisible();
  });

  test('offers a retry if the rates cannot be loaded', async () => {
    mockRates();
    mockResponse(RATES_CALL, () => rejection(500, 'internal_error'));
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('a correction', () => {
  test('is undone as a whole after confirmation', async () => {
    mockRates();
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await dialog.getByRole('button', { name: 'Undo the correction from 1,620 to 16,200' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo correction' }).click();
    await waitForRequest(UNDO_CALL);
    await expect.element(page.getByText('Correction undone.')).toBeVisible();
  });

  test('is marked as undone', async () => {
    mockRates([{ ...correction, undone_at: '2026-05-23 02:00:00', undone_by: correction.corrected_by }]);
    await openConsole(COUNTRY_PATH);
    await openDialog();
    await expect.element(dialog.getByText('Undone', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  });
});
