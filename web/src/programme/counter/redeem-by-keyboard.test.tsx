// Core test: every redemption.
import type { SearchAnswer } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE, DINNER, counterGuest, counterVoucher, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { LOOKS } from '../../testing/looks.ts';
import { MAY_BUY, MAY_RENEW } from '../../testing/member-may.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { expectAsked, requests, sent } from '../../testing/requests.ts';
import { counterBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const CARD = '6010123412341234';
const opening = { user: FRONT_DESK };
const words = {
  en: {
    dinner: 'Dinner for two',
    cake: 'Birthday cake',
    refused: 'Cannot be honoured here and now',
    done: 'Redeemed',
    next: 'Next guest',
    booking: 'Booking number',
  },
  id: {
    dinner: 'Makan malam berdua',
    cake: 'Kue ulang tahun',
    refused: 'Tidak dapat ditukar di sini sekarang',
    done: 'Sudah ditukar',
    next: 'Tamu berikutnya',
    booking: 'Nomor reservasi',
  },
};

describe('a voucher is redeemed by keyboard alone', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`by card and number: ${language}, ${theme}, ${width} px`, async () => {
      const { dinner, cake, refused, done, next, booking } = words[language];
      await page.viewport(width, height);
      playOneHotel();
      playCounter(counterGuest());
      await openConsole(PATH, { ...opening, language, theme });
      await scan(CARD);
      await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
      await expect.element(page.getByText('6010123412341234', { exact: true })).toBeVisible();
      await expect
        .poll(() => page.getByRole('region', { name: refused }).getByRole('listitem').elements())
        .toHaveLength(1);
      await expect
        .element(page.getByRole('region', { name: refused }).getByRole('listitem'))
        .toMatchTextContent('This voucher was good until 31 March 2026.');
      await expect.element(page.getByRole('radio', { name: dinner })).toHaveFocus();
      await expectAccessible();

      await userEvent.keyboard('2');
      await expect.element(page.getByRole('radio', { name: cake })).toBeChecked();
      await expect.element(page.getByRole('textbox', { name: booking })).toHaveFocus();
      await userEvent.keyboard('B-2026{Enter}');
      await expect.element(page.getByRole('heading', { name: done, exact: true })).toBeVisible();
      await expect.element(page.getByRole('button', { name: next })).toHaveFocus();
      await expectAccessible();
      const { body, headers } = await sent('POST /api/voucher_redeem');
      expect(body).toEqual({
        voucher_no: '202600000002',
        member_id: 7,
        redeem_hotel_id: 1,
        booking_no: 'B-2026',
        staff_name: 'Dewi Anggraini',
        remark: null,
        redeem_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(await requests('POST /api/voucher_redeem')).toHaveLength(1);

      await userEvent.keyboard('{Enter}');
      await expect.element(counterBox()).toHaveFocus();
      await expect.element(counterBox()).toHaveValue('');
      expect(location.pathname + location.search).toBe(PATH);
    });
});

describe('the counter', () => {
  test('takes the voucher that has the focus by Enter, and alike ones stand once', async () => {
    playOneHotel();
    playCounter(counterGuest({}, { vouchers: [DINNER, CAKE, counterVoucher(4)] }));
    await openConsole(PATH, opening);
    await scan(CARD);
    const dinner = page.getByRole('radio', { name: 'Dinner for two' });
    await expect.element(dinner).toHaveFocus();
    await expect.element(dinner).not.toBeChecked();
    expect(page.getByRole('radio').elements()).toHaveLength(2);
    await expect.element(page.getByRole('radio', { name: 'Birthday cake' })).toHaveAccessibleName(/2 left/);
    await userEvent.keyboard('{Enter}');
    await expect.element(dinner).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(await requests('POST /api/voucher_redeem')).toEqual([]);
  });

  for (const [standing, may, name, type] of [
    ['lapsed', MAY_BUY, 'Sell', 1],
    ['lapsed', MAY_RENEW, 'Renew', 2],
  ] as const)
    test(`leads a lapsed guest to what may be had now: ${name}`, async () => {
      playOneHotel();
      playCounter(counterGuest({ standing }, { vouchers: [], may }));
      await openConsole(`${PATH}/7`, opening);
      await expect
        .element(page.getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', `/finance/transaction/wizard?type=${type}&member_id=7`);
    });

  test('goes straight to the booking number of a voucher that was scanned itself', async () => {
    playOneHotel();
    playCounter(counterGuest());
    await openConsole(PATH, opening);
    await scan('202600000002');
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await expect.element(page.getByRole('radio', { name: 'Birthday cake' })).toBeChecked();
    const { query } = await sent('GET /api/voucher_redeem/counter');
    expect(query).toEqual({ q: '202600000002', hotel_id: '1' });
  });

  test('has the guest and the voucher of the address, and the only kind of voucher, at once', async () => {
    playOneHotel();
    playCounter(counterGuest());
    await openConsole(`${PATH}/7/1`, opening);
    await expect.element(page.getByRole('radio', { name: 'Dinner for two' })).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await expectAsked('GET /api/voucher_redeem/counter').toEqual({ member_id: '7', hotel_id: '1' });
  });

  test('says which guests share a number, and takes the one whose digit is pressed', async () => {
    playOneHotel();
    playCounter(counterGuest(), counterGuest({ id: 8, name: 'Bagus Pratama' }));
    await openConsole(`${PATH}?q=${CARD}`, opening);
    await expect.element(page.getByRole('button', { name: 'Ratna Kusuma' })).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(page.getByRole('heading', { name: 'Bagus Pratama' })).toBeVisible();
  });

  test('opens the member of this hotel, and nothing of a member of another', async () => {
    playOneHotel();
    playCounter(counterGuest(), counterGuest({ id: 8, is_elsewhere: true }));
    await openConsole(`${PATH}/7`, opening);
    await expect.element(page.getByRole('link', { name: 'Ratna Kusuma' })).toHaveAttribute('href', '/company/member/7');
    await openConsole(`${PATH}/8`, opening);
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ratna Kusuma' })).not.toBeInTheDocument();
  });

  test('leads back to its box by Escape and by the slash, but not out of a field', async () => {
    playOneHotel();
    playCounter(counterGuest());
    await openConsole(`${PATH}?q=${CARD}`, opening);
    await expect.element(page.getByRole('radio', { name: 'Dinner for two' })).toHaveFocus();
    await userEvent.keyboard('/');
    await expect.element(counterBox()).toHaveFocus();
    await expect.element(counterBox()).toHaveSelection(CARD);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await page.getByRole('heading', { name: 'Redeem', exact: true }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(counterBox()).toHaveFocus();
    await expect.element(counterBox()).toHaveValue('');
  });
});

describe('a name', () => {
  const found = (id: number, name: string) => ({
    id,
    name,
    is_elsewhere: false,
    card: null,
    standing: 'active' as const,
    hotel: { id: 1, code: 'JKM', name: 'Laksmira Jakarta Menteng' },
    available_vouchers: 1,
    email: null,
    phone_no: `+62811000${id}`,
    may: MAY_RENEW,
  });

  test('finds guests to choose from by their number', async () => {
    playOneHotel();
    playCounter(counterGuest({}, { vouchers: counterGuest().vouchers.slice(1) }));
    answer('GET /api/search', {
      data: { members: [found(6, 'Ratna Dewi'), found(7, 'Ratna Kusuma')], vouchers: [] } satisfies SearchAnswer,
    });
    await openConsole(PATH, opening);
    await scan('ratna');
    await expect.element(page.getByText('Which of these 2 guests?')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ratna Dewi' })).toHaveFocus();
    await expect.element(page.getByText('+62 811 0007 · Laksmira Jakarta Menteng')).toBeVisible();
    await expectAccessible();
    await expectAsked('GET /api/search').toEqual({ q: 'ratna' });
    await userEvent.keyboard('2');
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(location.pathname + location.search).toBe(`${PATH}/7`);
    await userEvent.tab();
    await expect.element(page.getByRole('textbox', { name: 'Staff name' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Dewi Anggraini');
  });

  test('that nobody has is told, and how to find guests', async () => {
    playOneHotel();
    playCounter();
    answer('GET /api/search', { data: { members: [], vouchers: [] } satisfies SearchAnswer });
    await openConsole(PATH, opening);
    await scan('nobody is called so');
    await expect.element(page.getByText('Nobody was found for “nobody is called so”.')).toBeVisible();
    await expect.element(page.getByText('A name finds those of your own.')).toBeVisible();
  });

  test('of one letter is not looked for', async () => {
    playOneHotel();
    playCounter();
    await openConsole(PATH, opening);
    await scan('x');
    await expect.element(page.getByText('Nobody was found for “x”.')).toBeVisible();
    expect(await requests('GET /api/search')).toEqual([]);
  });
});
