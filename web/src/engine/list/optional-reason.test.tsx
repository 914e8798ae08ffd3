import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS, OPTIONS, REGIONS } from '../../testing/fixtures.ts';
import { expectRows } from '../../testing/lists.ts';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';

/** The option `reason-required` is off. While it is on, the tests of each dialog show that it requires a reason. */
beforeEach(() => {
  const options = OPTIONS.map((option) =>
    option.slug === 'reason-required'
      ? { ...option, option_detail: option.option_detail.map((detail) => ({ ...detail, value: '0' })) }
      : option,
  );
  mockResponse('GET /api/reference_data', { data: { options, regions: REGIONS, hotels: HOTELS } });
});

const dialog = page.getByRole('alertdialog');

for (const { language, theme, width, height } of PAGE_VARIANTS)
  test(`a redemption is voided without a reason: ${language}, ${theme}, ${width} px`, async () => {
    await page.viewport(width, height);
    setRecords('voucher_redeem', [row('voucher_redeem', 1, { redeem_no: 'R1' })]);
    await openConsole('/finance/voucher-redeem/1', { language, theme });
    await waitForRequest('GET /api/reference_data');
    await page.getByRole('button', { name: language === 'id' ? 'Hapus R1' : 'Delete R1' }).click();
    const reasonInput = dialog.getByRole('textbox', { name: language === 'id' ? 'Alasan pembatalan' : 'Void reason' });
    await expect.element(reasonInput).not.toBeRequired();
    await expectAccessible();
    await dialog.getByRole('button', { name: language === 'id' ? 'Hapus' : 'Delete' }).click();
    expect((await waitForRequest('DELETE /api/voucher_redeem/1')).body).toBeUndefined();
    await expect.element(dialog).not.toBeInTheDocument();
  });

test('a sale is deleted without a reason', async () => {
  setRecords('transaction', [row('transaction', 11, { transaction_no: 'T11' })]);
  await openConsole('/finance/transaction/11');
  await waitForRequest('GET /api/reference_data');
  await page.getByRole('button', { name: 'Delete T11' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Void reason' })).not.toBeRequired();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(/^Deleted on/)).toBeVisible();
  expect((await waitForRequest('DELETE /api/transaction/11')).body).toBeUndefined();
});

test('a given reason is still sent', async () => {
  setRecords('transaction', [row('transaction', 11, { transaction_no: 'T11' })]);
  await openConsole('/finance/transaction/11');
  await waitForRequest('GET /api/reference_data');
  await page.getByRole('button', { name: 'Delete T11' }).click();
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Sold twice');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  expect((await waitForRequest('DELETE /api/transaction/11')).body).toEqual({ reason: 'Sold twice' });
});

test('several redemptions are deleted without a reason', async () => {
  await openConsole('/finance/voucher-redeem');
  await expectRows(3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Void reason' })).not.toBeRequired();
  await dialog.getByRole('button', { name: 'Delete 3' }).click();
  await expect.element(page.getByText('3 deleted.')).toBeVisible();
  expect((await waitForRequest('POST /api/voucher_redeem/destroyBulk')).body).toEqual({ ids: [1, 2, 3] });
});
