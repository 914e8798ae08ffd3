// Core test: every redemption.
import type { Page } from '@playwright/test';
import { type CounterGuest, createGuest, giveVoucher } from '../src/counter-guests.ts';
import { type Client, expect, test } from '../src/test.ts';

const HOTEL = 'JKM';
const OTHER_HOTEL = 'SMK';
const PATH = '/finance/voucher-redeem/wizard';

const boxOf = (page: Page) => page.getByRole('searchbox', { name: /^Card, voucher, telephone/ });
const bookingOf = (page: Page) => page.getByRole('textbox', { name: 'Booking number' });
const doneOf = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });
/** A scanner types and sends Enter, into the focused element. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const redemptionsOf = async (client: Client, guest: CounterGuest): Promise<readonly { booking_no: string }[]> =>
  (await client.get<{ data: { booking_no: string }[] }>(`/api/voucher_redeem?member_id=${guest.member.id}`)).data;

test.describe('at the front desk of one hotel', () => {
  test.use({ account: 'dewi.anggraini' });

  test('a card is scanned, its second voucher redeemed by keyboard alone, and the next guest may come', async ({
    page,
    client,
  }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest, 0);
    const cake = await giveVoucher(client, guest, 1);
    await page.goto(PATH);
    await scan(page, guest.cardNo);
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: cake.name })).toBeChecked();
    await page.keyboard.type('B-2026');
    await page.keyboard.press('Enter');
    await expect(doneOf(page)).toBeVisible();
    expect(await redemptionsOf(client, guest)).toEqual([
      expect.objectContaining({ booking_no: 'B-2026', staff_name: 'Dewi Anggraini', member_voucher_id: cake.id }),
    ]);
    await page.keyboard.press('Enter');
    await expect(boxOf(page)).toBeFocused();
    await expect(boxOf(page)).toHaveValue('');
  });

  test('a guest of another hotel redeems the voucher whose number was read from paper', async ({ page, client }) => {
    const guest = await createGuest(client, OTHER_HOTEL);
    await giveVoucher(client, guest, 0);
    const shown = await giveVoucher(client, guest, 0);
    const misread = shown.voucher_no.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    await page.goto(PATH);
    await scan(page, `${misread.slice(0, 6)} ${misread.slice(6)}`);
    await expect(bookingOf(page)).toBeFocused();
    await page.keyboard.type('B-1');
    await page.keyboard.press('Enter');
    await expect(doneOf(page)).toBeVisible();
    expect(await redemptionsOf(client, guest)).toMatchObject([{ member_voucher_id: shown.id }]);
  });

  test('a guest holds the picture of their card before the camera, and is found', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest);
    const { data } = await client.get<{ data: { file_url: string } }>(`/api/member_card/${guest.cardId}`);
    // A camera that sees the picture.
    await page.addInitScript((address) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const card = new Image();
        card.src = address;
        await card.decode();
        const canvas = document.createElement('canvas');
        canvas.width = card.naturalWidth;
        canvas.height = card.naturalHeight;
        const show = () => {
          canvas.getContext('2d')?.drawImage(card, 0, 0);
          requestAnimationFrame(show);
        };
        show();
        return canvas.captureStream(30);
      };
    }, data.file_url);
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await expect(boxOf(page)).toHaveValue(guest.cardNo);
    await expect(bookingOf(page)).toBeFocused();
  });

  test.describe('when two counters redeem the same voucher', () => {
    test.use({ expectedErrors: [/409/] });

    test('the slower one is told by whom and when, and sees it among the rest', async ({ page, client, browser }) => {
      const guest = await createGuest(client, HOTEL);
      const only = await giveVoucher(client, guest);
      const other = await browser.newPage({ storageState: await page.context().storageState() });
      for (const [counter, staff] of [
        [page, 'Slow'],
        [other, 'Quick'],
      ] as const) {
        await counter.goto(`${PATH}/${guest.member.id}`);
        await bookingOf(counter).fill('B-1');
        await counter.getByRole('textbox', { name: 'Staff name' }).fill(staff);
      }
      await other.keyboard.press('Enter');
      await expect(doneOf(other)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(/was redeemed on .* at Laksmira Menteng Jakarta by Quick \(R\d+\)/).first(),
      ).toBeVisible();
      await expect(page.getByText('Nothing can be honoured at Laksmira Menteng Jakarta now.')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: only.voucher_no })).toBeVisible();
      expect(await redemptionsOf(client, guest)).toHaveLength(1);
      await other.close();
    });
  });

  test.describe('when the answer is lost', () => {
    test.use({ expectedErrors: [/api\/voucher_redeem/] });

    test('a redemption that the server has done is sent again, and stays one', async ({ page, client }) => {
      const guest = await createGuest(client, HOTEL);
      await giveVoucher(client, guest);
      await giveVoucher(client, guest);
      await page.route('**/api/voucher_redeem', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.goto(`${PATH}/${guest.member.id}`);
      await bookingOf(page).fill('B-1');
      await bookingOf(page).press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toBeVisible();
      await page.unroute('**/api/voucher_redeem');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(doneOf(page)).toBeVisible();
      expect(await redemptionsOf(client, guest)).toHaveLength(1);
    });
  });
});

test('a redemption at the wrong guest is taken back with a reason, which the record and its history tell', async ({
  page,
  client,
  enter,
}) => {
  const guest = await createGuest(client, OTHER_HOTEL);
  const mine = await giveVoucher(client, guest, 0, { restrict_hotel_id: guest.hotelId });
  await enter(PATH);
  const hotel = page.getByRole('combobox', { name: 'Hotel of this counter' });
  await page
    .getByRole('region', { name: 'Where are you?' })
    .getByRole('button', { name: /Menteng/ })
    .click();
  await scan(page, guest.cardNo);
  await expect(page.getByText(/^This voucher can be redeemed only at Laksmira Resort Seminyak\.$/)).toBeVisible();
  await hotel.fill('seminyak');
  await page.getByRole('option', { name: /Seminyak/ }).click();
  await bookingOf(page).fill('B-1');
  await page.getByRole('textbox', { name: 'Staff name' }).fill('Sari');
  await page.keyboard.press('Enter');
  const record = await page.getByRole('link', { name: /^R\d+$/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
  await dialog.getByRole('button', { name: 'Void the redemption' }).click();
  // The same guest again, with the voucher.
  await expect(page.getByRole('radio', { name: mine.name })).toBeChecked();
  expect(await redemptionsOf(client, guest)).toEqual([]);
  await page.reload();
  await expect(hotel).toHaveValue(/Seminyak/);
  // The colleague who relieves the clerk keeps the name, too.
  await expect(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Sari');
  await page.goto(record ?? '');
  await expect(page.getByText('Wrong guest').first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel').getByText('Wrong guest')).toBeVisible();
});
