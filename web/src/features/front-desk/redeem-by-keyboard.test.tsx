// Core test: every redemption.
import type { SearchResponse } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE_VOUCHER, DINNER_VOUCHER, deskGuest, deskVoucher, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { CAN_BUY, CAN_RENEW } from '../../testing/member-eligibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const CARD_NUMBER = '6010123412341234';
const options = { user: FRONT_DESK };
const LABELS = {
  en: {
    dinner: 'Dinner for two',
    cake: 'Birthday cake',
    rejectedHeading: 'Not redeemable here today',
    doneHeading: 'Redeemed',
    nextLabel: 'Next guest',
    bookingLabel: 'Booking number',
  },
  id: {
    dinner: 'Makan malam berdua',
    cake: 'Kue ulang tahun',
    rejectedHeading: 'Tidak dapat ditukar di sini hari ini',
    doneHeading: 'Sudah ditukar',
    nextLabel: 'Tamu berikutnya',
    bookingLabel: 'Nomor reservasi',
  },
};

describe('redeeming by keyboard', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`works by card and number: ${language}, ${theme}, ${width} px`, async () => {
      const { dinner, cake, rejectedHeading, doneHeading, nextLabel, bookingLabel } = LABELS[language];
      await page.viewport(width, height);
      mockOneHotel();
      mockDesk(deskGuest());
      await openConsole(PATH, { ...options, language, theme });
      await scan(CARD_NUMBER);
      await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
      await expect.element(page.getByText('6010123412341234', { exact: true })).toBeVisible();
      await expect
        .poll(() => page.getByRole('region', { name: rejectedHeading }).getByRole('listitem').elements())
        .toHaveLength(1);
      await expect
        .element(page.getByRole('region', { name: rejectedHeading }).getByRole('listitem'))
        .toMatchTextContent('This voucher was valid until 31 March 2026.');
      await expect.element(page.getByRole('checkbox', { name: dinner })).toHaveFocus();
      await expect.element(page.getByRole('main')).toMatchTextContent('Rp. 900,000.000');
      await expectAccessible();

      await userEvent.keyboard('2');
      await expect.element(page.getByRole('checkbox', { name: cake })).toBeChecked();
      await expect.element(page.getByRole('textbox', { name: bookingLabel })).toHaveFocus();
      await userEvent.keyboard('B-2026{Enter}');
      await expect.element(page.getByRole('heading', { name: doneHeading, exact: true })).toBeVisible();
      await expect.element(page.getByRole('button', { name: nextLabel })).toHaveFocus();
      await expect.element(page.getByRole('main')).toMatchTextContent('Rp. 250,000.000');
      await expectAccessible();
      const { body, headers } = await waitForRequest('POST /api/voucher_redeem');
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
      expect(await findRequests('POST /api/voucher_redeem')).toHaveLength(1);

      await userEvent.keyboard('{Enter}');
      await expect.element(deskSearchBox()).toHaveFocus();
      await expect.element(deskSearchBox()).toHaveValue('');
      expect(location.pathname + location.search).toBe(PATH);
    });
});

describe('front desk', () => {
  test('chooses the focused voucher by Enter and groups equivalent ones', async () => {
    mockOneHotel();
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER, deskVoucher(4)] }));
    await openConsole(PATH, options);
    await scan(CARD_NUMBER);
    const dinner = page.getByRole('checkbox', { name: 'Dinner for two' });
    await expect.element(dinner).toHaveFocus();
    await expect.element(dinner).not.toBeChecked();
    expect(page.getByRole('checkbox').elements()).toHaveLength(2);
    await expect.element(page.getByRole('checkbox', { name: 'Birthday cake' })).toHaveAccessibleName(/2 left/);
    await userEvent.keyboard('{Enter}');
    await expect.element(dinner).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(await findRequests('POST /api/voucher_redeem')).toEqual([]);
  });

  for (const [standing, eligibility, name, saleType] of [
    ['lapsed', CAN_BUY, 'Sell', 1],
    ['lapsed', CAN_RENEW, 'Renew', 2],
  ] as const)
    test(`links a lapsed guest to the sale that is possible now: ${name}`, async () => {
      mockOneHotel();
      mockDesk(deskGuest({ standing }, { vouchers: [], may: eligibility }));
      await openConsole(`${PATH}/7`, options);
      await expect
        .element(page.getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', `/finance/transaction/wizard?type=${saleType}&member_id=7`);
    });

  test('focuses the booking number after a voucher was scanned', async () => {
    mockOneHotel();
    mockDesk(deskGuest());
    await openConsole(PATH, options);
    await scan('202600000002');
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await expect.element(page.getByRole('checkbox', { name: 'Birthday cake' })).toBeChecked();
    const { query } = await waitForRequest('GET /api/voucher_redeem/counter');
    expect(query).toEqual({ q: '202600000002', hotel_id: '1' });
  });

  test('preselects guest and voucher from the address, and the only kind of voucher', async () => {
    mockOneHotel();
    mockDesk(deskGuest());
    await openConsole(`${PATH}/7/1`, options);
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await expectQuery('GET /api/voucher_redeem/counter').toEqual({ member_id: '7', hotel_id: '1' });
  });

  test('lists guests who share a number, and selects one by digit key', async () => {
    mockOneHotel();
    mockDesk(deskGuest(), deskGuest({ id: 8, name: 'Bagus Pratama' }));
    await openConsole(`${PATH}?q=${CARD_NUMBER}`, options);
    await expect.element(page.getByRole('button', { name: 'Ratna Kusuma' })).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(page.getByRole('heading', { name: 'Bagus Pratama' })).toBeVisible();
  });

  test('links to a member of this hotel, but not to a member of another hotel', async () => {
    mockOneHotel();
    mockDesk(deskGuest(), deskGuest({ id: 8, is_elsewhere: true }));
    await openConsole(`${PATH}/7`, options);
    await expect.element(page.getByRole('link', { name: 'Ratna Kusuma' })).toHaveAttribute('href', '/company/member/7');
    await openConsole(`${PATH}/8`, options);
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ratna Kusuma' })).not.toBeInTheDocument();
  });

  test('focuses the search box on Escape and slash, but not from within a field', async () => {
    mockOneHotel();
    mockDesk(deskGuest());
    await openConsole(`${PATH}?q=${CARD_NUMBER}`, options);
    await expect.element(page.getByRole('checkbox', { name: 'Dinner for two' })).toHaveFocus();
    await userEvent.keyboard('/');
    await expect.element(deskSearchBox()).toHaveFocus();
    await expect.element(deskSearchBox()).toHaveSelection(CARD_NUMBER);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await page.getByRole('heading', { name: 'Redeem', exact: true }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(deskSearchBox()).toHaveFocus();
    await expect.element(deskSearchBox()).toHaveValue('');
  });
});

describe('search by name', () => {
  const createSearchResult = (id: number, name: string) => ({
    id,
    name,
    is_elsewhere: false,
    card: null,
    standing: 'active' as const,
    hotel: { id: 1, code: 'JKM', name: 'Laksmira Jakarta Menteng' },
    available_vouchers: 1,
    email: null,
    phone_no: `+62811000${id}`,
    may: CAN_RENEW,
  });

  test('lists guests to choose from by number key', async () => {
    mockOneHotel();
    mockDesk(deskGuest({}, { vouchers: deskGuest().vouchers.slice(1) }));
    mockResponse('GET /api/search', {
      data: {
        members: [createSearchResult(6, 'Ratna Dewi'), createSearchResult(7, 'Ratna Kusuma')],
        vouchers: [],
      } satisfies SearchResponse,
    });
    await openConsole(PATH, options);
    await scan('ratna');
    await expect.element(page.getByText('Which of these 2 guests?')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ratna Dewi' })).toHaveFocus();
    await expect.element(page.getByText('+62 811 0007 · Laksmira Jakarta Menteng')).toBeVisible();
    await expectAccessible();
    await expectQuery('GET /api/search').toEqual({ q: 'ratna' });
    await userEvent.keyboard('2');
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    expect(location.pathname + location.search).toBe(`${PATH}/7`);
    await userEvent.tab();
    await expect.element(page.getByRole('textbox', { name: 'Staff name' })).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Staff name' })).toHaveValue('Dewi Anggraini');
  });

  test('shows that there is no match, and how to find guests', async () => {
    mockOneHotel();
    mockDesk();
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } satisfies SearchResponse });
    await openConsole(PATH, options);
    await scan('nobody is called so');
    await expect.element(page.getByText('No guest found for “nobody is called so”.')).toBeVisible();
    await expect.element(page.getByText('A name finds guests of your hotels.')).toBeVisible();
  });

  test('ignores a single letter', async () => {
    mockOneHotel();
    mockDesk();
    await openConsole(PATH, options);
    await scan('x');
    await expect.element(page.getByText('No guest found for “x”.')).toBeVisible();
    expect(await findRequests('GET /api/search')).toEqual([]);
  });
});
