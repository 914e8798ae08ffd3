import type { Page } from '@playwright/test';
import { countEveryVisit, redeemFirstVoucher, sellGoldMembership, createVisit } from '../src/gold-members.ts';
import { expect, loadFirst, test } from '../src/test.ts';

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a member’s page shows the redemption, mail, call and tier of that member', async ({ page, client }) => {
  const sale = await sellGoldMembership(client, { birthday_notification: 0 });
  const platinum = await loadFirst<{ id: number; name: string }>(client, '/api/membership?filter[code][exact]=PLT');
  const timeline = section(page, 'Timeline');
  await page.goto(`/company/member/${sale.member.id}`);
  await expect(page.getByText(sale.member_card.sbec_no, { exact: true })).toBeVisible();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeHidden();
  await redeemFirstVoucher(client, sale);
  // The worker writes the welcome mail and the receipt mail some time after the sale.
  const mailLogPath = `/api/mail_log?member_id=${sale.member.id}`;
  await expect.poll(async () => (await client.get<{ meta: { total: number } }>(mailLogPath)).meta.total).toBe(2);
  await page.reload();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeVisible();
  await expect(timeline.getByText(/ redeemed$/)).toBeVisible();

  await page.keyboard.press('4');
  const mailDialog = page.getByRole('dialog', { name: 'Send email' });
  await expect(mailDialog.getByText('The member opted out: “Birthday emails” is off')).toBeVisible();
  await mailDialog.getByRole('radio', { name: 'Reminder before the card ends' }).click();
  await mailDialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/Email “Reminder before the card ends” is being sent to/)).toBeVisible();
  await expect(section(page, 'Recent emails').getByRole('listitem')).toHaveCount(3);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log a call…' }).click();
  await page.getByRole('radio', { name: 'Reached' }).click();
  await page.getByRole('button', { name: 'Save call' }).click();
  await expect(timeline.getByText('Call: Reached')).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set tier…' }).click();
  const tierDialog = page.getByRole('dialog', { name: /^Set tier of/ });
  await tierDialog.getByRole('combobox', { name: 'Membership' }).fill(platinum.name);
  await page.getByRole('option', { name: platinum.name }).click();
  await tierDialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
  await tierDialog.getByRole('button', { name: 'Set tier' }).click();
  await expect(page.getByText(/Tier set manually by Ratna Kusumawardhani on/)).toBeVisible();
  await expect(page.getByText('“Friend of the house”').first()).toBeVisible();
  await expect(timeline.getByText(`Tier set to ${platinum.name} manually`)).toBeVisible();
});

test('a visit of the wrong member is moved, and the result shows the visits of both members', async ({
  page,
  client,
}) => {
  const [wrongSale, correctSale] = [await sellGoldMembership(client), await sellGoldMembership(client)];
  const { data: visit } = await createVisit(client, wrongSale);
  await page.goto(`/finance/visit/${visit.id}`);
  await page.getByRole('button', { name: 'Move to another member…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move visit ${visit.visit_no}` });
  await dialog.getByRole('combobox', { name: 'Correct member' }).fill(correctSale.member.first_name);
  await page.getByRole('option', { name: new RegExp(correctSale.member.first_name) }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong card read out');
  await dialog.getByRole('button', { name: 'Move visit' }).click();
  const resultDialog = page.getByRole('dialog', { name: `Visit ${visit.visit_no} moved` });
  await expect(resultDialog.getByRole('listitem').filter({ hasText: wrongSale.member.first_name })).toContainText(
    '0 visits now count',
  );
  await expect(resultDialog.getByRole('listitem').filter({ hasText: correctSale.member.first_name })).toContainText(
    '1 visit now counts',
  );
});

test('deleting a visit that earned a tier shows a warning, and withdraws the tier', async ({ page, client }) => {
  const sale = await sellGoldMembership(client);
  const ids: number[] = [];
  const card = await loadFirst<{ min_visit_to_upgrade: number }>(
    client,
    `/api/member_card?member_id=${sale.member.id}`,
  );
  await countEveryVisit(client);
  for (let n = 0; n < card.min_visit_to_upgrade; n += 1) ids.push((await createVisit(client, sale)).data.id);
  await page.goto(`/finance/visit/${ids[0]}`);
  await page.getByRole('button', { name: /^Delete / }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation.getByText(/was upgraded to .* by visits of this period/)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/ deleted\./)).toBeVisible();
  await page.goto(`/company/member/${sale.member.id}`);
  const timeline = section(page, 'Timeline');
  // The mail about the visits may be newer and listed above the entry.
  await timeline.getByRole('button', { name: 'Show more' }).click();
  await expect(timeline.getByText(/removed: visit requirement no longer met/)).toBeVisible();
});
