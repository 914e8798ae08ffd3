import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { redeem, sellGold, visitOf } from '../src/gold-members.ts';
import { type Client, createMember, expect, firstOf, tag, test } from '../src/test.ts';

test('deletes several members at once, finds them in the trash and restores them', async ({ page, client }) => {
  const name = `Rombongan${Math.random().toString(36).slice(2, 8)}`;
  await Promise.all([1, 2, 3].map(() => createMember(client, { last_name: name })));
  await page.goto(`/company/member?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(3);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText(/3/).first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);

  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(3);
  await expect(page.getByRole('columnheader', { name: /Deleted at/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  await expect(dialog).toBeHidden();
  const { meta } = await client.get<{ meta: { total: number } }>(`/api/member?search=${name}`);
  expect(meta.total).toBe(3);
});

/** Selects all of a list of rows that bear this name, and asks for something to be done with them. */
async function askForAll(page: Page, name: string, action: 'Delete' | 'Restore') {
  // The name stands in the filter of the list, too.
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

test.describe('several sales at once', () => {
  test.use({ expectedErrors: [/409/] });

  test('say that cards and vouchers go along, stay where one was redeemed, and come back with them', async ({
    page,
    client,
  }) => {
    const last_name = `Serombongan${tag()}`;
    const sales = [await sellGold(client, { last_name }), await sellGold(client, { last_name })] as const;
    const cards = () => Promise.all(sales.map(({ member }) => deletedOf(client, `member_card?member_id=${member.id}`)));
    const { data: redemption } = await redeem(client, sales[1]);
    await page.goto(
      `/finance/transaction?filter[member_id][includes]=${sales.map(({ member }) => member.id).join(',')}`,
    );
    const question = await askForAll(page, last_name, 'Delete');
    await expect(question.getByText('2 records will be deleted.')).toBeVisible();
    await expect(question.getByText('The cards and vouchers of a sale go along.')).toBeVisible();
    await expect(question.getByText('If even one of these vouchers was redeemed, nothing is deleted')).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByRole('alert').getByText(redemption.redeem_no)).toBeVisible();
    expect(await cards()).toEqual([[false], [false]]);

    await client.post('/api/voucher_redeem/destroyBulk', { ids: [redemption.id], reason: 'A journey' });
    await question.getByRole('button', { name: 'Delete 2' }).click();
    await expect(page.getByText('2 deleted.')).toBeVisible();
    expect(await cards()).toEqual([[true], [true]]);

    await page.getByRole('button', { name: 'Trash' }).click();
    const back = await askForAll(page, last_name, 'Restore');
    await expect(back.getByText('The cards and vouchers that were deleted with a sale come back')).toBeVisible();
    await back.getByRole('button', { name: 'Restore 2' }).click();
    await expect(page.getByText('2 restored.')).toBeVisible();
    expect(await cards()).toEqual([[false], [false]]);
  });
});

test('several visits at once say that a level may go along, which comes back with them', async ({ page, client }) => {
  const sold = await sellGold(client);
  const risen = async () => {
    const { data } = await client.get<{ data: { upgraded_from_id: number | null; is_active: number }[] }>(
      `/api/member_card?member_id=${sold.member.id}`,
    );
    return data.filter(({ upgraded_from_id }) => upgraded_from_id !== null).map(({ is_active }) => is_active);
  };
  const card = await firstOf<{ min_visit_to_upgrade: number }>(client, `/api/member_card?member_id=${sold.member.id}`);
  for (let n = 0; n < card.min_visit_to_upgrade; n += 1) await visitOf(client, sold);
  expect(await risen()).toEqual([1]);

  await page.goto(`/finance/visit?member_id=${sold.member.id}`);
  const question = await askForAll(page, sold.member.first_name, 'Delete');
  await expect(question.getByText('A level that was reached by visits is withdrawn')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: `Delete ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} deleted.`)).toBeVisible();
  expect(await risen()).toEqual([0]);

  await page.getByRole('button', { name: 'Trash' }).click();
  const back = await askForAll(page, sold.member.first_name, 'Restore');
  await expect(back.getByText('A level that was reached')).toHaveCount(0);
  await back.getByRole('button', { name: `Restore ${card.min_visit_to_upgrade}` }).click();
  await expect(page.getByText(`${card.min_visit_to_upgrade} restored.`)).toBeVisible();
  expect(await risen()).toEqual([1]);
});
