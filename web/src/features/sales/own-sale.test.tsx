import type { Cancellation } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { getOptionDetailId } from '../../testing/fixtures.ts';
import { mockResponse, rejection, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { createdNowValues, row } from '../../testing/rows.ts';
import { SALE_RESPONSE, mockSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./transaction-page.tsx'), import('./own-sale-dialogs.tsx')]));

const SALE_PATH = '/finance/transaction/61';
const CANCEL_CALL = 'POST /api/transaction/61/cancel';
const CANCELLATION: Cancellation = {
  is_deleted: false,
  cards: [{ id: 7, sbec_no: '3600 0000 0007', membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' } }],
  vouchers: 3,
  redeemed: [],
  closed_month: null,
  reversal: null,
  refund_of: null,
};
/** A front desk, without the rights to change or delete sales. */
const user = { roles: ['VIEW_TRANSACTION', 'STORE_TRANSACTION', 'VIEW_DASHBOARD'] };
const button = (name: string) => page.getByRole('button', { name });
const confirmation = page.getByRole('alertdialog');
const dialog = page.getByRole('dialog');

function mockSale(values: Readonly<Record<string, unknown>> = {}, cancellation: Partial<Cancellation> = {}): void {
  const sale = { transaction_no: 'T0061', reverses_id: null, reverses: null, locked_reason: null, ...values };
  setRecords('transaction', [row('transaction', 61, sale)]);
  mockResponse('GET /api/transaction/61/cancellation', { data: { ...CANCELLATION, ...cancellation } });
}

describe('a sale of the last minutes', () => {
  const LABELS = {
    en: { undo: 'Undo sale…', title: 'Undo T0061?', confirm: 'Undo sale', done: 'T0061 undone.' },
    id: {
      undo: 'Urungkan penjualan…',
      title: 'Urungkan T0061?',
      confirm: 'Urungkan penjualan',
      done: 'T0061 diurungkan.',
    },
  } as const;
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is undone by its seller: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      mockSale(createdNowValues());
      mockResponse(CANCEL_CALL, { data: row('transaction', 61) });
      await openConsole(SALE_PATH, { user, language, theme });
      // In words, also on a phone.
      await expect.element(page.getByText(labels.undo, { exact: true })).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await button(labels.undo).click();
      await expect.element(confirmation).toHaveAccessibleName(labels.title);
      await expect.element(confirmation).toMatchTextContent('Laksmira Gold');
      await expectAccessible();
      await confirmation.getByRole('button', { name: labels.confirm }).click();
      await expect.element(page.getByText(labels.done)).toBeVisible();
      expect((await waitForRequest(CANCEL_CALL)).body).toEqual({ reason: expect.stringMatching(/\w/) });
    });

  test('shows the redemption that prevents it', async () => {
    const redeemed = [{ redeem_no: 'R0009', voucher_no: 'V-01', redeem_hotel: 'Jakarta', day: '2026-05-22' }];
    mockSale(createdNowValues(), { redeemed });
    await openConsole(SALE_PATH, { user });
    await button('Undo sale…').click();
    await expect.element(confirmation).toMatchTextContent('R0009');
  });

  test('is undone right after it was sold, and can be corrected and sold again', async () => {
    mockSales();
    mockResponse('POST /api/transaction/wizard', {
      data: {
        ...SALE_RESPONSE,
        transaction: { ...SALE_RESPONSE.transaction, ...createdNowValues(), created_by: { id: 1, name: 'Sari' } },
      },
    });
    mockResponse('GET /api/transaction/11/cancellation', { data: CANCELLATION });
    mockResponse('POST /api/transaction/11/cancel', { data: row('transaction', 11) });
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await payCash('250000');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await button('Undo…').click();
    await confirmation.getByRole('button', { name: 'Undo sale' }).click();
    // The review of the same sale again.
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await waitForRequest('POST /api/transaction/11/cancel');
    await expect.poll(async () => (await findRequests('POST /api/transaction/wizard')).length).toBe(2);
    const [first, second] = await findRequests('POST /api/transaction/wizard');
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
  });
});

describe('an older sale, or one of a colleague', () => {
  test('can be cancelled by approval', async () => {
    mockSale();
    mockResponse('POST /api/approval', { data: { id: 3 } });
    await openConsole(SALE_PATH, { user });
    await button('Ask to cancel…').click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('The guest changed their mind');
    await button('Request approval').click();
    await expect.element(page.getByText('Sent for approval.')).toBeVisible();
    expect((await waitForRequest('POST /api/approval')).body).toEqual({
      call: 'POST /api/transaction/{id}/cancel',
      path: { id: 61 },
      body: { reason: 'The guest changed their mind' },
      reason: 'The guest changed their mind',
    });
  });

  test('has no such action for users who may delete it, and none once its month is closed', async () => {
    mockSale();
    await openConsole(SALE_PATH, { user: { roles: [...user.roles, 'DELETE_TRANSACTION'] } });
    await expect.element(button('Receipt…')).toBeVisible();
    await expect.element(button('Ask to cancel…')).not.toBeInTheDocument();
    mockSale({}, { closed_month: '2026-04' });
    await openConsole(SALE_PATH, { user });
    await expect.element(button('Receipt…')).toBeVisible();
    await expect.element(button('Ask to cancel…')).not.toBeInTheDocument();
  });
});

describe('the payment of a sale of today', () => {
  const PAYMENT_CALL = 'POST /api/transaction/61/payment';

  test('is corrected by its seller', async () => {
    mockSale({
      ...createdNowValues(),
      reference_no: 'KW-1',
      type_payment_id: getOptionDetailId('type-payment', 'cash'),
    });
    mockResponse(PAYMENT_CALL, { data: row('transaction', 61) });
    await openConsole(SALE_PATH, { user });
    await button('Correct payment…').click();
    await expect.element(dialog.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    const receiptInput = dialog.getByRole('textbox', { name: 'Official Receipt No' });
    await expect.element(receiptInput).toHaveValue('KW-1');
    await expectAccessible();
    await receiptInput.fill('KW-7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('T0061 corrected.')).toBeVisible();
    expect((await waitForRequest(PAYMENT_CALL)).body).toMatchObject({ reference_no: 'KW-7' });
  });

  test('needs a reason if the receipt is printed, which the server says at the field', async () => {
    mockSale(createdNowValues());
    mockResponse(PAYMENT_CALL, () =>
      rejection(422, 'validation_failed', { errors: { correction_reason: ['Say why: the receipt is printed.'] } }),
    );
    await openConsole(SALE_PATH, { user });
    await button('Correct payment…').click();
    await dialog.getByRole('textbox', { name: 'Official Receipt No' }).fill('KW-7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Reason for the correction' }))
      .toHaveAccessibleDescription(/Say why: the receipt is printed\./);
  });

  test('is not offered for a sale of another day or seller', async () => {
    for (const values of [{}, { ...createdNowValues(), created_by: { id: 9, name: 'Made' } }]) {
      mockSale(values);
      await openConsole(SALE_PATH, { user });
      await expect.element(button('Ask to cancel…')).toBeVisible();
      await expect.element(button('Correct payment…')).not.toBeInTheDocument();
    }
  });
});
