import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { redeem, sellGold, visitOf } from '../src/gold-members.ts';
import { createMember, expect, firstOf, test } from '../src/test.ts';

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

const WORDS = {
  en: {
    progress: 'To keep the level',
    vouchers: 'Vouchers',
    timeline: 'Timeline',
    redeemed: /redeemed$/,
    count: '1 redeemed',
    reason: 'The card can be renewed from',
    done: /^1 of \d+ visits$/,
  },
  id: {
    progress: 'Untuk mempertahankan tingkat',
    vouchers: 'Voucher',
    timeline: 'Linimasa',
    redeemed: /ditukar$/,
    count: '1 sudah ditukar',
    reason: 'Kartu dapat diperpanjang mulai',
    done: /^1 dari \d+ kunjungan$/,
  },
} as const;

for (const language of ['en', 'id'] as const) {
  const words = WORDS[language];
  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const)
    test.describe(`in ${language}, ${width} pixels wide`, () => {
      test.use({ look: { language, theme }, viewport: { width, height: 844 }, hasTouch: width === 390 });

      test('a member opens with card, progress, vouchers and what happened', async ({ page, client }) => {
        const sold = await sellGold(client);
        await visitOf(client, sold);
        await redeem(client, sold);
        await page.goto(`/company/member/${sold.member.id}`);
        await expect(page.getByText(sold.member_card.sbec_no, { exact: true })).toBeVisible();
        const bar = page.getByRole('progressbar', { name: words.progress });
        await expect(bar).toHaveAttribute('aria-valuenow', '1');
        await expect(page.getByText(words.done).first()).toBeVisible();
        await expect(section(page, words.vouchers).getByText(words.count)).toBeVisible();
        const timeline = section(page, words.timeline);
        await expect(timeline.getByText(words.redeemed).first()).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    });

  test.describe(`in ${language}`, () => {
    test.use({ look: { language, theme: 'light' } });

    test('what cannot be done says why, and is said again when its key is pressed', async ({ page, client }) => {
      const { member } = await sellGold(client);
      await page.goto(`/company/member/${member.id}`);
      await expect(page.getByRole('listitem').filter({ hasText: words.reason })).toBeVisible();
      await page.keyboard.press('1');
      await expect(page.getByText(words.reason)).toHaveCount(2);
      await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('nothing that has the focus lies under the bar below the thumb', async ({ page, client }) => {
    const { member } = await sellGold(client);
    await page.goto(`/company/member/${member.id}`);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    const bar = await page.getByRole('group', { name: 'Actions' }).boundingBox();
    expect(bar && bar.y + bar.height).toBe(844);
    const controls = page.getByRole('main').locator('a:visible, button:visible');
    expect(await controls.count()).toBeGreaterThan(10);
    for (const control of await controls.all()) {
      await control.focus();
      const box = await control.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0);
    }
  });
});

test('12: Given an unused D, when redeemed with booking_no and staff_name, then the member page shows it', async ({
  page,
  client,
}) => {
  const sold = await sellGold(client);
  await page.goto(`/company/member/${sold.member.id}`);
  await expect(section(page, 'Vouchers').getByText('No voucher is open.')).toBeHidden();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeHidden();
  await redeem(client, sold);
  await page.reload();
  await expect(section(page, 'Vouchers').getByText('1 redeemed')).toBeVisible();
  await expect(section(page, 'Timeline').getByText(/ redeemed$/)).toBeVisible();
});

test('the four actions are one key away, but not while somebody types', async ({ page, client }) => {
  const { member } = await sellGold(client);
  await page.goto(`/company/member/${member.id}`);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await page.keyboard.press('2');
  await expect(page).toHaveURL(new RegExp(`/finance/voucher-redeem/wizard/${member.id}`));
  await page.goBack();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await page.keyboard.press('3');
  await expect(page).toHaveURL(new RegExp(`/finance/visit/quick\\?member_id=${member.id}`));
  await page.goBack();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('textbox', { name: 'Hobby' }).click();
  await page.keyboard.press('3');
  await expect(page.getByRole('textbox', { name: 'Hobby' })).toHaveValue('3');
});

test('a member without a card is sold one, and visits count towards nothing', async ({ page, client }) => {
  const member = await createMember(client);
  await page.goto(`/company/member/${member.id}`);
  await expect(page.getByText('This member has no card yet.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/finance\/transaction\/wizard/);
});

test('a mail of the programme goes out once more, and one that the member does not want says why', async ({
  page,
  client,
}) => {
  const { member } = await sellGold(client, { birthday_notification: 0 });
  await page.goto(`/company/member/${member.id}`);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  await page.keyboard.press('4');
  const dialog = page.getByRole('dialog', { name: 'Send mail' });
  await expect(dialog.getByRole('radio', { name: /Birthday wishes/ })).toBeDisabled();
  await expect(dialog.getByText('The member wants no birthday mails')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Reminder before the card ends' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/The mail “Reminder before the card ends” is on its way to/)).toBeVisible();
  await expect(section(page, 'Last mails').getByRole('listitem')).toHaveCount(2);
});

test('the level is set by hand with a reason, which the page then tells', async ({ page, client }) => {
  const { member } = await sellGold(client);
  const platinum = await firstOf<{ id: number; name: string }>(client, '/api/membership?filter[code][exact]=PLT');
  await page.goto(`/company/member/${member.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set the level…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Set the level of/ });
  await dialog.getByRole('button', { name: 'Set the level' }).click();
  await expect(dialog.getByText('Please fill this in.')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'Membership' }).fill(platinum.name);
  await page.getByRole('option', { name: platinum.name }).click();
  await expect(dialog.getByText('Its vouchers come with it, and a mail goes out.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Friend of the house');
  await dialog.getByRole('button', { name: 'Set the level' }).click();
  await expect(page.getByText(/Level set by hand by Ratna Kusumawardhani on/)).toBeVisible();
  await expect(page.getByText('“Friend of the house”').first()).toBeVisible();
  await expect(section(page, 'Timeline').getByText(`Level set to ${platinum.name} by hand`)).toBeVisible();
});

test('a call is written down, and stands in the timeline', async ({ page, client }) => {
  const { member } = await sellGold(client);
  await page.goto(`/company/member/${member.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log a call…' }).click();
  await page.getByRole('radio', { name: 'Reached' }).click();
  await page.getByRole('button', { name: 'Save the call' }).click();
  await expect(section(page, 'Timeline').getByText('Call: Reached')).toBeVisible();
});

test('a visit of the wrong member is moved to the right one, and both are told', async ({ page, client }) => {
  const [wrong, right] = [await sellGold(client), await sellGold(client)];
  const { data: visit } = await visitOf(client, wrong);
  await page.goto(`/finance/visit/${visit.id}`);
  await page.getByRole('button', { name: 'Move to another member…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move visit ${visit.visit_no}` });
  await dialog.getByRole('combobox', { name: 'The right member' }).fill(right.member.first_name);
  await page.getByRole('option', { name: new RegExp(right.member.first_name) }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong card read out');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move the visit' }).click();
  const told = page.getByRole('dialog', { name: `Visit ${visit.visit_no} was moved` });
  await expect(told.getByRole('listitem').filter({ hasText: wrong.member.first_name })).toContainText('0 visits count');
  await expect(told.getByRole('listitem').filter({ hasText: right.member.first_name })).toContainText('1 visit counts');
});

test('deleting a visit on which a level rests warns before', async ({ page, client }) => {
  const sold = await sellGold(client);
  const ids: number[] = [];
  const card = await firstOf<{ min_visit_to_upgrade: number }>(client, `/api/member_card?member_id=${sold.member.id}`);
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

test('a deleted member is shown as it was, with nothing to do', async ({ page, client }) => {
  const { member, member_card } = await sellGold(client);
  await client.delete(`/api/member/${member.id}`);
  await page.goto(`/company/member/${member.id}`);
  await expect(page.getByText(member_card.sbec_no, { exact: true }).or(page.getByText('no card yet'))).toBeVisible();
  await expect(page.getByRole('group', { name: 'Actions' })).toBeHidden();
  await expect(page.getByRole('link', { name: /^Redeem / })).toHaveCount(0);
});
