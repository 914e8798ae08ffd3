import type { Cancellation } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { USED_SALE } from '../../testing/refunds.ts';
import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { deleted, row } from '../../testing/rows.ts';

const NUMBER = 'TRX-JKM-2605-0011';
const SALE: Cancellation = {
  is_deleted: false,
  cards: [{ id: 7, sbec_no: '3600 0000 0007', membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' } }],
  vouchers: 3,
  redeemed: [],
  closed_month: null,
  reversal: null,
  refund_of: null,
};
const REDEEMED: Cancellation = {
  ...SALE,
  redeemed: [{ voucher_no: 'V-0001', redeem_no: 'RDM-0009', redeem_hotel: 'Laksmira Sanggar Ubud', day: '2026-05-24' }],
};
const dialog = page.getByRole('alertdialog');
const deleteButton = page.getByRole('button', { name: `Delete ${NUMBER}` });

/** Opens the page of a transaction, of which deleting or restoring says `cancellation`. */
async function openTransaction(cancellation: Cancellation, isDeleted = false): Promise<void> {
  const record = row('transaction', 11, { transaction_no: NUMBER });
  keepRecords('transaction', [isDeleted ? deleted(record) : record]);
  answer('GET /api/transaction/11/cancellation', { data: cancellation });
  await openConsole('/finance/transaction/11');
}

describe('a sale that is taken back', () => {
  test('says what goes along before it is deleted, and asks why', async () => {
    await openTransaction(SALE);
    await deleteButton.click();
    await expect.element(dialog).toHaveAccessibleName(`Delete ${NUMBER}?`);
    for (const words of ['card 3600 0000 0007, Laksmira Gold', '3 vouchers that were not used', 'the same ones back'])
      await expect.element(dialog.getByText(words)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('Please fill this in.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Void reason' }).fill(' Sold to the wrong guest ');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(/^Deleted on/)).toBeVisible();
    expect((await sent('DELETE /api/transaction/11')).body).toEqual({ reason: 'Sold to the wrong guest' });
    expect(await requests('DELETE /api/transaction/11')).toHaveLength(1);
  });

  test('says what comes back before it is restored', async () => {
    await openTransaction({ ...SALE, is_deleted: true }, true);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(dialog).toHaveAccessibleName(`Restore ${NUMBER}?`);
    await expect.element(dialog.getByText('With this sale come back:')).toBeVisible();
    await expect.element(dialog.getByText('card 3600 0000 0007, Laksmira Gold')).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.element(page.getByText(/^Deleted on/)).not.toBeInTheDocument();
    expect(await requests('POST /api/transaction/11/restore')).toHaveLength(1);
  });

  test('of which a voucher was used leads to its refund', async () => {
    await openTransaction(REDEEMED);
    answer('GET /api/transaction/11/refund', { data: USED_SALE });
    await deleteButton.click();
    await dialog.getByRole('button', { name: 'Refund instead…' }).click();
    await expect.element(page.getByRole('dialog', { name: `Refund ${NUMBER}` })).toBeVisible();
  });

  test('being a refund, says what runs again and that it is not restored', async () => {
    await openTransaction({ ...SALE, refund_of: { id: 10, transaction_no: 'TRX-JKM-2605-0010' } });
    await deleteButton.click();
    for (const words of ['these become valid again:', 'card 3600 0000 0007, Laksmira Gold', 'cannot be restored'])
      await expect.element(dialog.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  test('is left as it is by Cancel, which has the focus, and by Escape', async () => {
    await openTransaction(SALE);
    for (const key of ['{Enter}', '{Escape}']) {
      await deleteButton.click();
      await expect.element(dialog.getByText('With this sale go:')).toBeVisible();
      await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await userEvent.keyboard(key);
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(deleteButton).toHaveFocus();
    }
    expect(await requests('DELETE /api/transaction/11')).toEqual([]);
  });

  for (const { language, theme, width, height } of LOOKS)
    test(`is refused once a voucher was redeemed, naming it: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openTransaction(REDEEMED);
      await openConsole('/finance/transaction/11', { language, theme });
      await page.getByRole('button', { name: `${language === 'id' ? 'Hapus' : 'Delete'} ${NUMBER}` }).click();
      const title = language === 'id' ? `${NUMBER} tidak dapat dihapus` : `${NUMBER} cannot be deleted`;
      await expect.element(dialog).toHaveAccessibleName(title);
      await expect.element(dialog.getByText('RDM-0009 · V-0001')).toBeVisible();
      await expect.element(dialog.getByText(/^24 (May|Mei) 2026 · Laksmira Sanggar Ubud/)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).not.toBeInTheDocument();
      expect(await requests('DELETE /api/transaction/11')).toEqual([]);
    });

  test('of a transaction without a card says that it can be restored', async () => {
    await openTransaction({ ...SALE, cards: [], vouchers: 0 });
    await deleteButton.click();
    await expect.element(dialog.getByText('It moves to the trash with its details and can be restored.')).toBeVisible();
  });

  test('cannot be confirmed before it is known what goes along; a failure can be tried again', async () => {
    await openTransaction(SALE);
    answer('GET /api/transaction/11/cancellation', never);
    await deleteButton.click();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    answer('GET /api/transaction/11/cancellation', () => refusal(500, 'internal_error'));
    await deleteButton.click();
    await expect.element(dialog.getByText('The server says internal_error.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    answer('GET /api/transaction/11/cancellation', { data: SALE });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog.getByText('With this sale go:')).toBeVisible();
  });
});
