import type { Page } from '@playwright/test';
import { countEveryVisit, redeemFirstVoucher, sellGoldMembership, createVisit } from '../src/gold-members.ts';
import { type Client, expect, loadFirst, createTag, test } from '../src/test.ts';

/** Selects all rows of a list with this name, and opens the confirmation of an action on them. */
async function openBulkDialog(page: Page, name: string, action: 'Delete' | 'Restore') {
  // Rows have a checkbox. The list's filter, which contains the name as well, has none.
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox'), hasText: name });
  await expect(rows.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: action }).click();
  return page.getByRole('alertdialog');
}

const loadDeletedFlags = async (client: Client, path: string): Promise<boolean[]> =>
  (await client.get<{ data: { deleted_at: string | null }[] }>(`/api/${path}&deleted=1`)).data.map(
    ({ deleted_at }) => deleted_at !== null,
  );

test.describe('two mistaken sales', () => {
  test('are deleted after voiding a redemption, and restored with cards by Undo and from the trash', async ({
    page,
    client,
  }) => {
    const last_name = `Serombongan${createTag()}`;
    const sales = [
      await sellGoldMembership(client, { last_name }),
      await sellGoldMembership(client, { last_name }),
    ] as const;
    const loadCardFlags = () =>
      Promise.all(sales.map(({ member }) => loadDeletedFlags(client, `member_card?member_id=${member.id}`)));
    const { data: redemption } = await redeemFirstVoucher(client, sales[1]);
    await page.goto(
      `/finance/transaction?filter[member_id][includes]=${sales.map(({ member }) => member.id).join(',')}`,
    );
    const rejectionDialog = await openBulkDialog(page, last_name, 'Delete');
    await expect(rejectionDialog.getByRole('listitem')).toContainText(redemption.redeem_no);
    await expect(rejectionDialog.getByRole('button', { name: 'Delete 1' })).toBeVisible();
    await rejectionDialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await loadCardFlags()).toEqual([[false], [false]]);

    await client.post('/api/voucher_redeem/destroyBulk', { ids: [redemption.id], reason: 'A journey' });
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('textbox', { name: 'Void reason' }).fill('Sold by mistake');
    await confirmation.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText('2 deleted.')).toBeVisible();
    expect(await loadCardFlags()).toEqual([[true], [true]]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: 2 restored to previous values.')).toBeVisible();
    expect(await loadCardFlags()).toEqual([[false], [false]]);
    const secondDeleteDialog = await openBulkDialog(page, last_name, 'Delete');
    await secondDeleteDialog.getByRole('textbox', { name: 'Void reason' }).fill('By mistake after all');
    await secondDeleteDialog.getByRole('button', { name: 'Delete 2' }).click();
    await expect.poll(loadCardFlags).toEqual([[true], [true]]);

    await page.getByRole('button', { name: 'Trash' }).click();
    const restoreDialog = await openBulkDialog(page, last_name, 'Restore');
    await restoreDialog.getByRole('button', { name: 'Restore 2' }).click();
    await expect(page.getByText('2 restored.')).toBeVisible();
    expect(await loadCardFlags()).toEqual([[false], [false]]);
  });
});

test('visits posted by mistake are deleted with the tier they earned, and restored with it', async ({
  page,
  client,
}) => {
  const sale = await sellGoldMembership(client);
  const loadUpgradedCardFlags = async () => {
    const { data } = await client.get<{ data: { upgraded_from_id: number | null; is_active: number }[] }>(
      `/api/member_card?member_id=${sale.member.id}`,
    );
    return data.filter(({ upgraded_from_id }) => upgraded_from_id !== null).map(({ is_active }) => is_active);
  };
  const card = await loadFirst<{ min_visit_to_upgrade: number }>(
    client,
    `/api/member_card?member_id=${sale.member.id}`,
  );
  await countEveryVisit(client);
  for (let n = 0; n < card.min_visit_to_upgrade; n += 1) await createVisit(client, sale);
  expect(await loadUpgradedCardFlags()).toEqual([1]);

  await page.goto(`/finance/visit?member_id=${sale.member.id}`);
  const confirmation = await openBulkDialog(page, sale.member.first_name, 'Delete');
  await confirmation.getByRole('button', { name: `Delete ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} deleted.`)).toBeVisible();
  expect(await loadUpgradedCardFlags()).toEqual([0]);

  await page.getByRole('button', { name: 'Trash' }).click();
  const restoreDialog = await openBulkDialog(page, sale.member.first_name, 'Restore');
  await restoreDialog.getByRole('button', { name: `Restore ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} restored.`)).toBeVisible();
  expect(await loadUpgradedCardFlags()).toEqual([1]);
});
