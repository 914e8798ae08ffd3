import type { Page } from '@playwright/test';
import { countEveryVisit, redeem, sellGoldMembership, visitOf } from '../src/gold-members.ts';
import { type Client, expect, firstOf, tag, test } from '../src/test.ts';

/** Selects all rows with this name in a list and opens the confirmation of an action on them. */
async function openBulkDialog(page: Page, name: string, action: 'Delete' | 'Restore') {
  // Rows have a checkbox; the list's filter, which contains the name as well, has none.
  const records = page.getByRole('row').filter({ has: page.getByRole('checkbox'), hasText: name });
  await expect(records.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: action }).click();
  return page.getByRole('alertdialog');
}

const deletedOf = async (client: Client, path: string): Promise<boolean[]> =>
  (await client.get<{ data: { deleted_at: string | null }[] }>(`/api/${path}&deleted=1`)).data.map(
    ({ deleted_at }) => deleted_at !== null,
  );

test.describe('two sales by mistake', () => {
  test('are deleted after voiding a redemption, and restored with cards by Undo and from the trash', async ({
    page,
    client,
  }) => {
    const last_name = `Serombongan${tag()}`;
    const sales = [
      await sellGoldMembership(client, { last_name }),
      await sellGoldMembership(client, { last_name }),
    ] as const;
    const cards = () => Promise.all(sales.map(({ member }) => deletedOf(client, `member_card?member_id=${member.id}`)));
    const { data: redemption } = await redeem(client, sales[1]);
    await page.goto(
      `/finance/transaction?filter[member_id][includes]=${sales.map(({ member }) => member.id).join(',')}`,
    );
    const rejected = await openBulkDialog(page, last_name, 'Delete');
    await expect(rejected.getByRole('listitem')).toContainText(redemption.redeem_no);
    await expect(rejected.getByRole('button', { name: 'Delete 1' })).toBeVisible();
    await rejected.getByRole('button', { name: 'Cancel' }).click();
    expect(await cards()).toEqual([[false], [false]]);

    await client.post('/api/voucher_redeem/destroyBulk', { ids: [redemption.id], reason: 'A journey' });
    await page.getByRole('region', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('textbox', { name: 'Void reason' }).fill('Sold by mistake');
    await confirmation.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText('2 deleted.')).toBeVisible();
    expect(await cards()).toEqual([[true], [true]]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone: 2 restored to previous values.')).toBeVisible();
    expect(await cards()).toEqual([[false], [false]]);
    const again = await openBulkDialog(page, last_name, 'Delete');
    await again.getByRole('textbox', { name: 'Void reason' }).fill('By mistake after all');
    await again.getByRole('button', { name: 'Delete 2' }).click();
    await expect.poll(cards).toEqual([[true], [true]]);

    await page.getByRole('button', { name: 'Trash' }).click();
    const back = await openBulkDialog(page, last_name, 'Restore');
    await back.getByRole('button', { name: 'Restore 2' }).click();
    await expect(page.getByText('2 restored.')).toBeVisible();
    expect(await cards()).toEqual([[false], [false]]);
  });
});

test('visits posted by mistake are deleted with the tier they earned, and restored with it', async ({
  page,
  client,
}) => {
  const sold = await sellGoldMembership(client);
  const upgradedCard = async () => {
    const { data } = await client.get<{ data: { upgraded_from_id: number | null; is_active: number }[] }>(
      `/api/member_card?member_id=${sold.member.id}`,
    );
    return data.filter(({ upgraded_from_id }) => upgraded_from_id !== null).map(({ is_active }) => is_active);
  };
  const card = await firstOf<{ min_visit_to_upgrade: number }>(client, `/api/member_card?member_id=${sold.member.id}`);
  await countEveryVisit(client);
  for (let n = 0; n < card.min_visit_to_upgrade; n += 1) await visitOf(client, sold);
  expect(await upgradedCard()).toEqual([1]);

  await page.goto(`/finance/visit?member_id=${sold.member.id}`);
  const confirmation = await openBulkDialog(page, sold.member.first_name, 'Delete');
  await confirmation.getByRole('button', { name: `Delete ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} deleted.`)).toBeVisible();
  expect(await upgradedCard()).toEqual([0]);

  await page.getByRole('button', { name: 'Trash' }).click();
  const back = await openBulkDialog(page, sold.member.first_name, 'Restore');
  await back.getByRole('button', { name: `Restore ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} restored.`)).toBeVisible();
  expect(await upgradedCard()).toEqual([1]);
});
