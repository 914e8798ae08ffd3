import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { type CounterGuest, createGuest, dayFromNow, giveVoucher } from '../src/counter-guests.ts';
import { type Client, expect, tag, test } from '../src/test.ts';

/** The front desk of one hotel, and the administrator, who may void. */
const HOTEL = 'JKM';
const OTHER_HOTEL = 'SMK';
const CLERK = 'dewi.anggraini';
const PATH = '/finance/voucher-redeem/wizard';

const boxOf = (page: Page) =>
  page.getByRole('searchbox', { name: /^(Card, voucher, telephone|Kartu, voucher, telepon)/ });
/** A scanner types and sends Enter, into whatever has the focus. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const redemptionsOf = async (client: Client, guest: CounterGuest): Promise<readonly { booking_no: string }[]> =>
  (await client.get<{ data: { booking_no: string }[] }>(`/api/voucher_redeem?member_id=${guest.member.id}`)).data;

for (const [language, words] of Object.entries({
  en: {
    done: 'Redeemed',
    next: 'Next guest',
    refused: 'Cannot be honoured here and now',
    late: 'This voucher was good',
  },
  id: {
    done: 'Sudah ditukar',
    next: 'Tamu berikutnya',
    refused: 'Tidak dapat ditukar di sini sekarang',
    late: 'Voucher ini berlaku hingga',
  },
} as const)) {
  test.describe(`in ${language}`, () => {
    test.use({ account: CLERK, look: { language: language === 'id' ? 'id' : 'en', theme: 'light' } });

    test('a card is scanned, a voucher chosen by its number and redeemed, by keyboard alone', async ({
      page,
      client,
    }) => {
      const guest = await createGuest(client, HOTEL);
      await giveVoucher(client, guest, 0);
      const cake = await giveVoucher(client, guest, 1);
      await giveVoucher(client, guest, 2, { valid_until_date: dayFromNow(-2) });
      await page.goto(PATH);
      await scan(page, guest.cardNo);
      await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
      const refused = page.getByRole('region', { name: words.refused });
      await expect(refused.getByRole('listitem')).toHaveText([new RegExp(words.late)]);
      await expectAccessible(page);
      await page.keyboard.press('2');
      await expect(page.getByRole('radio', { name: language === 'id' ? cake.name_id : cake.name })).toBeChecked();
      await page.keyboard.type('B-2026');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: words.done, exact: true })).toBeVisible();
      await expectAccessible(page);
      const [done, ...others] = await redemptionsOf(client, guest);
      expect(others).toEqual([]);
      expect(done).toMatchObject({ booking_no: 'B-2026', staff_name: 'Dewi Anggraini', member_voucher_id: cake.id });
      await expect(page.getByRole('button', { name: words.next })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(boxOf(page)).toBeFocused();
      await expect(boxOf(page)).toHaveValue('');
    });
  });
}

test.describe('at the front desk', () => {
  test.use({ account: CLERK });

  test('the number of a voucher, as it was read from paper, leads straight to the booking number', async ({
    page,
    client,
  }) => {
    const guest = await createGuest(client, OTHER_HOTEL);
    await giveVoucher(client, guest, 0);
    const shown = await giveVoucher(client, guest, 0);
    const misread = shown.voucher_no.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    await page.goto(PATH);
    await scan(page, `${misread.slice(0, 6)} ${misread.slice(6)}`);
    await expect(page.getByRole('textbox', { name: 'Booking number' })).toBeFocused();
    // A guest of another hotel: there is nothing of theirs to open.
    await expect(page.getByRole('link', { name: guest.member.first_name })).toHaveCount(0);
    await page.keyboard.type('B-1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
    expect(await redemptionsOf(client, guest)).toMatchObject([{ member_voucher_id: shown.id }]);
  });

  test('a name finds guests to choose from', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest);
    await page.goto(PATH);
    await scan(page, guest.member.first_name);
    await expect(page.getByRole('button', { name: guest.member.first_name })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('1');
    await expect(page).toHaveURL(new RegExp(`${PATH}/${guest.member.id}$`));
    await expect(page.getByRole('textbox', { name: 'Booking number' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Dewi Anggraini');
    await page.getByRole('heading', { name: 'Redeem', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(boxOf(page)).toBeFocused();
    await scan(page, 'nobody is called so');
    await expect(page.getByText('Nobody was found for “nobody is called so”.')).toBeVisible();
  });

  test('what is missing is said at its field, and nothing is redeemed', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest);
    await page.goto(`${PATH}/${guest.member.id}`);
    const booking = page.getByRole('textbox', { name: 'Booking number' });
    const staff = page.getByRole('textbox', { name: 'Staff name' });
    await expect(booking).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(booking).toHaveAccessibleDescription('Please fill this in.');
    await booking.fill('B-1');
    await staff.fill('');
    await page.keyboard.press('Enter');
    await expect(staff).toHaveAccessibleDescription('Please fill this in.');
    await expect(staff).toBeFocused();
    expect(await redemptionsOf(client, guest)).toEqual([]);
    // Whoever relieves the clerk is remembered.
    await staff.fill('Sari');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Next guest' }).waitFor();
    await giveVoucher(client, guest);
    await page.goto(`${PATH}/${guest.member.id}`);
    await expect(staff).toHaveValue('Sari');
  });

  test('a second Enter or click redeems nothing more', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest);
    await giveVoucher(client, guest);
    await page.goto(`${PATH}/${guest.member.id}`);
    await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
    await page.getByRole('button', { name: 'Redeem', exact: true }).dblclick();
    await expect(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
    expect(await redemptionsOf(client, guest)).toHaveLength(1);
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
        await counter.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
        await counter.getByRole('textbox', { name: 'Staff name' }).fill(staff);
      }
      await other.keyboard.press('Enter');
      await expect(other.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
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

  test.describe('when the line breaks', () => {
    test.use({ expectedErrors: [/api\/voucher_redeem/] });

    test('it says so, and trying again redeems once, as it was first sent', async ({ page, client }) => {
      const guest = await createGuest(client, HOTEL);
      await giveVoucher(client, guest);
      await giveVoucher(client, guest);
      // The server has done it, and its answer is lost.
      await page.route('**/api/voucher_redeem', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.goto(`${PATH}/${guest.member.id}`);
      await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
      await page.getByRole('textbox', { name: 'Booking number' }).press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toBeVisible();
      await expectAccessible(page);
      await page.unroute('**/api/voucher_redeem');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: 'Redeemed', exact: true })).toBeVisible();
      expect(await redemptionsOf(client, guest)).toHaveLength(1);
    });
  });
});

test('the hotel is chosen once where there are several, and a redemption is taken back with a reason', async ({
  page,
  client,
  enter,
}) => {
  const guest = await createGuest(client, OTHER_HOTEL);
  const mine = await giveVoucher(client, guest, 0, { restrict_hotel_id: guest.hotelId });
  await enter(PATH);
  await expect(boxOf(page)).toBeDisabled();
  const hotel = page.getByRole('combobox', { name: 'Hotel of this counter' });
  await hotel.fill('menteng');
  await page.getByRole('option', { name: /Menteng/ }).click();
  await scan(page, guest.cardNo);
  await expect(page.getByText(/^This voucher can be redeemed only at Laksmira Resort Seminyak\.$/)).toBeVisible();
  await hotel.fill('seminyak');
  await page.getByRole('option', { name: /Seminyak/ }).click();
  await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Void the redemption' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Void reason' })).toHaveAccessibleDescription(
    'Please fill this in.',
  );
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
  await dialog.getByRole('button', { name: 'Void the redemption' }).click();
  // The same guest again, with the voucher.
  await expect(page.getByRole('radio', { name: mine.name })).toBeChecked();
  expect(await redemptionsOf(client, guest)).toEqual([]);
  await page.reload();
  await expect(hotel).toHaveValue(/Seminyak/);
});

test('the list of redemptions asks why one is deleted, and the record and its history tell', async ({
  page,
  client,
}) => {
  const guest = await createGuest(client, HOTEL);
  const mine = await giveVoucher(client, guest);
  const { data } = await client.post<{ data: { id: number; redeem_no: string } }>('/api/voucher_redeem', {
    member_voucher_id: mine.id,
    redeem_hotel_id: guest.hotelId,
    redeem_date: new Date().toISOString(),
    booking_no: 'B-1',
    staff_name: 'Ayu',
  });
  await page.goto(`/finance/voucher-redeem/${data.id}`);
  await page.getByRole('button', { name: `Delete ${data.redeem_no}` }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${data.redeem_no}?` });
  await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Counted twice');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Counted twice').first()).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('tabpanel').getByText('Counted twice')).toBeVisible();
});

test.describe('with a camera', () => {
  test.use({ account: CLERK });

  /** Plays a camera that sees the picture at an address; without one, whoever asks for it is turned away. */
  const playCamera = (page: Page, picture: string | null) =>
    page.addInitScript((address) => {
      navigator.mediaDevices.getUserMedia = async () => {
        if (address === null) throw new DOMException('Permission denied', 'NotAllowedError');
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
    }, picture);

  test('the card that a guest holds before it finds the guest', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest);
    const { data } = await client.get<{ data: { file_url: string } }>(`/api/member_card/${guest.cardId}`);
    await playCamera(page, data.file_url);
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(page.getByRole('heading', { name: guest.member.first_name })).toBeVisible();
    await expect(boxOf(page)).toHaveValue(guest.cardNo);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Booking number' })).toBeFocused();
  });

  test('that may not be used, it says so', async ({ page }) => {
    await playCamera(page, null);
    await page.goto(PATH);
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(page.getByText('The camera may not be used.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ account: CLERK, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a voucher is redeemed with one thumb, and nothing is wider than the screen', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest, 0);
    const cake = await giveVoucher(client, guest, 1);
    await page.goto(PATH);
    await boxOf(page).fill(guest.cardNo);
    await page.keyboard.press('Enter');
    await page.getByText(cake.name).tap();
    await expect(page.getByRole('textbox', { name: 'Booking number' })).toBeFocused();
    await page.keyboard.type('B-1');
    const button = page.getByRole('button', { name: 'Redeem', exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await button.tap();
    await expect(page.getByRole('button', { name: 'Next guest' })).toBeInViewport({ ratio: 1 });
    expect(await redemptionsOf(client, guest)).toMatchObject([{ member_voucher_id: cake.id }]);
  });

  test('what has the focus stands clear of the button', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest, 0);
    await page.setViewportSize({ width: 390, height: 560 });
    await page.goto(PATH);
    await boxOf(page).fill(guest.cardNo);
    await page.keyboard.press('Enter');
    await page.getByText('Another time, or a remark').tap();
    const button = page.getByRole('button', { name: 'Redeem', exact: true });
    const controls = page.getByRole('form', { name: 'Redeem' }).locator('input:visible, textarea:visible');
    expect(await controls.count()).toBeGreaterThan(3);
    for (const control of [...(await controls.all()), boxOf(page), ...(await controls.all())]) {
      await control.focus();
      const [box, under] = [await control.boundingBox(), await button.boundingBox()];
      expect(box && box.y + box.height).toBeLessThanOrEqual(under?.y ?? 0);
    }
  });

  test('guests of one long name are told apart by all of it', async ({ page, client }) => {
    const last_name = `Wirjosoemarto-Djojohadikoesoemo Brotodiningrat ${tag()}`;
    const names: string[] = [];
    for (const first_name of ['Raden Ayu Kusumaningtyas Purwaningrum', 'Raden Ayu Kusumaningtyas Purbaningsih']) {
      const { member } = await createGuest(client, HOTEL);
      await client.post(`/api/member/${member.id}`, { first_name, last_name });
      names.push(`${first_name} ${last_name}`);
    }
    await page.goto(PATH);
    await boxOf(page).fill(last_name);
    await page.keyboard.press('Enter');
    for (const name of names) {
      const words = page.getByRole('button', { name }).getByText(name, { exact: true });
      expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
