import type { ResourceKey } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectFilters, expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { markDeleted, row, rows } from '../../testing/rows.ts';

const selectionBar = () => page.getByRole('region', { name: 'Selected records' });
const confirmation = () => page.getByRole('alertdialog');

/** Selects all records of a list and starts a bulk action. */
async function openBulkDialog(path: string, action: 'Delete' | 'Restore', count = 3): Promise<void> {
  await openConsole(path);
  await expectRows(count);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await selectionBar().getByRole('button', { name: action }).click();
}

const setDeletedRecords = (key: ResourceKey) => setRecords(key, rows(key, 2).map(markDeleted));

test('a list without deletable records has no trash', async () => {
  await openConsole('/others/flagged-activity');
  await expectRows(3);
  await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Trash' }).elements()).toEqual([]);
});

describe('bulk action', () => {
  test('counts and deletes, with immediate Undo', async () => {
    await openBulkDialog('/company/member', 'Delete');
    await expect
      .element(confirmation().getByText('3 records will be deleted. You can restore them from the trash.'))
      .toBeVisible();
    await expectAccessible();
    expect((await waitForRequest('POST /api/member/destroyBulk')).body).toEqual({ ids: [1, 2, 3], dry_run: 1 });
    await confirmation().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await waitForRequest('POST /api/member/destroyBulk')).body).toEqual({ ids: [1, 2, 3] });
    await expect.element(page.getByText('No members yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Undone: 3 restored to previous values.')).toBeVisible();
    await expectRows(3);
  });

  test('restores records from the trash', async () => {
    await openBulkDialog('/company/member', 'Delete');
    await confirmation().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('No members yet')).toBeVisible();
    await page.getByRole('button', { name: 'Trash' }).click();
    await expectRows(3);
    await expect.element(page.getByRole('columnheader', { name: /Deleted at/ })).toBeInTheDocument();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await selectionBar().getByRole('button', { name: 'Restore' }).click();
    await expect.element(confirmation().getByText('3 records will be restored.')).toBeVisible();
    await confirmation().getByRole('button', { name: 'Restore 3' }).click();
    await expect.element(confirmation()).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/member/restoreBulk')).body).toEqual({ ids: [1, 2, 3] });
    await expect.element(page.getByText('3 restored.')).toBeVisible();
    await expect.element(selectionBar()).not.toBeInTheDocument();
    await expect.element(page.getByText('The trash is empty')).toBeVisible();
  });

  test('counts running cards and requires typing the number for more than a hundred records', async () => {
    setRecords('member', rows('member', 120));
    mockResponse('POST /api/member/destroyBulk', async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // the contract's body
      const preview = { matched: 120, deleted: 120, in_use: [], running_cards: 87 };
      return dry_run ? HttpResponse.json({ data: preview }) : undefined;
    });
    await openConsole('/company/member');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 120' }).click();
    await selectionBar().getByRole('button', { name: 'Delete' }).click();
    const button = confirmation().getByRole('button', { name: 'Delete 120' });
    await expect
      .element(confirmation().getByText('87 of them have active cards that can no longer be used.'))
      .toBeVisible();
    await expect.element(button).toBeDisabled();
    const field = confirmation().getByRole('textbox', { name: 'Type 120 to confirm' });
    await field.fill('12');
    await expect.element(button).toBeDisabled();
    await field.fill('120');
    await expectAccessible();
    await button.click();
    await expect.element(page.getByText('120 deleted.')).toBeVisible();
  });

  test('changes nothing while counting or when the confirmation is cancelled', async () => {
    mockResponse('POST /api/member/destroyBulk', neverResponds);
    await openBulkDialog('/company/member', 'Delete');
    await expect.element(confirmation().getByText('Counting…')).toBeVisible();
    await expectAccessible();
    expect(
      confirmation()
        .getByRole('button', { name: /^Delete/ })
        .elements(),
    ).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(selectionBar()).toMatchTextContent('3 selected');
    expect(await findRequests('POST /api/member/destroyBulk')).toHaveLength(1);
  });

  test('leaves out records that cannot be deleted and counts them', async () => {
    mockResponse('POST /api/region/destroyBulk', async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // the contract's body
      const reasons = ['Still in use.'];
      const preview = { matched: 2, deleted: 1, rejected: [], in_use: [1], reasons };
      return HttpResponse.json({ data: dry_run ? preview : { deleted: 1 } });
    });
    await openBulkDialog('/system/region', 'Delete', 2);
    await expect.element(confirmation().getByText('1 record will be deleted.')).toBeVisible();
    await expect.element(confirmation().getByText('1 selected item can’t be deleted:')).toBeVisible();
    await expect.element(confirmation().getByRole('listitem')).toMatchTextContent('Still in use.');
    await confirmation().getByRole('button', { name: 'Delete 1' }).click();
    await expect.element(page.getByText('1 deleted.')).toBeVisible();
    expect((await waitForRequest('POST /api/region/destroyBulk')).body).toEqual({ ids: [2] });
  });

  test('cannot be confirmed if all records are locked, and shows why', async () => {
    const reasons = ['The month is closed.'];
    mockResponse('POST /api/region/destroyBulk', {
      data: { matched: 2, deleted: 0, rejected: [1, 2], in_use: [], reasons },
    });
    await openBulkDialog('/system/region', 'Delete', 2);
    await expect.element(confirmation().getByRole('listitem')).toMatchTextContent('The month is closed.');
    await expectAccessible();
    await expect.element(confirmation().getByText('None of the selected records can be deleted.')).toBeVisible();
    expect(
      confirmation()
        .getByRole('button', { name: /^Delete/ })
        .elements(),
    ).toEqual([]);
  });

  test('requires the void reason for redemptions and sends it', async () => {
    await openBulkDialog('/finance/voucher-redeem', 'Delete');
    const button = confirmation().getByRole('button', { name: 'Delete 3' });
    await expect.element(button).toBeDisabled();
    await confirmation().getByRole('textbox').fill('Wrong guest');
    await button.click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await waitForRequest('POST /api/voucher_redeem/destroyBulk')).body).toEqual({
      ids: [1, 2, 3],
      reason: 'Wrong guest',
    });
  });
});

describe('bulk action on sales', () => {
  test('warns about cards and vouchers, and stays open with the error of a rejection', async () => {
    await openBulkDialog('/finance/transaction', 'Delete');
    await expect.element(confirmation().getByText('The sale’s cards and vouchers are deleted too.')).toBeVisible();
    await expectAccessible();
    const message = 'The voucher was redeemed by R-77.';
    let isRedeemed = true;
    mockResponse('POST /api/transaction/destroyBulk', () =>
      isRedeemed ? rejection(409, 'voucher_redeemed', { message }) : HttpResponse.json({ data: { deleted: 3 } }),
    );
    await confirmation().getByRole('textbox', { name: 'Void reason' }).fill('Sold twice');
    await confirmation().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    isRedeemed = false;
    await confirmation().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await waitForRequest('POST /api/transaction/destroyBulk')).body).toMatchObject({ reason: 'Sold twice' });
  });

  test('restores sales with everything deleted with them', async () => {
    setDeletedRecords('transaction');
    await openBulkDialog('/finance/transaction?deleted=1', 'Restore', 2);
    await expect
      .element(confirmation().getByText('Cards and vouchers deleted with a sale are restored with it'))
      .toBeVisible();
    await confirmation().getByRole('button', { name: 'Restore 2' }).click();
    await expect.element(page.getByText('2 restored.')).toBeVisible();
  });
});

describe('bulk action on visits', () => {
  test('warns that a tier may be lost', async () => {
    await openBulkDialog('/finance/visit', 'Delete');
    await expect.element(confirmation().getByText('A tier earned by visits is withdrawn')).toBeVisible();
    await expectAccessible();
    await confirmation().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
  });

  test('restores without a warning', async () => {
    setDeletedRecords('visit');
    await openBulkDialog('/finance/visit?deleted=1', 'Restore', 2);
    await expect.element(confirmation().getByText('2 records will be restored.')).toBeVisible();
    expect(confirmation().getByText('A tier earned by visits').elements()).toEqual([]);
    await confirmation().getByRole('button', { name: 'Restore 2' }).click();
    await expect.element(page.getByText('2 restored.')).toBeVisible();
  });
});

test('the trash shows only deleted records, newest first, then the others on request, and closes', async () => {
  setRecords('member', [...rows('member', 2), markDeleted(row('member', 3))]);
  await openConsole('/company/member');
  await expectRows(2);
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectRows(1);
  await expectFilters('member', { 'filter[deleted_at][null]': '0' });
  await expectQuery('GET /api/member').toMatchObject({ deleted: '1', sort: '-deleted_at' });
  await expect.element(page.getByText('Trash, recently deleted first')).toBeVisible();
  for (const name of ['Deleted at', 'Deleted by'])
    await expect.element(page.getByRole('columnheader', { name: new RegExp(name) })).toBeInTheDocument();
  expect(page.getByRole('list', { name: 'Active filters' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'New member' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Include deleted' }).click();
  await expect.element(page.getByText('Deleted records are included, struck through.')).toBeVisible();
  await expectRows(3);
  const textDecorations = () =>
    [...document.querySelectorAll('.list-row .list-name')].map(
      (nameElement) => getComputedStyle(nameElement).textDecorationLine,
    );
  expect(textDecorations().filter((line) => line === 'line-through')).toHaveLength(1);
  await page.getByRole('button', { name: 'Deleted only' }).click();
  await expectRows(1);
  await expect.poll(textDecorations).toEqual(['none']);
  await page.getByRole('button', { name: 'Leave the trash' }).click();
  await expect.poll(() => location.search).toBe('');
  await expectRows(2);
  expect(gridRows().first().element().classList).not.toContain('is-deleted');
});

test('the trash puts Restore first once something is selected', async () => {
  setRecords('member', [...rows('member', 2), markDeleted(row('member', 3))]);
  await openConsole('/company/member');
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectRows(1);
  const restoreButton = page.getByRole('main').getByRole('button', { name: 'Restore', exact: true });
  await expect.element(restoreButton).toBeDisabled();
  await expect.element(restoreButton).toHaveAttribute('title', 'Select rows to restore');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  for (const name of ['Edit', 'Delete']) expect(selectionBar().getByRole('button', { name }).elements()).toEqual([]);
  await restoreButton.first().click();
  await confirmation().getByRole('button', { name: 'Restore 1' }).click();
  await expect.element(page.getByText('1 restored.')).toBeVisible();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
});
