import type { RefundPreview } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { NOT_REFUNDABLE, PARTLY_USED_SALE } from '../../testing/refunds.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() =>
  Promise.all([import('./transaction-page.tsx'), import('./refund-dialog.tsx'), import('./dispute-dialog.ts')]),
);

const SALE_PATH = '/finance/transaction/61';
const REFUND_CALL = 'POST /api/transaction/61/refund';
const LABELS = {
  en: {
    openButton: 'Refund…',
    title: 'Refund T0061',
    refund: 'Refund',
    amount: 'Amount',
    payment: 'Refund method',
    reason: 'Refund reason',
    endsToday: 'Ends today',
    card: /3600 0000 0007.*will be deactivated/,
    vouchers: /2 unused vouchers will be cancelled/,
    doneMessage: 'T0061 refunded: T0099.',
  },
  id: {
    openButton: 'Kembalikan dana…',
    title: 'Kembalikan dana T0061',
    refund: 'Kembalikan dana',
    amount: 'Jumlah',
    payment: 'Metode pengembalian dana',
    reason: 'Alasan pengembalian',
    endsToday: 'Berakhir hari ini',
    card: /3600 0000 0007.*dinonaktifkan/,
    vouchers: /2 voucher yang belum dipakai akan dibatalkan/,
    doneMessage: 'Dana T0061 dikembalikan: T0099.',
  },
} as const;
const dialog = page.getByRole('dialog');
const confirmation = page.getByRole('alertdialog');

function mockSale(preview: Partial<RefundPreview> = {}, status = 'paid'): void {
  setRecords('transaction', [row('transaction', 61, { transaction_no: 'T0061', payment_status: status })]);
  mockResponse('GET /api/transaction/61/refund', { data: { ...PARTLY_USED_SALE, ...preview } });
  mockResponse(REFUND_CALL, () =>
    HttpResponse.json({ data: row('transaction', 99, { transaction_no: 'T0099', reverses_id: 61 }) }, { status: 201 }),
  );
}

async function chooseOption(name: string, option?: string): Promise<void> {
  await dialog.getByRole('combobox', { name }).click();
  const options = page.getByRole('option');
  await (option === undefined ? options.first() : options.filter({ hasText: option }).first()).click();
}

async function fillRefundForm(labels: (typeof LABELS)['en' | 'id'], amount: string): Promise<void> {
  await dialog.getByRole('textbox', { name: labels.amount }).fill(amount);
  await chooseOption(labels.payment);
  await chooseOption(labels.reason);
  await dialog.getByRole('radio', { name: labels.endsToday }).click();
}

describe('the refund of a sale', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`shows the used vouchers and what ends, and is sent once: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      mockSale();
      await openConsole(SALE_PATH, { language, theme });
      await page.getByRole('button', { name: labels.openButton }).click();
      await expect.element(page.getByRole('dialog', { name: labels.title })).toBeVisible();
      await expect.element(dialog.getByText(/V-0001/)).toBeVisible();
      await dialog.getByRole('button', { name: labels.refund }).click();
      await expect.element(dialog.getByRole('textbox', { name: labels.amount })).toBeInvalid();
      expect(await findRequests(REFUND_CALL)).toEqual([]);
      await fillRefundForm(labels, '300000');
      await expect.element(dialog.getByText(labels.card)).toBeVisible();
      await expect.element(dialog.getByText(labels.vouchers)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await dialog.getByRole('button', { name: labels.refund }).click();
      const { body, headers } = await waitForRequest(REFUND_CALL);
      expect(body).toMatchObject({ amount: '300000', ends_membership: 1, remark: null });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      await expect.element(page.getByText(labels.doneMessage)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
    });

  test('shows that its amount is above the limit, and requests an approval of the same call', async () => {
    mockSale();
    const approvalReason = 'More than 25 % of it needs an approval.';
    mockResponse(REFUND_CALL, () => rejection(409, 'approval_needed', { message: approvalReason }));
    mockResponse('POST /api/approval', { data: {} });
    await openConsole(SALE_PATH);
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await fillRefundForm(LABELS.en, '400000');
    await expect.element(dialog.getByText('Refunds above 25 % of the sale need approval.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect.element(confirmation.getByText(approvalReason)).toBeVisible();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await confirmation.getByRole('button', { name: 'Request approval' }).click();
    expect((await waitForRequest('POST /api/approval')).body).toMatchObject({
      call: 'POST /api/transaction/{id}/refund',
      path: { id: 61 },
      body: { amount: '400000', ends_membership: 1 },
    });
  });

  test.each([
    ['IDR', 0, '1500000.000', '1500001', 'At most Rp. 1,500,000.'],
    ['SGD', 2, '1950.500', '1950.51', 'At most SGD 1,950.50.'],
  ])(
    'is limited to the remaining amount, in the currency with its decimals: $0',
    async (currency, decimals, remaining, amount, errorText) => {
      // With a limit of 100 %, no refund needs an approval.
      mockSale({ currency, decimals, left: remaining, within_limit: remaining, limit: 100 });
      await openConsole(SALE_PATH);
      await page.getByRole('button', { name: LABELS.en.openButton }).click();
      await fillRefundForm(LABELS.en, amount);
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      await expect.element(dialog.getByText(errorText, { exact: true })).toBeVisible();
      await expect.element(dialog.getByText(/^Beyond/)).not.toBeInTheDocument();
      expect(await findRequests(REFUND_CALL)).toEqual([]);
    },
  );

  test('keeps the membership if a renewal depends on it, and shows why', async () => {
    mockSale({
      rejection: 'T0070 depends on T0061. Cancel T0070 first, or refund it and end its membership.',
    });
    await openConsole(SALE_PATH);
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await expect.element(dialog.getByText(/^T0070 depends on T0061/)).toBeVisible();
    await expect.element(dialog.getByRole('radio', { name: 'Continues' })).toBeChecked();
    await expect.element(dialog.getByRole('radio', { name: 'Ends today' })).toBeDisabled();
  });

  test('is undone from its notification, with a reason', async () => {
    mockSale();
    await openConsole(SALE_PATH);
    setRecords('transaction', [
      row('transaction', 61, { transaction_no: 'T0061' }),
      row('transaction', 99, { transaction_no: 'T0099', reverses_id: 61 }),
    ]);
    await page.getByRole('button', { name: LABELS.en.openButton }).click();
    await fillRefundForm(LABELS.en, '300000');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await waitForRequest('DELETE /api/transaction/99')).body).toEqual({ reason: 'Undone immediately' });
    await expect.element(page.getByText('Refund T0099 cancelled.')).toBeVisible();
  });

  test.each([
    ['if nothing can be refunded', NOT_REFUNDABLE, {}],
    ['to users who may not cancel', PARTLY_USED_SALE, { user: { roles: ['VIEW_TRANSACTION', 'EXPORT_TRANSACTION'] } }],
  ])('is not offered %s', async (_condition, preview, consoleOptions) => {
    mockSale(preview);
    await openConsole(SALE_PATH, consoleOptions);
    await waitForRequest('GET /api/transaction/61/refund');
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: LABELS.en.openButton })).not.toBeInTheDocument();
  });

  test('is linked on the page of its sale, and the sale cannot be reversed', async () => {
    mockResponse('GET /api/transaction/61/cancellation', {
      data: {
        is_deleted: false,
        cards: [],
        vouchers: 0,
        redeemed: [],
        closed_month: '2026-05',
        reversal: null,
        refund_of: null,
      },
    });
    mockSale({
      refunds: [
        {
          id: 99,
          transaction_no: 'T0099',
          day: '2026-05-25',
          amount: '300000.000',
          refund_reason: 'Service failure',
          ended: true,
        },
      ],
    });
    await openConsole(SALE_PATH);
    await expect.element(page.getByText(/Service failure.*membership ended/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'T0099' })).toHaveAttribute('href', '/finance/transaction/99');
    await waitForRequest('GET /api/transaction/61/cancellation');
    await expect.element(page.getByRole('button', { name: 'Reverse…' })).not.toBeInTheDocument();
  });
});

describe('the dispute of a payment', () => {
  test('requires a reason', async () => {
    mockSale();
    mockResponse('POST /api/transaction/61/dispute', { data: {} });
    await openConsole(SALE_PATH);
    await page.getByRole('button', { name: 'Dispute…' }).click();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('The bank asks for it back');
    await confirmation.getByRole('button', { name: 'Mark as disputed' }).click();
    expect((await waitForRequest('POST /api/transaction/61/dispute')).body).toEqual({
      reason: 'The bank asks for it back',
    });
    await expect.element(page.getByText('T0061 is marked as disputed.')).toBeVisible();
  });

  test('is shown on the page with its reason, and requires a reason to end', async () => {
    const disputedBy = { id: 3, name: 'Made Astari', username: 'made' };
    const dispute = { reason: 'Chargeback', disputed_on: '2026-05-25', disputed_by: disputedBy };
    mockSale({ disputes: [{ ...dispute, resolved_on: null, resolved_by: null, resolution: null }] }, 'disputed');
    mockResponse('POST /api/transaction/61/dispute/resolve', { data: {} });
    await openConsole(SALE_PATH);
    await expect.element(page.getByText(/Chargeback/)).toBeVisible();
    await page.getByRole('button', { name: 'Resolve dispute…' }).click();
    await confirmation.getByRole('textbox', { name: 'Reason' }).fill('The bank was wrong');
    await confirmation.getByRole('button', { name: 'Resolve dispute' }).click();
    expect((await waitForRequest('POST /api/transaction/61/dispute/resolve')).body).toEqual({
      reason: 'The bank was wrong',
    });
  });
});
