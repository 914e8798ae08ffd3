import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { row } from '../../testing/rows.ts';

const open = async (code: string) => {
  const transaction_type = { id: 1, code, name: 'Type' };
  keepRecords('transaction', [row('transaction', 11, { transaction_type, phone_no: '+62 812 1' })]);
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

test('of another transaction the hotel alone stands', async () => {
  await open('4');
  await expect.element(page.getByRole('status', { name: 'Hotel', exact: true })).toBeVisible();
  await expect.element(page.getByText('This stands as it was made.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
});
