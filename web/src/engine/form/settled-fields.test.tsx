// Core test: every form.
import { errors } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { row } from '../../testing/rows.ts';

const open = async (code: string) => {
  const transaction_type = { id: 1, code, name: 'Type' };
  const isNoRefund = { reverses_id: null, refund_reason_id: null };
  keepRecords('transaction', [row('transaction', 11, { transaction_type, phone_no: '+62 812 1', ...isNoRefund })]);
  await openConsole('/finance/transaction/11');
  await expect.element(page.getByRole('textbox', { name: 'Official Receipt No' })).toBeVisible();
};

test('the form of a sale offers what may change, and shows the rest as it stands', async () => {
  await open('1');
  for (const name of ['Hotel', 'Phone', 'Discount', 'Transaction date', 'Member', 'Transaction type'])
    await expect.element(page.getByRole('status', { name, exact: true })).toBeVisible();
  await expect.element(page.getByRole('status', { name: 'Phone' })).toHaveTextContent('+62 812 1');
  await expect.element(page.getByText('A sale stands as it was made', { exact: false })).toBeVisible();
  for (const name of ['Sold By', 'Notes']) await expect.element(page.getByRole('textbox', { name })).toBeVisible();
  await expectAccessible();
});

for (const [language, words] of [
  ['en', 'A refund cannot be changed'],
  ['id', 'Pengembalian dana tidak dapat diubah'],
] as const)
  test(`the form of a refund speaks of the refund, and not of a sale: ${language}`, async () => {
    const transaction_type = { id: 1, code: '1', name: 'Type' };
    keepRecords('transaction', [row('transaction', 11, { transaction_type, reverses_id: 9, refund_reason_id: 4 })]);
    await openConsole('/finance/transaction/11', { language });
    await expect.element(page.getByText(words, { exact: false })).toBeVisible();
    await expect.element(page.getByText(errors.settled[language])).not.toBeInTheDocument();
  });

test('of another transaction the hotel alone stands', async () => {
  await open('4');
  await expect.element(page.getByRole('status', { name: 'Hotel', exact: true })).toBeVisible();
  await expect.element(page.getByText('This stands as it was made.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
});

for (const [language, words] of [
  ['en', { because: 'It was redeemed: void the redemption first.', reason: 'Reason', until: 'Valid until' }],
  ['id', { because: 'Sudah ditukar: batalkan penukarannya dahulu.', reason: 'Alasan', until: 'Berlaku hingga' }],
] as const)
  test(`the form of a redeemed voucher says so, and offers the reason alone: ${language}`, async () => {
    keepRecords('member_voucher', [row('member_voucher', 5, { stays_because: 'redeemed' })]);
    await openConsole('/company/member-voucher/5', { language });
    // The second one tells why it cannot be deleted.
    await expect.element(page.getByText(words.because).first()).toBeVisible();
    await expect.element(page.getByRole('status', { name: words.until })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: words.reason })).toBeVisible();
    expect(page.getByRole('main').getByRole('combobox').elements()).toEqual([]);
    expect(page.getByRole('main').getByRole('textbox').elements()).toHaveLength(1);
    await expectAccessible();
  });

test('fields of a voucher that a closed month keeps are shown as they stand, its last day may change', async () => {
  keepRecords('member_voucher', [row('member_voucher', 5, { stays_because: 'month_closed' })]);
  await openConsole('/company/member-voucher/5');
  await expect.element(page.getByRole('status', { name: 'Redeem from' })).toBeVisible();
  await expect.element(page.getByText('The month is closed.').first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Valid until' })).toBeVisible();
});

test('the form of a voucher that came with its card keeps card, kind and sale, and offers its days', async () => {
  keepRecords('member_voucher', [row('member_voucher', 5, { stays_because: null, is_issued: 1 })]);
  await openConsole('/company/member-voucher/5');
  await expect.element(page.getByRole('textbox', { name: 'Valid until' })).toBeVisible();
  for (const name of ['Member card', 'Voucher', 'Transaction'])
    await expect.element(page.getByRole('main').getByRole('status', { name, exact: true })).toBeVisible();
  await expectAccessible();
});

test.each(['transaction_id', 'upgraded_from_id'])(
  'the form of a card keeps member, hotel and first day: by %s',
  async (by) => {
    keepRecords('member_card', [row('member_card', 5, { transaction_id: null, upgraded_from_id: null, [by]: 7 })]);
    await openConsole('/company/member-card/5');
    await expect.element(page.getByRole('textbox', { name: 'End date' })).toBeVisible();
    for (const name of ['Member', 'Hotel', 'Start date'])
      await expect.element(page.getByRole('main').getByRole('status', { name, exact: true })).toBeVisible();
    expect(page.getByText('This stands as it was made.').elements()).toHaveLength(3);
    await expect.element(page.getByRole('combobox', { name: 'Membership' })).toBeVisible();
    await expectAccessible();
  },
);

test('the form of a card that was made by hand offers member, hotel and first day', async () => {
  keepRecords('member_card', [row('member_card', 5, { transaction_id: null, upgraded_from_id: null })]);
  await openConsole('/company/member-card/5');
  for (const name of [/^Member\b/, /^Hotel\b/])
    await expect.element(page.getByRole('main').getByRole('combobox', { name })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Start date' })).toBeVisible();
});
