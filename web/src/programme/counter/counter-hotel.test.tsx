import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE, counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectAsked, sent } from '../../testing/requests.ts';
import { counterBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const hotel = page.getByRole('combobox', { name: 'Hotel of this counter' });

const where = page.getByRole('region', { name: 'Where are you?' });
const stand = (name: string) => where.getByRole('button', { name }).click();

async function choose(word: string): Promise<void> {
  await hotel.fill(word);
  await page.getByRole('option', { name: new RegExp(word, 'i') }).click();
}

describe('at which hotel a counter stands', () => {
  test('is said where there is one', async () => {
    playOneHotel();
    await openConsole(PATH, { user: FRONT_DESK });
    await expect.element(page.getByRole('main').getByText('Laksmira Jakarta Menteng')).toBeVisible();
    await expect.element(hotel).not.toBeInTheDocument();
    await expect.element(counterBox()).toHaveFocus();
  });

  test('is chosen first where there are several, and nobody is asked for before', async () => {
    await openConsole(PATH);
    await expect.element(where).toBeVisible();
    await expect.element(counterBox()).not.toBeInTheDocument();
    await expect.element(where.getByRole('button').first()).toHaveFocus();
    await expectAccessible();
    await stand('Laksmira Jakarta Menteng');
    await expect.element(counterBox()).toHaveFocus();
    await expectAccessible();
  });

  test('is asked for with the places of late first', async () => {
    await openConsole(PATH);
    localStorage.setItem('innkeeper.counter.1', JSON.stringify({ recent: [3, 2], hotelId: null, staff: null }));
    await page.getByRole('link', { name: 'Post a visit', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Post a visit', exact: true })).toBeVisible();
    await expect
      .poll(() =>
        where
          .getByRole('button')
          .elements()
          .slice(0, 3)
          .map((one) => one.textContent),
      )
      .toEqual([
        expect.stringContaining('Laksmira Sanggar Ubud'),
        expect.stringContaining('Laksmira Semarang Kota'),
        expect.stringContaining('Laksmira Jakarta Menteng'),
      ]);
  });

  test('is found by its code too', async () => {
    await openConsole(PATH);
    await stand('Laksmira Jakarta Menteng');
    await hotel.fill('sgr');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual([expect.stringContaining('Laksmira Sanggar Ubud')]);
  });

  test('decides what can be honoured: another hotel, and the same guest is judged anew', async () => {
    playCounter(counterGuest({}, { vouchers: [CAKE] }));
    await openConsole(PATH);
    await stand('Laksmira Jakarta Menteng');
    await scan('6010123412341234');
    await expect.element(page.getByText('Can be honoured at Laksmira Jakarta Menteng now')).toBeVisible();
    await page.getByRole('textbox', { name: 'Booking number' }).fill('for the other hotel');
    await choose('semarang');
    await expect.element(page.getByText('Can be honoured at Laksmira Semarang Kota now')).toBeVisible();
    await expectAsked('GET /api/voucher_redeem/counter').toEqual({ q: '6010123412341234', hotel_id: '2' });
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveValue('');
    await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
    await userEvent.keyboard('{Enter}');
    expect((await sent('POST /api/voucher_redeem')).body).toMatchObject({ redeem_hotel_id: 2 });
  });

  test('is kept for the pages of the counter that come after', async () => {
    await openConsole(PATH);
    await stand('Laksmira Semarang Kota');
    await expect.element(counterBox()).toBeEnabled();
    await page.getByRole('link', { name: 'Post a visit', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Post a visit', exact: true })).toBeVisible();
    await expect.element(hotel).toHaveValue('Laksmira Semarang Kota');
    await expect.element(counterBox()).toHaveFocus();
  });
});
