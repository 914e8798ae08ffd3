import type { RefundPreview } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { NOT_REFUNDED, USED_SALE } from '../../testing/refunds.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() =>
  Promise.all([import('./transaction-page.tsx'), import('./refund-dialog.tsx'), import('./ask-dispute.ts')]),
);

const PAGE = '/finance/transaction/61';
const CALL = 'POST /api/transaction/61/refund';
const WORDS = {
  en: {
    open: 'Refund…',
    title: 'Refund T0061',
    refund: 'Refund',
    amount: 'Amount',
    payment: 'Paid back by',
    reason: 'Refund reason',
    ends: 'Ends today',
    card: /3600 0000 0007.*is switched off/,
    vouchers: /2 unused vouchers are cancelled/,
    done: 'T0061 is refunded by T0099.',
  },
  id: {
    open: 'Kembalikan dana…',
    title: 'Kembalikan dana T0061',
    refund: 'Kembalikan dana',
    amount: 'Jumlah',
    payment: 'Dikembalikan melalui',
    reason: 'Alasan pengembalian',
    ends: 'Berakhir hari ini',
    card: /3600 0000 0007.*dinonaktifkan/,
    vouchers: /2 voucher yang belum dipakai dibatalkan/,
    done: 'Dana T0061 dikembalikan dengan T0099.',
  },
} as const;
const dialog = page.getByRole('dialog');
const alert = page.getByRole('alertdialog');

function playSale(preview: Partial<RefundPreview> = {}, status = 'paid'): void {
  keepRecords('transaction', [row('transaction', 61, { transaction_no: 'T0061', payment_status: status })]);
  answer('GET /api/transaction/61/refund', { data: { ...USED_SALE, ...preview } });
  answer(CALL, () =>
    HttpResponse.json({ data: row('transaction', 99, { transaction_no: 'T0099', reverses_id: 61 }) }, { status: 201 }),
  );
}

async function choose(name: string, option?: string): Promise<void> {
  await dialog.getByRole('combobox', { name }).click();
  const options = page.getByRole('option');
  await (option === undefined ? options.first() : options.filter({ hasText: option }).first()).click();
}

async function fill(words: (typeof WORDS)['en' | 'id'], amount: string): Promise<void> {
  await dialog.getByRole('textbox', { name: words.amount }).fill(amount);
  await choose(words.payment);
  await choose(words.reason);
  await dialog.getByRole('radio', { name: words.ends }).click();
}

describe('the refund of a sale', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`says what was used and what ends, and is sent once: ${language}, ${theme}, ${width} px`, async () => {
      const words = WORDS[language];
      await page.viewport(width, height);
      playSale();
      await openConsole(PAGE, { language, theme });
      await page.getByRole('button', { name: words.open }).click();
      await expect.element(page.getByRole('dialog', { name: words.title })).toBeVisible();
      await expect.element(dialog.getByText(/V-0001/)).toBeVisible();
      await dialog.getByRole('button', { name: words.refund }).click();
      await expect.element(dialog.getByRole('textbox', { name: words.amount })).toBeInvalid();
      expect(await requests(CALL)).toEqual([]);
      await fill(words, '300000');
      await expect.element(dialog.getByText(words.card)).toBeVisible();
      await expect.element(dialog.getByText(words.vouchers)).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await dialog.getByRole('button', { name: words.refund }).click();
      const { body, headers } = await sent(CALL);
      expect(body).toMatchObject({ amount: '300000', ends_membership: 1, remark: null });
      expect(headers.get('Idempotency-Key')).not.toBeNull();
      await expect.element(page.getByText(words.done)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
    });

  test('above the limit says so at the amount, and leads to an approval with the same call', async () => {
    playSale();
    const why = 'More than 25 % of it needs an approval.';
    answer(CALL, () => refusal(409, 'approval_needed', { message: why }));
    answer('POST /api/approval', { data: {} });
    await openConsole(PAGE);
    await page.getByRole('button', { name: WORDS.en.open }).click();
    await fill(WORDS.en, '400000');
    await expect.element(dialog.getByText('Beyond 25 % of the sale it waits for an approval.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect.element(alert.getByText(why)).toBeVisible();
    await alert.getByRole('textbox', { name: 'Reason' }).fill('A regular guest');
    await alert.getByRole('button', { name: 'Ask for approval' }).click();
    expect((await sent('POST /api/approval')).body).toMatchObject({
      call: 'POST /api/transaction/{id}/refund',
      path: { id: 61 },
      body: { amount: '400000', ends_membership: 1 },
    });
  });

  test.each([
    ['IDR', 0, '1500000.000', '1500001', 'At most Rp. 1,500,000.'],
    ['SGD', 2, '1950.500', '1950.51', 'At most SGD 1,950.50.'],
  ])(
    'is at most what is left, in the currency with its decimals: $0',
    async (currency, decimals, left, amount, words) => {
      // Nobody approves what is within everybody's limit.
      playSale({ currency, decimals, left, within_limit: left, limit: 100 });
      await openConsole(PAGE);
      await page.getByRole('button', { name: WORDS.en.open }).click();
      await fill(WORDS.en, amount);
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
      await expect.element(dialog.getByText(words, { exact: true })).toBeVisible();
      await expect.element(dialog.getByText(/^Beyond/)).not.toBeInTheDocument();
      expect(await requests(CALL)).toEqual([]);
    },
  );

  test('on which a renewal rests leaves the membership, and says why', async () => {
    playSale({
      refusal: 'T0070 followed T0061 and rests on it: cancel T0070 first, or refund it and end its membership.',
    });
    await openConsole(PAGE);
    await page.getByRole('button', { name: WORDS.en.open }).click();
    await expect.element(dialog.getByText(/^T0070 followed T0061/)).toBeVisible();
    await expect.element(dialog.getByRole('radio', { name: 'Goes on' })).toBeChecked();
    await expect.element(dialog.getByRole('radio', { name: 'Ends today' })).toBeDisabled();
  });

  test('is undone from its message, with a reason', async () => {
    playSale();
    await openConsole(PAGE);
    keepRecords('transaction', [
      row('transaction', 61, { transaction_no: 'T0061' }),
      row('transaction', 99, { transaction_no: 'T0099', reverses_id: 61 }),
    ]);
    await page.getByRole('button', { name: WORDS.en.open }).click();
    await fill(WORDS.en, '300000');
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await sent('DELETE /api/transaction/99')).body).toEqual({ reason: 'Taken back at once' });
    await expect.element(page.getByText('Refund T0099 is cancelled.')).toBeVisible();
  });

  test.each([
    ['where nothing can be refunded', NOT_REFUNDED, {}],
    ['to users who may not cancel', USED_SALE, { user: { roles: ['VIEW_TRANSACTION', 'EXPORT_TRANSACTION'] } }],
  ])('is not offered %s', async (_where, preview, opening) => {
    playSale(preview);
    await openConsole(PAGE, opening);
    await sent('GET /api/transaction/61/refund');
    await expect.element(page.getByRole('heading', { name: 'T0061', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: WORDS.en.open })).not.toBeInTheDocument();
  });

  test('stands on the page of its sale, with a link, and the sale is not reversed', async () => {
    answer('GET /api/transaction/61/cancellation', {
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
    playSale({
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
    await openConsole(PAGE);
    await expect.element(page.getByText(/Service failure.*the membership ended/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'T0099' })).toHaveAttribute('href', '/finance/transaction/99');
    await sent('GET /api/transaction/61/cancellation');
    await expect.element(page.getByRole('button', { name: 'Reverse…' })).not.toBeInTheDocument();
  });
});

describe('the dispute of a payment', () => {
  test('begins with a reason', async () => {
    playSale();
    answer('POST /api/transaction/61/dispute', { data: {} });
    await openConsole(PAGE);
    await page.getByRole('button', { name: 'Dispute…' }).click();
    await alert.getByRole('textbox', { name: 'Reason' }).fill('The bank asks for it back');
    await alert.getByRole('button', { name: 'Mark as disputed' }).click();
    expect((await sent('POST /api/transaction/61/dispute')).body).toEqual({ reason: 'The bank asks for it back' });
    await expect.element(page.getByText('T0061 is marked as disputed.')).toBeVisible();
  });

  test('stands on the page with its reason, and is lifted with one', async () => {
    const by = { id: 3, name: 'Made Astari', username: 'made' };
    const open = { reason: 'Chargeback', disputed_on: '2026-05-25', disputed_by: by };
    playSale({ disputes: [{ ...open, lifted_on: null, lifted_by: null, lift_reason: null }] }, 'disputed');
    answer('POST /api/transaction/61/dispute/lift', { data: {} });
    await openConsole(PAGE);
    await expect.element(page.getByText(/Chargeback/)).toBeVisible();
    await page.getByRole('button', { name: 'Lift the dispute…' }).click();
    await alert.getByRole('textbox', { name: 'Reason' }).fill('The bank was wrong');
    await alert.getByRole('button', { name: 'Lift the dispute' }).click();
    expect((await sent('POST /api/transaction/61/dispute/lift')).body).toEqual({ reason: 'The bank was wrong' });
  });
});
