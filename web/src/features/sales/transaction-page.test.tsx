import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./transaction-page.tsx'), import('../../domain/receipt-dialog.tsx')]));

const TRANSACTION_PATH = '/finance/transaction/61';
const PRINT_CALL = 'POST /api/transaction/61/receipt';
const MAIL_CALL = 'POST /api/transaction/61/receipt/mail';
const LABELS = {
  en: { openButton: 'Receipt…', print: 'Print', link: 'Open PDF' },
  id: { openButton: 'Kuitansi…', print: 'Cetak', link: 'Buka PDF' },
} as const;
const dialog = page.getByRole('dialog');

function mockTransaction(values: Readonly<Record<string, unknown>> = {}): void {
  setRecords('transaction', [row('transaction', 61, { transaction_no: 'T0061', ...values })]);
  const receipt = { id: 9, receipt_no: 'JKM/2026/000012', receipt_date: '2026-05-22', copies: 1, is_copy: true };
  mockResponse(PRINT_CALL, { data: { ...receipt, file_url: '/storage/receipt-9-1.pdf?signature=x&language=en' } });
  mockResponse(MAIL_CALL, { data: { receipt_no: 'JKM/2026/000012', is_copy: true, recipient: 'bagus@guest.test' } });
}

describe('the receipt of a transaction', () => {
  test('is sent to its member', async () => {
    mockTransaction();
    await openConsole(TRANSACTION_PATH);
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await dialog.getByRole('button', { name: 'Send by email' }).click();
    await expect.element(page.getByText('Receipt JKM/2026/000012 is being sent to bagus@guest.test.')).toBeVisible();
    expect((await waitForRequest(MAIL_CALL)).headers.get('Idempotency-Key')).not.toBeNull();
    expect(await findRequests(PRINT_CALL)).toEqual([]);
  });

  test('is not sent if there is no member', async () => {
    mockTransaction({ member_id: null, member: null });
    await openConsole(TRANSACTION_PATH);
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await expect.element(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send by email' })).not.toBeInTheDocument();
  });

  test('cannot be printed with view permission only', async () => {
    mockTransaction();
    await openConsole(TRANSACTION_PATH, { user: { roles: ['VIEW_TRANSACTION', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: LABELS.en.openButton })).not.toBeInTheDocument();
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is printed with the number of its copy: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockTransaction();
      await openConsole(TRANSACTION_PATH, { language, theme });
      await page.getByRole('button', { name: LABELS[language].openButton }).click();
      await expect.element(dialog.getByRole('radiogroup')).toBeVisible();
      await expectAccessible();
      await dialog.getByRole('button', { name: LABELS[language].print }).click();
      await expect.element(dialog.getByRole('link', { name: LABELS[language].link })).toHaveFocus();
      await expect.element(dialog.getByText(language === 'en' ? 'Copy 1' : 'Salinan 1')).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect((await waitForRequest(PRINT_CALL)).body).toEqual({ language });
    });
});
