// Core test: every redemption.
import type { Page } from '@playwright/test';
import { type DeskGuest, createGuest, issueVoucher } from '../src/desk-guests.ts';
import { type Client, expect, test } from '../src/test.ts';

const HOTEL_CODE = 'JKM';
const OTHER_HOTEL_CODE = 'SMK';
const REDEEM_PATH = '/finance/voucher-redeem/wizard';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: /^Card, voucher, phone/ });
const bookingField = (page: Page) => page.getByRole('textbox', { name: 'Booking number' });
const redeemedHeading = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });
/** A scanner types into the focused element and sends Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const loadRedemptions = async (client: Client, guest: DeskGuest): Promise<readonly { booking_no: string }[]> =>
  (await client.get<{ data: { booking_no: string }[] }>(`/api/voucher_redeem?member_id=${guest.member.id}`)).data;

test.describe('a clerk at the front desk of one hotel', () => {
  test.use({ account: 'dewi.anggraini' });

  test('scans a card, redeems its second voucher by keyboard, and is ready for the next guest', async ({
    page,
    client,
  }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    await issueVoucher(client, guest, 0);
    const secondVoucher = await issueVoucher(client, guest, 1);
    await page.goto(REDEEM_PATH);
    await scan(page, guest.cardNo);
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.getByRole('checkbox', { name: secondVoucher.name })).toBeChecked();
    await page.keyboard.type('B-2026');
    await page.keyboard.press('Enter');
    await expect(redeemedHeading(page)).toBeVisible();
    expect(await loadRedemptions(client, guest)).toEqual([
      expect.objectContaining({
        booking_no: 'B-2026',
        staff_name: 'Dewi Anggraini',
        member_voucher_id: secondVoucher.id,
      }),
    ]);
    await page.keyboard.press('Enter');
    await expect(searchBox(page)).toBeFocused();
    await expect(searchBox(page)).toHaveValue('');
  });

  test("redeems a voucher of another hotel's guest by its printed number", async ({ page, client }) => {
    const guest = await createGuest(client, OTHER_HOTEL_CODE);
    await issueVoucher(client, guest, 0);
    const voucher = await issueVoucher(client, guest, 0);
    const misreadNumber = voucher.voucher_no.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    await page.goto(REDEEM_PATH);
    await scan(page, `${misreadNumber.slice(0, 6)} ${misreadNumber.slice(6)}`);
    await expect(bookingField(page)).toBeFocused();
    await page.keyboard.type('B-1');
    await page.keyboard.press('Enter');
    await expect(redeemedHeading(page)).toBeVisible();
    expect(await loadRedemptions(client, guest)).toMatchObject([{ member_voucher_id: voucher.id }]);
  });

  test('finds a guest by a picture of their card shown to the camera', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    await issueVoucher(client, guest);
    const { data } = await client.get<{ data: { file_url: string } }>(`/api/member_card/${guest.cardId}`);
    // Mocks a camera that shows the picture.
    await page.addInitScript((address) => {
      navigator.mediaDevices.getUserMedia = async () => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const canvas = document.createElement('canvas');
        canvas.width = picture.naturalWidth;
        canvas.height = picture.naturalHeight;
        const drawFrame = () => {
          canvas.getContext('2d')?.drawImage(picture, 0, 0);
          requestAnimationFrame(drawFrame);
        };
        drawFrame();
        return canvas.captureStream(30);
      };
    }, data.file_url);
    await page.goto(REDEEM_PATH);
    await page.getByRole('button', { name: 'Scan with camera' }).click();
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await expect(searchBox(page)).toHaveValue(guest.cardNo);
    await expect(bookingField(page)).toBeFocused();
  });

  test.describe('two front desks redeeming the same voucher', () => {
    test.use({ expectedErrors: [/409/] });

    test('tell the slower one who redeemed it and when, and list it as unavailable', async ({
      page,
      client,
      browser,
    }) => {
      const guest = await createGuest(client, HOTEL_CODE);
      const contestedVoucher = await issueVoucher(client, guest);
      const otherDesk = await browser.newPage({ storageState: await page.context().storageState() });
      for (const [deskPage, staff] of [
        [page, 'Slow'],
        [otherDesk, 'Quick'],
      ] as const) {
        await deskPage.goto(`${REDEEM_PATH}/${guest.member.id}`);
        await bookingField(deskPage).fill('B-1');
        await deskPage.getByRole('textbox', { name: 'Staff name' }).fill(staff);
      }
      await otherDesk.keyboard.press('Enter');
      await expect(redeemedHeading(otherDesk)).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        page.getByText(/was redeemed on .* at Laksmira Menteng Jakarta by Quick \(R\d+\)/).first(),
      ).toBeVisible();
      await expect(page.getByText('Nothing redeemable now at Laksmira Menteng Jakarta')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: contestedVoucher.voucher_no })).toBeVisible();
      expect(await loadRedemptions(client, guest)).toHaveLength(1);
      await otherDesk.close();
    });
  });

  test.describe('a front desk without a response', () => {
    test.use({ expectedErrors: [/api\/voucher_redeem/] });

    test('retries a redemption that the server has stored, without a duplicate', async ({ page, client }) => {
      const guest = await createGuest(client, HOTEL_CODE);
      await issueVoucher(client, guest);
      await issueVoucher(client, guest);
      await page.route('**/api/voucher_redeem', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.goto(`${REDEEM_PATH}/${guest.member.id}`);
      await bookingField(page).fill('B-1');
      await bookingField(page).press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'We didn’t get an answer' })).toBeVisible();
      await page.unroute('**/api/voucher_redeem');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(redeemedHeading(page)).toBeVisible();
      expect(await loadRedemptions(client, guest)).toHaveLength(1);
    });
  });
});

test('voiding a redemption for the wrong guest shows the reason in the record and its history', async ({
  page,
  client,
  openSignedIn,
}) => {
  const guest = await createGuest(client, OTHER_HOTEL_CODE);
  const hotelVoucher = await issueVoucher(client, guest, 0, { restrict_hotel_id: guest.hotelId });
  await openSignedIn(REDEEM_PATH);
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
  const redemptionPath = await page.getByRole('link', { name: /^R\d+$/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
  await dialog.getByRole('button', { name: 'Void redemption' }).click();
  // The page shows the guest again, with the voucher selected.
  await expect(page.getByRole('checkbox', { name: hotelVoucher.name })).toBeChecked();
  expect(await loadRedemptions(client, guest)).toEqual([]);
  await page.reload();
  await expect(hotel).toHaveValue(/Seminyak/);
  // The staff name is still filled in for the next clerk.
  await expect(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Sari');
  await page.goto(redemptionPath ?? '');
  await expect(page.getByText('Wrong guest').first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel').getByText('Wrong guest')).toBeVisible();
});
