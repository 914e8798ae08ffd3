import type { Cancellation } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { PARTLY_USED_SALE } from '../../testing/refunds.ts';
import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { markDeleted, row } from '../../testing/rows.ts';

const TRANSACTION_NO = 'TRX-JKM-2605-0011';
const SALE_CANCELLATION: Cancellation = {
  is_deleted: false,
  cards: [{ id: 7, sbec_no: '3600 0000 0007', membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' } }],
  vouchers: 3,
  redeemed: [],
  closed_month: null,
  reversal: null,
  refund_of: null,
};
const REDEEMED_CANCELLATION: Cancellation = {
  ...SALE_CANCELLATION,
  redeemed: [{ voucher_no: 'V-0001', redeem_no: 'RDM-0009', redeem_hotel: 'Laksmira Sanggar Ubud', day: '2026-05-24' }],
};
const dialog = page.getByRole('alertdialog');
const deleteButton = page.getByRole('button', { name: `Delete ${TRANSACTION_NO}` });

/** Opens the page of a transaction; deleting or restoring it returns `cancellation`. */
async function openTransaction(cancellation: Cancellation, isDeleted = false): Promise<void> {
  const record = row('transaction', 11, { transaction_no: TRANSACTION_NO });
  setRecords('transaction', [isDeleted ? markDeleted(record) : record]);
  mockResponse('GET /api/transaction/11/cancellation', { data: cancellation });
  await openConsole('/finance/transaction/11');
}

describe('cancelling a sale', () => {
  test('lists the records that are deleted with it, and requires a reason', async () => {
    await openTransaction(SALE_CANCELLATION);
    await deleteButton.click();
    await expect.element(dialog).toHaveAccessibleName(`Delete ${TRANSACTION_NO}?`);
    for (const expectedText of [
      'card 3600 0000 0007, Laksmira Gold',
      '3 unused vouchers',
      'Restoring the sale restores them too.',
    ])
      await expect.element(dialog.getByText(expectedText)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('This field is required.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Void reason' }).fill(' Sold to the wrong guest ');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(/^Deleted on/)).toBeVisible();
    expect((await waitForRequest('DELETE /api/transaction/11')).body).toEqual({ reason: 'Sold to the wrong guest' });
    expect(await findRequests('DELETE /api/transaction/11')).toHaveLength(1);
  });

  test('lists the records that are restored with it, before restoring it', async () => {
    await openTransaction({ ...SALE_CANCELLATION, is_deleted: true }, true);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(dialog).toHaveAccessibleName(`Restore ${TRANSACTION_NO}?`);
    await expect.element(dialog.getByText('Restored with this sale:')).toBeVisible();
    await expect.element(dialog.getByText('card 3600 0000 0007, Laksmira Gold')).toBeVisible();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.element(page.getByText(/^Deleted on/)).not.toBeInTheDocument();
    expect(await findRequests('POST /api/transaction/11/restore')).toHaveLength(1);
  });

  test('offers a refund instead if a voucher was used', async () => {
    await openTransaction(REDEEMED_CANCELLATION);
    mockResponse('GET /api/transaction/11/refund', { data: PARTLY_USED_SALE });
    await deleteButton.click();
    await dialog.getByRole('button', { name: 'Refund instead…' }).click();
    await expect.element(page.getByRole('dialog', { name: `Refund ${TRANSACTION_NO}` })).toBeVisible();
  });

  test('lists the records that a cancelled refund makes valid again, and warns that it is final', async () => {
    await openTransaction({ ...SALE_CANCELLATION, refund_of: { id: 10, transaction_no: 'TRX-JKM-2605-0010' } });
    await deleteButton.click();
    for (const expectedText of ['makes these valid again:', 'card 3600 0000 0007, Laksmira Gold', 'cannot be restored'])
      await expect.element(dialog.getByText(expectedText)).toBeVisible();
    await expectAccessible();
  });

  test('is aborted by Cancel, which has the focus, and by Escape', async () => {
    await openTransaction(SALE_CANCELLATION);
    for (const key of ['{Enter}', '{Escape}']) {
      await deleteButton.click();
      await expect.element(dialog.getByText('Deleted with this sale:')).toBeVisible();
      await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await userEvent.keyboard(key);
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(deleteButton).toHaveFocus();
    }
    expect(await findRequests('DELETE /api/transaction/11')).toEqual([]);
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is rejected after a redemption, and shows the voucher: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openTransaction(REDEEMED_CANCELLATION);
      await openConsole('/finance/transaction/11', { language, theme });
      await page.getByRole('button', { name: `${language === 'id' ? 'Hapus' : 'Delete'} ${TRANSACTION_NO}` }).click();
      const title = language === 'id' ? `${TRANSACTION_NO} tidak dapat dihapus` : `${TRANSACTION_NO} cannot be deleted`;
      await expect.element(dialog).toHaveAccessibleName(title);
      await expect.element(dialog.getByText('RDM-0009 · V-0001')).toBeVisible();
      await expect.element(dialog.getByText(/^24 (May|Mei) 2026 · Laksmira Sanggar Ubud/)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).not.toBeInTheDocument();
      expect(await findRequests('DELETE /api/transaction/11')).toEqual([]);
    });

  test('shows that a transaction without a card can be restored', async () => {
    await openTransaction({ ...SALE_CANCELLATION, cards: [], vouchers: 0 });
    await deleteButton.click();
    await expect.element(dialog.getByText('You can restore it, with its lines, from the trash.')).toBeVisible();
  });

  test('cannot be confirmed until its effects are loaded; a failure can be retried', async () => {
    await openTransaction(SALE_CANCELLATION);
    mockResponse('GET /api/transaction/11/cancellation', neverResponds);
    await deleteButton.click();
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    mockResponse('GET /api/transaction/11/cancellation', () => rejection(500, 'internal_error'));
    await deleteButton.click();
    await expect.element(dialog.getByText('The server says internal_error.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    mockResponse('GET /api/transaction/11/cancellation', { data: SALE_CANCELLATION });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog.getByText('Deleted with this sale:')).toBeVisible();
  });
});
