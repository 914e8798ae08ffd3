import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectQuery, waitForRequest } from '../../testing/requests.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const hotelInput = page.getByRole('combobox', { name: 'Your hotel' });

const hotelPicker = page.getByRole('region', { name: 'Where are you?' });
const selectHotel = (name: string) => hotelPicker.getByRole('button', { name }).click();

async function changeHotel(hotelName: string): Promise<void> {
  await hotelInput.fill(hotelName);
  await page.getByRole('option', { name: new RegExp(hotelName, 'i') }).click();
}

describe('front desk hotel', () => {
  test('is shown as text if there is only one', async () => {
    mockOneHotel();
    await openConsole(PATH, { user: FRONT_DESK });
    await expect.element(page.getByRole('main').getByText('Laksmira Jakarta Menteng')).toBeVisible();
    await expect.element(hotelInput).not.toBeInTheDocument();
    await expect.element(deskSearchBox()).toHaveFocus();
  });

  test('is chosen first if there are several, before any lookup', async () => {
    await openConsole(PATH);
    await expect.element(hotelPicker).toBeVisible();
    await expect.element(deskSearchBox()).not.toBeInTheDocument();
    await expect.element(hotelPicker.getByRole('button').first()).toHaveFocus();
    await expectAccessible();
    await selectHotel('Laksmira Jakarta Menteng');
    await expect.element(deskSearchBox()).toHaveFocus();
    await expectAccessible();
  });

  test('lists recent hotels first', async () => {
    await openConsole(PATH);
    localStorage.setItem('innkeeper.counter.1', JSON.stringify({ recent: [3, 2], hotelId: null, staff: null }));
    await page.getByRole('link', { name: 'Post a visit', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Post a visit', exact: true })).toBeVisible();
    await expect
      .poll(() =>
        hotelPicker
          .getByRole('button')
          .elements()
          .slice(0, 3)
          .map((element) => element.textContent),
      )
      .toEqual([
        expect.stringContaining('Laksmira Sanggar Ubud'),
        expect.stringContaining('Laksmira Semarang Kota'),
        expect.stringContaining('Laksmira Jakarta Menteng'),
      ]);
  });

  test('is found by its code too', async () => {
    await openConsole(PATH);
    await selectHotel('Laksmira Jakarta Menteng');
    await hotelInput.fill('sgr');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((element) => element.textContent),
      )
      .toEqual([expect.stringContaining('Laksmira Sanggar Ubud')]);
  });

  test('determines which vouchers are redeemable: a change re-evaluates the same guest', async () => {
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER] }));
    await openConsole(PATH);
    await selectHotel('Laksmira Jakarta Menteng');
    await scan('6010123412341234');
    await expect.element(page.getByText('Redeemable now at Laksmira Jakarta Menteng')).toBeVisible();
    await page.getByRole('textbox', { name: 'Booking number' }).fill('for the other hotel');
    await changeHotel('semarang');
    await expect.element(page.getByText('Redeemable now at Laksmira Semarang Kota')).toBeVisible();
    await expectQuery('GET /api/voucher_redeem/counter').toEqual({ q: '6010123412341234', hotel_id: '2' });
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveValue('');
    await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
    await userEvent.keyboard('{Enter}');
    expect((await waitForRequest('POST /api/voucher_redeem')).body).toMatchObject({ redeem_hotel_id: 2 });
  });

  test('is remembered for the next front desk pages', async () => {
    await openConsole(PATH);
    await selectHotel('Laksmira Semarang Kota');
    await expect.element(deskSearchBox()).toBeEnabled();
    await page.getByRole('link', { name: 'Post a visit', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Post a visit', exact: true })).toBeVisible();
    await expect.element(hotelInput).toHaveValue('Laksmira Semarang Kota');
    await expect.element(deskSearchBox()).toHaveFocus();
  });
});
