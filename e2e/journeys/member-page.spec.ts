import type { Page } from '@playwright/test';
import { countEveryVisit, redeem, sellGold, visitOf } from '../src/gold-members.ts';
import { expect, firstOf, test } from '../src/test.ts';

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

test('a member’s page shows the redemption, mail, call and level of that member', async ({ page, client }) => {
  const sold = await sellGold(client, { birthday_notification: 0 });
  const platinum = await firstOf<{ id: number; name: string }>(client, '/api/membership?filter[code][exact]=PLT');
  const timeline = section(page, 'Timeline');
  await page.goto(`/company/member/${sold.member.id}`);
  await expect(page.getByText(sold.member_card.sbec_no, { exact: true })).toBeVisible();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeHidden();
  await redeem(client, sold);
  // The welcome and the receipt are written by the worker, some time later.
  const mailsOf = `/api/mail_log?member_id=${sold.member.id}`;
  await expect.poll(async () => (await client.get<{ meta: { total: number } }>(mailsOf)).meta.total).toBe(2);
  await page.reload();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeVisible();
  await expect(timeline.getByText(/ redeemed$/)).toBeVisible();

  await page.keyboard.press('4');
  const mail = page.getByRole('dialog', { name: 'Send mail' });
  await expect(mail.getByText('The member wants no birthday mails')).toBeVisible();
  await mail.getByRole('radio', { name: 'Reminder before the card ends' }).click();
  await mail.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/The mail “Reminder before the card ends” is on its way to/)).toBeVisible();
  await expect(section(page, 'Last mails').getByRole('listitem')).toHaveCount(3);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log a call…' }).click();
  await page.getByRole('radio', { name: 'Reached' }).click();
  await page.getByRole('button', { name: 'Save the call' }).click();
  await expect(timeline.getByText('Call: Reached')).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set the level…' }).click();
  const level = page.getByRole('dialog', { name: /^Set the level of/ });
  await level.getByRole('combobox', { name: 'Membership' }).fill(platinum.name);
  await page.getByRole('option', { name: platinum.name }).click();
  await level.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
  await level.getByRole('button', { name: 'Set the level' }).click();
  await expect(page.getByText(/Level set by hand by Ratna Kusumawardhani on/)).toBeVisible();
  await expect(page.getByText('“Friend of the house”').first()).toBeVisible();
  await expect(timeline.getByText(`Level set to ${platinum.name} by hand`)).toBeVisible();
});

test('a visit written down for the wrong member is moved to the right one, and both are told', async ({
  page,
  client,
}) => {
  const [wrong, right] = [await sellGold(client), await sellGold(client)];
  const { data: visit } = await visitOf(client, wrong);
  await page.goto(`/finance/visit/${visit.id}`);
  await page.getByRole('button', { name: 'Move to another member…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move visit ${visit.visit_no}` });
  await dialog.getByRole('combobox', { name: 'The right member' }).fill(right.member.first_name);
  await page.getByRole('option', { name: new RegExp(right.member.first_name) }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong card read out');
  await dialog.getByRole('button', { name: 'Move the visit' }).click();
  const told = page.getByRole('dialog', { name: `Visit ${visit.visit_no} was moved` });
  await expect(told.getByRole('listitem').filter({ hasText: wrong.member.first_name })).toContainText('0 visits count');
  await expect(told.getByRole('listitem').filter({ hasText: right.member.first_name })).toContainText('1 visit counts');
});

test('a visit on which a level rests is deleted after a warning, and the level goes with it', async ({
  page,
  client,
}) => {
  const sold = await sellGold(client);
  const ids: number[] = [];
  const card = await firstOf<{ min_visit_to_upgrade: number }>(client, `/api/member_card?member_id=${sold.member.id}`);
  await countEveryVisit(client);
  for (let n = 0; n < card.min_visit_to_upgrade; n += 1) ids.push((await visitOf(client, sold)).data.id);
  await page.goto(`/finance/visit/${ids[0]}`);
  await page.getByRole('button', { name: /^Delete / }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/rose to .* by visits of this period/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/was deleted\./)).toBeVisible();
  await page.goto(`/company/member/${sold.member.id}`);
  const timeline = section(page, 'Timeline');
  // The thanks for the visits may have been sent since, and stand above it.
  await timeline.getByRole('button', { name: 'Show more' }).click();
  await expect(timeline.getByText(/withdrawn: too few visits/)).toBeVisible();
});
