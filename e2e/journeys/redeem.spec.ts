// Core test: every redemption.
import type { Page } from '@playwright/test';
import { type DeskGuest, createGuest, issueVoucher } from '../src/desk-guests.ts';
import { type Client, expect, test } from '../src/test.ts';

const HOTEL = 'JKM';
const OTHER_HOTEL = 'SMK';
const PATH = '/finance/voucher-redeem/wizard';

const boxOf = (page: Page) => page.getByRole('searchbox', { name: /^Card, voucher, phone/ });
const bookingField = (page: Page) => page.getByRole('textbox', { name: 'Booking number' });
const redeemedHeading = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });
/** A scanner types into the focused element and sends Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const redemptionsOf = async (client: Client, guest: DeskGuest): Promise<readonly { booking_no: string }[]> =>
  (await client.get<{ data: { booking_no: string }[] }>(`/api/voucher_redeem?member_id=${guest.member.id}`)).data;

test.describe('a clerk at the front desk of one hotel', () => {
  test.use({ account: 'dewi.anggraini' });

  test('scans a card, redeems its second voucher by keyboard, and is ready for the next guest', async ({
    page,
    client,
  }) => {
    const guest = await createGuest(client, HOTEL);
    await issueVoucher(client, guest, 0);
    const cake = await issueVoucher(client, guest, 1);
    await page.goto(PATH);
    await scan(page, guest.cardNo);
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: cake.name })).toBeChecked();
    await page.keyboard.type('B-2026');
    await page.keyboard.press('Enter');
    await expect(redeemedHeading(page)).toBeVisible();
    expect(await redemptionsOf(client, guest)).toEqual([
      expect.objectContaining({ booking_no: 'B-2026', staff_name: 'Dewi Anggraini', member_voucher_id: cake.id }),
    ]);
    await page.keyboard.press('Enter');
    await expect(boxOf(page)).toBeFocused();
    await expect(boxOf(page)).toHaveValue('');
  });

  test("redeems a voucher of another hotel's guest by its printed number", async ({ page, client }) => {
    const guest = await createGuest(client, OTHER_HOTEL);
    await issueVoucher(client, guest, 0);
    const shown = await issueVoucher(client, guest, 0);
    const misread = shown.voucher_no.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    await page.goto(PATH);
    await scan(page, `${misread.slice(0, 6)} ${misread.slice(6)}`);
    await expect(bookingField(page)).toBeFocused();
    await page.keyboard.type('B-1');
    await page.keyboard.press('Enter');
    await expect(redeemedHeading(page)).toBeVisible();
    expect(await redemptionsOf(client, guest)).toMatchObject([{ member_voucher_id: shown.id }]);
  });

  test('finds a guest by a picture of their card shown to the camera', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await issueVoucher(client, guest);
    const { data } = await client.get<{ data: { file_url: string } }>(`/api/member_card/${guest.cardId}`);
    // Mock a camera that shows the picture.
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
    await page.getByRole('button', { name: 'Scan with camera' }).click();
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await expect(boxOf(page)).toHaveValue(guest.cardNo);
    await expect(bookingField(page)).toBeFocused();
  });

  test.describe('two front desks that redeem the same voucher', () => {
    test.use({ expectedErrors: [/409/] });

    test('show the slower one who redeemed it and when, and list it among the unavailable vouchers', async ({
      page,
      client,
      browser,
    }) => {
      const guest = await createGuest(client, HOTEL);
      const only = await issueVoucher(client, guest);
      const other = await browser.newPage({ storageState: await page.context().storageState() });
      for (const [desk, staff] of [
        [page, 'Slow'],
        [other, 'Quick'],
      ] as const) {
        await desk.goto(`${PATH}/${guest.member.id}`);
        await bookingField(desk).fill('B-1');
        await desk.getByRole('textbox', { name: 'Staff name' }).fill(staff);
      }
      await other.keyboard.press('Enter');
      await expect(redeemedHeading(other)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(/was redeemed on .* at Laksmira Menteng Jakarta by Quick \(R\d+\)/).first(),
      ).toBeVisible();
      await expect(page.getByText('Nothing redeemable now at Laksmira Menteng Jakarta')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: only.voucher_no })).toBeVisible();
      expect(await redemptionsOf(client, guest)).toHaveLength(1);
      await other.close();
    });
  });

  test.describe('a front desk that receives no response', () => {
    test.use({ expectedErrors: [/api\/voucher_redeem/] });

    test('retries a redemption that the server has stored, without a duplicate', async ({ page, client }) => {
      const guest = await createGuest(client, HOTEL);
      await issueVoucher(client, guest);
      await issueVoucher(client, guest);
      await page.route('**/api/voucher_redeem', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.goto(`${PATH}/${guest.member.id}`);
      await bookingField(page).fill('B-1');
      await bookingField(page).press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'We didn’t get an answer' })).toBeVisible();
      await page.unroute('**/api/voucher_redeem');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(redeemedHeading(page)).toBeVisible();
      expect(await redemptionsOf(client, guest)).toHaveLength(1);
    });
  });
});

test('voiding a redemption for the wrong guest shows the reason in the record and its history', async ({
  page,
  client,
  openSignedIn,
}) => {
  const guest = await createGuest(client, OTHER_HOTEL);
  const mine = await issueVoucher(client, guest, 0, { restrict_hotel_id: guest.hotelId });
  await openSignedIn(PATH);
  const hotel = page.getByRole('combobox', { name: 'Your hotel' });
  await page
    .getByRole('region', { name: 'Where are you?' })
    .getByRole('button', { name: /Menteng/ })
    .click();
  await scan(page, guest.cardNo);
  await expect(page.getByText(/^This voucher can be redeemed only at Laksmira Resort Seminyak\.$/)).toBeVisible();
  await hotel.fill('seminyak');
  await page.getByRole('option', { name: /Seminyak/ }).click();
  await bookingField(page).fill('B-1');
  await page.getByRole('textbox', { name: 'Staff name' }).fill('Sari');
  await page.keyboard.press('Enter');
  const record = await page.getByRole('link', { name: /^R\d+$/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
  await dialog.getByRole('button', { name: 'Void redemption' }).click();
  // The page shows the guest again, with the voucher selected.
  await expect(page.getByRole('radio', { name: mine.name })).toBeChecked();
  expect(await redemptionsOf(client, guest)).toEqual([]);
  await page.reload();
  await expect(hotel).toHaveValue(/Seminyak/);
  // The staff name is still filled in for the next clerk.
  await expect(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Sari');
  await page.goto(record ?? '');
  await expect(page.getByText('Wrong guest').first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel').getByText('Wrong guest')).toBeVisible();
});
