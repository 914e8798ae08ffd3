// Core test: every form.
import { errors } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const openTransaction = async (code: string) => {
  const transaction_type = { id: 1, code, name: 'Type' };
  const notRefunded = { reverses_id: null, refund_reason_id: null };
  setRecords('transaction', [row('transaction', 11, { transaction_type, phone_no: '+62 812 1', ...notRefunded })]);
  await openConsole('/finance/transaction/11');
  await expect.element(page.getByRole('textbox', { name: 'Official Receipt No' })).toBeVisible();
};

test('the form of a sale shows the editable fields as inputs and the others as read-only', async () => {
  await openTransaction('1');
  for (const name of ['Phone', 'Discount', 'Transaction type'])
    await expect.element(page.getByRole('status', { name, exact: true })).toBeVisible();
  // The head of the page has them already.
  for (const name of ['Hotel', 'Transaction date', 'Member'])
    await expect.element(page.getByRole('status', { name, exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('status', { name: 'Phone' })).toHaveTextContent('+62 812 1');
  await expect
    .element(page.getByText('Only receipt number, payment type, seller and notes of a sale', { exact: false }))
    .toBeVisible();
  for (const name of ['Sold By', 'Notes']) await expect.element(page.getByRole('textbox', { name })).toBeVisible();
  await expectAccessible();
});

for (const [language, lockText] of [
  ['en', 'notes of a refund can be changed. Cancel it with a reason'],
  ['id', 'catatan pengembalian dana yang dapat diubah. Batalkan dengan alasan'],
] as const)
  test(`the form of a refund names the refund, not a sale: ${language}`, async () => {
    const transaction_type = { id: 1, code: '1', name: 'Type' };
    setRecords('transaction', [row('transaction', 11, { transaction_type, reverses_id: 9, refund_reason_id: 4 })]);
    await openConsole('/finance/transaction/11', { language });
    await expect.element(page.getByText(lockText, { exact: false })).toBeVisible();
    await expect.element(page.getByText(errors.settled[language])).not.toBeInTheDocument();
  });

test('the form of another kind of transaction locks only the hotel, which heads the page', async () => {
  await openTransaction('4');
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: /^Member($| )/ })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Hotel', exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('main').getByRole('definition').getByText('Hotel 1 (HO1)')).toBeVisible();
});

for (const [language, labels] of [
  ['en', { lockReason: 'Redeemed. Void the redemption first.', reason: 'Reason', until: 'Valid until' }],
  [
    'id',
    { lockReason: 'Sudah ditukar. Batalkan penukarannya terlebih dahulu.', reason: 'Alasan', until: 'Berlaku hingga' },
  ],
] as const)
  test(`a redeemed voucher explains its lock, and only its reason is editable: ${language}`, async () => {
    setRecords('member_voucher', [row('member_voucher', 5, { locked_reason: 'redeemed' })]);
    await openConsole('/company/member-voucher/5', { language });
    // The text also appears as the reason why the record cannot be deleted.
    await expect.element(page.getByText(labels.lockReason).first()).toBeVisible();
    await expect.element(page.getByRole('status', { name: labels.until })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: labels.reason })).toBeVisible();
    expect(page.getByRole('main').getByRole('combobox').elements()).toEqual([]);
    expect(page.getByRole('main').getByRole('textbox').elements()).toHaveLength(1);
    await expectAccessible();
  });

test('a voucher in a closed month is locked, except its last day', async () => {
  setRecords('member_voucher', [row('member_voucher', 5, { locked_reason: 'month_closed' })]);
  await openConsole('/company/member-voucher/5');
  await expect.element(page.getByRole('status', { name: 'Redeem from' })).toBeVisible();
  await expect.element(page.getByText('The month is closed.').first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Valid until' })).toBeVisible();
});

test('a voucher issued with its card locks card, kind and sale, but not its days', async () => {
  setRecords('member_voucher', [row('member_voucher', 5, { locked_reason: null, is_issued: 1 })]);
  await openConsole('/company/member-voucher/5');
  await expect.element(page.getByRole('textbox', { name: 'Valid until' })).toBeVisible();
  for (const name of ['Member card', 'Voucher', 'Transaction'])
    await expect.element(page.getByRole('main').getByRole('status', { name, exact: true })).toBeVisible();
  await expectAccessible();
});

test.each(['transaction_id', 'upgraded_from_id'])(
  'the form of a card that has %s locks member, hotel and first day',
  async (sourceField) => {
    setRecords('member_card', [
      row('member_card', 5, { transaction_id: null, upgraded_from_id: null, [sourceField]: 7 }),
    ]);
    await openConsole('/company/member-card/5');
    await expect.element(page.getByRole('textbox', { name: 'End date' })).toBeVisible();
    for (const name of ['Member', 'Hotel', 'Start date'])
      await expect.element(page.getByRole('main').getByRole('status', { name, exact: true })).toBeVisible();
    expect(page.getByText('Locked after creation.').elements()).toHaveLength(3);
    await expect.element(page.getByRole('combobox', { name: 'Membership' })).toBeVisible();
    await expectAccessible();
  },
);

test('the form of a manually created card has editable member, hotel and first day', async () => {
  setRecords('member_card', [row('member_card', 5, { transaction_id: null, upgraded_from_id: null })]);
  await openConsole('/company/member-card/5');
  for (const name of [/^Member\b/, /^Hotel\b/])
    await expect.element(page.getByRole('main').getByRole('combobox', { name })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Start date' })).toBeVisible();
});
