import type { Cancellation } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./transaction-page.tsx'), import('./reversal-dialog.tsx')]));

const SALE_PATH = '/finance/transaction/61';
const REVERSAL_CALL = 'POST /api/transaction/61/reversal';
const LABELS = {
  en: {
    openButton: 'Reverse…',
    title: 'Reverse T0061?',
    closed: /^September 2026 is closed/,
    reason: 'Void reason',
    reverse: 'Reverse',
    doneMessage: 'T0061 reversed: T0099.',
    reversedNotice: 'Reversed with T0099',
  },
  id: {
    openButton: 'Balik…',
    title: 'Balikkan T0061?',
    closed: /^September 2026 sudah ditutup/,
    reason: 'Alasan pembatalan',
    reverse: 'Balik',
    doneMessage: 'T0061 dibalik: T0099.',
    reversedNotice: 'Dibalik dengan T0099',
  },
} as const;
const CLOSED_MONTH_CANCELLATION: Cancellation = {
  is_deleted: false,
  cards: [{ id: 7, sbec_no: '3600 0000 0007', membership: { id: 2, name: 'Laksmira Gold', code: 'GLD' } }],
  vouchers: 3,
  redeemed: [],
  closed_month: '2026-09',
  reversal: null,
  refund_of: null,
};
const dialog = page.getByRole('alertdialog');
const reverseButton = page.getByRole('button', { name: LABELS.en.openButton });

/** Mocks a sale of a closed month with its cancellation. */
function mockSale(cancellation: Partial<Cancellation> = {}): void {
  setRecords('transaction', [row('transaction', 61, { transaction_no: 'T0061', reverses_id: null, reverses: null })]);
  let reversal = cancellation.reversal ?? null;
  mockResponse('GET /api/transaction/61/cancellation', () =>
    HttpResponse.json({ data: { ...CLOSED_MONTH_CANCELLATION, ...cancellation, reversal } }),
  );
  mockResponse(REVERSAL_CALL, () => {
    reversal = { id: 99, transaction_no: 'T0099' };
    return HttpResponse.json(
      { data: row('transaction', 99, { transaction_no: 'T0099', reverses_id: 61 }) },
      { status: 201 },
    );
  });
}

describe('a sale of a closed month', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is reversed with a reason, and links to its reversal: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      mockSale();
      await openConsole(SALE_PATH, { language, theme });
      await page.getByRole('button', { name: labels.openButton }).click();
      await expect.element(page.getByRole('alertdialog', { name: labels.title })).toBeVisible();
      await expect.element(dialog.getByText(labels.closed)).toBeVisible();
      await expect.element(dialog.getByText(/3600 0000 0007/)).toBeVisible();
      await dialog.getByRole('button', { name: labels.reverse }).click();
      await expect.element(dialog.getByRole('textbox', { name: labels.reason })).toBeInvalid();
      await expectAccessible();
      expect(await findRequests(REVERSAL_CALL)).toEqual([]);
      await dialog.getByRole('textbox', { name: labels.reason }).fill('Salah tamu');
      await dialog.getByRole('button', { name: labels.reverse }).click();
      const { body, headers } = await waitForRequest(REVERSAL_CALL);
      expect(body).toEqual({ reason: 'Salah tamu' });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      await expect.element(page.getByText(labels.doneMessage)).toBeVisible();
      await expect.element(page.getByText(labels.reversedNotice)).toBeVisible();
      await expect
        .element(page.getByRole('link', { name: 'T0099' }))
        .toHaveAttribute('href', '/finance/transaction/99');
      await expect.element(page.getByRole('button', { name: labels.openButton })).not.toBeInTheDocument();
      await expectAccessible();
    });

  test('shows the redemption that must be voided first', async () => {
    mockSale({
      redeemed: [
        { voucher_no: 'V-0001', redeem_no: 'RDM-0009', redeem_hotel: 'Laksmira Sanggar Ubud', day: '2026-05-24' },
      ],
    });
    await openConsole(SALE_PATH);
    await reverseButton.click();
    await expect.element(page.getByRole('alertdialog', { name: 'T0061 cannot be reversed' })).toBeVisible();
    await expect.element(dialog.getByText('RDM-0009')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Reverse', exact: true })).not.toBeInTheDocument();
  });

  test('cannot be reversed without delete permission', async () => {
    mockSale();
    await openConsole(SALE_PATH, { user: { roles: ['VIEW_TRANSACTION', 'UPDATE_TRANSACTION', 'VIEW_DASHBOARD'] } });
    await waitForRequest('GET /api/transaction/61/cancellation');
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(reverseButton).not.toBeInTheDocument();
  });

  test('has no reversal action while its month is open', async () => {
    mockSale({ closed_month: null });
    await openConsole(SALE_PATH);
    await waitForRequest('GET /api/transaction/61/cancellation');
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(reverseButton).not.toBeInTheDocument();
  });
});
