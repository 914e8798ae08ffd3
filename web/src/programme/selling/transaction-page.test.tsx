import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./transaction-page.tsx'), import('../desk/receipt-dialog.tsx')]));

const PAGE = '/finance/transaction/61';
const PRINT = 'POST /api/transaction/61/receipt';
const MAIL = 'POST /api/transaction/61/receipt/mail';
const WORDS = {
  en: { open: 'Receipt…', print: 'Print', link: 'Open the PDF' },
  id: { open: 'Kuitansi…', print: 'Cetak', link: 'Buka PDF' },
} as const;
const dialog = page.getByRole('dialog');

function playTransaction(values: Readonly<Record<string, unknown>> = {}): void {
  keepRecords('transaction', [row('transaction', 61, { transaction_no: 'T0061', ...values })]);
  const receipt = { id: 9, receipt_no: 'JKM/2026/000012', receipt_date: '2026-05-22', copies: 1, is_copy: true };
  answer(PRINT, { data: { ...receipt, file_url: '/storage/receipt-9-1.pdf?signature=x&language=en' } });
  answer(MAIL, { data: { receipt_no: 'JKM/2026/000012', is_copy: true, recipient: 'bagus@guest.test' } });
}

describe('the receipt of a transaction', () => {
  test('is sent to its member', async () => {
    playTransaction();
    await openConsole(PAGE);
    await page.getByRole('button', { name: WORDS.en.open }).click();
    await dialog.getByRole('button', { name: 'Send by mail' }).click();
    await expect.element(page.getByText('Receipt JKM/2026/000012 is on its way to bagus@guest.test.')).toBeVisible();
    expect((await sent(MAIL)).headers.get('Idempotency-Key')).not.toBeNull();
    expect(await requests(PRINT)).toEqual([]);
  });

  test('is sent to nobody where there is no member', async () => {
    playTransaction({ member_id: null, member: null });
    await openConsole(PAGE);
    await page.getByRole('button', { name: WORDS.en.open }).click();
    await expect.element(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Send by mail' })).not.toBeInTheDocument();
  });

  test('is not printed by who may only look', async () => {
    playTransaction();
    await openConsole(PAGE, { user: { roles: ['VIEW_TRANSACTION', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: WORDS.en.open })).not.toBeInTheDocument();
  });

  for (const { language, theme, width, height } of LOOKS)
    test(`is printed by everybody, and says which copy it is: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      playTransaction();
      await openConsole(PAGE, { language, theme });
      await page.getByRole('button', { name: WORDS[language].open }).click();
      await expect.element(dialog.getByRole('radiogroup')).toBeVisible();
      await expectAccessible();
      await dialog.getByRole('button', { name: WORDS[language].print }).click();
      await expect.element(dialog.getByRole('link', { name: WORDS[language].link })).toHaveFocus();
      await expect.element(dialog.getByText(language === 'en' ? 'Copy 1' : 'Salinan 1')).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect((await sent(PRINT)).body).toEqual({ language });
    });
});
