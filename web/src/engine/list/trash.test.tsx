import type { ResourceKey } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectFilters, expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { expectAsked, requests, sent } from '../../testing/requests.ts';
import { deleted, row, rows } from '../../testing/rows.ts';

const bar = () => page.getByRole('region', { name: 'Selected records' });
const question = () => page.getByRole('alertdialog');

/** Selects all of a list, and asks for something to be done with them. */
async function askForAll(path: string, action: 'Delete' | 'Restore', count = 3): Promise<void> {
  await openConsole(path);
  await expectRows(count);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await bar().getByRole('button', { name: action }).click();
}

const binned = (key: ResourceKey) => keepRecords(key, rows(key, 2).map(deleted));

test('a list from which nobody deletes has no trash', async () => {
  await openConsole('/others/unusual-act');
  await expectRows(3);
  await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Trash' }).elements()).toEqual([]);
});

describe('several at once', () => {
  test('are counted and deleted, which can be undone at once', async () => {
    await askForAll('/company/member', 'Delete');
    await expect.element(question().getByText('3 records will be deleted. They move to the trash')).toBeVisible();
    await expectAccessible();
    expect((await sent('POST /api/member/destroyBulk')).body).toEqual({ ids: [1, 2, 3], dry_run: 1 });
    await question().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await sent('POST /api/member/destroyBulk')).body).toEqual({ ids: [1, 2, 3] });
    await expect.element(page.getByText('No members yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Undone: 3 as before.')).toBeVisible();
    await expectRows(3);
  });

  test('are found in the trash and restored', async () => {
    await askForAll('/company/member', 'Delete');
    await question().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('No members yet')).toBeVisible();
    await page.getByRole('button', { name: 'Trash' }).click();
    await expectRows(3);
    await expect.element(page.getByRole('columnheader', { name: /Deleted at/ })).toBeInTheDocument();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await bar().getByRole('button', { name: 'Restore' }).click();
    await expect.element(question().getByText('3 records will be restored.')).toBeVisible();
    await question().getByRole('button', { name: 'Restore 3' }).click();
    await expect.element(question()).not.toBeInTheDocument();
    expect((await sent('POST /api/member/restoreBulk')).body).toEqual({ ids: [1, 2, 3] });
    await expect.element(page.getByText('3 restored.')).toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(page.getByText('The trash is empty')).toBeVisible();
  });

  test('say how many have a running card, and more than a hundred go only by who types how many', async () => {
    keepRecords('member', rows('member', 120));
    answer('POST /api/member/destroyBulk', async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // as the contract has it
      const preview = { matched: 120, deleted: 120, in_use: [], running_cards: 87 };
      return dry_run ? HttpResponse.json({ data: preview }) : undefined;
    });
    await openConsole('/company/member');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 120' }).click();
    await bar().getByRole('button', { name: 'Delete' }).click();
    const button = question().getByRole('button', { name: 'Delete 120' });
    await expect
      .element(question().getByText('87 of them have a running card: nothing can be redeemed with these any more.'))
      .toBeVisible();
    await expect.element(button).toBeDisabled();
    const field = question().getByRole('textbox', { name: 'Type 120 to delete so many' });
    await field.fill('12');
    await expect.element(button).toBeDisabled();
    await field.fill('120');
    await expectAccessible();
    await button.click();
    await expect.element(page.getByText('120 deleted.')).toBeVisible();
  });

  test('are not touched while they are counted, nor when the question is put away', async () => {
    answer('POST /api/member/destroyBulk', never);
    await askForAll('/company/member', 'Delete');
    await expect.element(question().getByText('Counting…')).toBeVisible();
    await expectAccessible();
    expect(
      question()
        .getByRole('button', { name: /^Delete/ })
        .elements(),
    ).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(bar()).toMatchTextContent('3 selected');
    expect(await requests('POST /api/member/destroyBulk')).toHaveLength(1);
  });

  test('leave out the records that cannot go, and count them too', async () => {
    answer('POST /api/region/destroyBulk', async ({ request }) => {
      const { dry_run } = (await request.clone().json()) as { dry_run?: 1 }; // as the contract has it
      const reasons = ['It is still in use.'];
      const preview = { matched: 2, deleted: 1, refused: [], in_use: [1], reasons };
      return HttpResponse.json({ data: dry_run ? preview : { deleted: 1 } });
    });
    await askForAll('/system/region', 'Delete', 2);
    await expect.element(question().getByText('1 record will be deleted.')).toBeVisible();
    await expect.element(question().getByText('1 more is selected but cannot be deleted:')).toBeVisible();
    await expect.element(question().getByRole('listitem')).toMatchTextContent('It is still in use.');
    await question().getByRole('button', { name: 'Delete 1' }).click();
    await expect.element(page.getByText('1 deleted.')).toBeVisible();
    expect((await sent('POST /api/region/destroyBulk')).body).toEqual({ ids: [2] });
  });

  test('cannot be deleted where all of them stay: there is nothing to confirm, and it is said why', async () => {
    const reasons = ['The month is closed.'];
    answer('POST /api/region/destroyBulk', { data: { matched: 2, deleted: 0, refused: [1, 2], in_use: [], reasons } });
    await askForAll('/system/region', 'Delete', 2);
    await expect.element(question().getByRole('listitem')).toMatchTextContent('The month is closed.');
    await expectAccessible();
    await expect.element(question().getByText('None of the selected records can be deleted.')).toBeVisible();
    expect(
      question()
        .getByRole('button', { name: /^Delete/ })
        .elements(),
    ).toEqual([]);
  });

  test('of redemptions say why they are voided, which is sent along', async () => {
    await askForAll('/finance/voucher-redeem', 'Delete');
    const button = question().getByRole('button', { name: 'Delete 3' });
    await expect.element(button).toBeDisabled();
    await question().getByRole('textbox').fill('Wrong guest');
    await button.click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await sent('POST /api/voucher_redeem/destroyBulk')).body).toEqual({
      ids: [1, 2, 3],
      reason: 'Wrong guest',
    });
  });
});

describe('several sales', () => {
  test('say that cards and vouchers go along; a refusal is said, and the question stays', async () => {
    await askForAll('/finance/transaction', 'Delete');
    await expect.element(question().getByText('The cards and vouchers of a sale go along.')).toBeVisible();
    await expectAccessible();
    const message = 'The voucher was redeemed by R-77.';
    let isRedeemed = true;
    answer('POST /api/transaction/destroyBulk', () =>
      isRedeemed ? refusal(409, 'voucher_redeemed', { message }) : HttpResponse.json({ data: { deleted: 3 } }),
    );
    await question().getByRole('textbox', { name: 'Void reason' }).fill('Sold twice');
    await question().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    isRedeemed = false;
    await question().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
    expect((await sent('POST /api/transaction/destroyBulk')).body).toMatchObject({ reason: 'Sold twice' });
  });

  test('come back with what was deleted with them', async () => {
    binned('transaction');
    await askForAll('/finance/transaction?deleted=1', 'Restore', 2);
    await expect
      .element(question().getByText('The cards and vouchers that were deleted with a sale come back'))
      .toBeVisible();
    await question().getByRole('button', { name: 'Restore 2' }).click();
    await expect.element(page.getByText('2 restored.')).toBeVisible();
  });
});

describe('several visits', () => {
  test('say that a level may go along', async () => {
    await askForAll('/finance/visit', 'Delete');
    await expect.element(question().getByText('A level that was reached by visits is withdrawn')).toBeVisible();
    await expectAccessible();
    await question().getByRole('button', { name: 'Delete 3' }).click();
    await expect.element(page.getByText('3 deleted.')).toBeVisible();
  });

  test('come back without a word about it', async () => {
    binned('visit');
    await askForAll('/finance/visit?deleted=1', 'Restore', 2);
    await expect.element(question().getByText('2 records will be restored.')).toBeVisible();
    expect(question().getByText('A level that was reached').elements()).toEqual([]);
    await question().getByRole('button', { name: 'Restore 2' }).click();
    await expect.element(page.getByText('2 restored.')).toBeVisible();
  });
});

test('the trash shows the deleted alone, the newest first; with the others when asked; and is left again', async () => {
  keepRecords('member', [...rows('member', 2), deleted(row('member', 3))]);
  await openConsole('/company/member');
  await expectRows(2);
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectRows(1);
  await expectFilters('member', { 'filter[deleted_at][null]': '0' });
  await expectAsked('GET /api/member').toMatchObject({ deleted: '1', sort: '-deleted_at' });
  await expect.element(page.getByText('The trash: what was deleted last stands first.')).toBeVisible();
  for (const name of ['Deleted at', 'Deleted by'])
    await expect.element(page.getByRole('columnheader', { name: new RegExp(name) })).toBeInTheDocument();
  expect(page.getByRole('list', { name: 'Filters in force' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'New member' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Show with the others' }).click();
  await expect.element(page.getByText('Deleted records are shown too, struck out.')).toBeVisible();
  await expectRows(3);
  const lines = () =>
    [...document.querySelectorAll('.list-row .list-name')].map((n) => getComputedStyle(n).textDecorationLine);
  expect(lines().filter((line) => line === 'line-through')).toHaveLength(1);
  await page.getByRole('button', { name: 'Only deleted ones' }).click();
  await expectRows(1);
  await expect.poll(lines).toEqual(['none']);
  await page.getByRole('button', { name: 'Leave the trash' }).click();
  await expect.poll(() => location.search).toBe('');
  await expectRows(2);
  expect(gridRows().first().element().classList).not.toContain('is-deleted');
});

test('the first thing to do in the trash is to restore, once something is selected', async () => {
  keepRecords('member', [...rows('member', 2), deleted(row('member', 3))]);
  await openConsole('/company/member');
  await page.getByRole('button', { name: 'Trash' }).click();
  await expectRows(1);
  const restore = page.getByRole('main').getByRole('button', { name: 'Restore', exact: true });
  await expect.element(restore).toBeDisabled();
  await expect.element(restore).toHaveAttribute('title', 'Select what is to be restored');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  for (const name of ['Edit', 'Delete']) expect(bar().getByRole('button', { name }).elements()).toEqual([]);
  await restore.first().click();
  await question().getByRole('button', { name: 'Restore 1' }).click();
  await expect.element(page.getByText('1 restored.')).toBeVisible();
  await expect.element(page.getByText('The trash is empty')).toBeVisible();
});
