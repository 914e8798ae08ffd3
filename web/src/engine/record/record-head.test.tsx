import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';

const GUEST = { member_id: 5, member: { id: 5, name: 'Ratna Kusuma' } };
const HOTEL = { id: 3, code: 'SGR', name: 'Laksmira Sanggar Ubud' };
/** Whether the page links back to its list: above its title, or in the toolbar. */
const countWaysBack = (name: string) => {
  const links = page.getByRole('link', { name, exact: true }).elements();
  return links.filter((link) => link.checkVisibility() && link.closest('main, nav[aria-label=Breadcrumb]')).length;
};
const MOMENT = '2026-05-22 06:05:00';
const ZONE = 'Asia/Makassar';
const CURRENCIES = { IDR: 0, KWD: 3 };

const visit = row('visit', 41, {
  ...GUEST,
  visit_no: 'V0041',
  hotel_id: 3,
  hotel: HOTEL,
  reference_no: 'BILL-9',
  visit_date: MOMENT,
  time_zone: ZONE,
  grand_total: '1500000.000',
  currency: 'IDR',
});
const transaction = row('transaction', 61, {
  ...GUEST,
  transaction_no: 'T0061',
  transaction_type: { id: 1, code: '1', name: 'Membership' },
  hotel_id: 3,
  hotel: HOTEL,
  reference_no: 'OR-77',
  transaction_date: MOMENT,
  time_zone: ZONE,
  grand_total: '12.500',
  currency: 'KWD',
  reverses_id: null,
});
const redemption = row('voucher_redeem', 31, {
  ...GUEST,
  redeem_no: 'R0031',
  member_voucher_id: 8,
  member_voucher: { id: 8, name: 'VCH-0008', nominal: '250000.000', currency: 'IDR', voucher: { id: 2, name: 'Cake' } },
  redeem_hotel_id: 3,
  redeem_hotel: HOTEL,
  booking_no: 'RES-5',
  redeem_date: MOMENT,
  time_zone: ZONE,
});

/** The facts in the head of the page, which is the only header of its main part. */
const head = page.getByRole('main').getByRole('heading', { level: 1 });
const fact = (text: string) => page.getByRole('main').getByRole('definition').getByText(text, { exact: true });

const RECORDS = [
  ['visit', visit, '/finance/visit/41', 'V0041', ['Rp. 1,500,000', 'BILL-9'], ['Hotel', 'Member']],
  ['transaction', transaction, '/finance/transaction/61', 'T0061', ['KWD 12.500', 'OR-77'], ['Hotel', 'Member']],
  [
    'voucher_redeem',
    redemption,
    '/finance/voucher-redeem/31',
    'R0031',
    ['Cake', 'Rp. 250,000', 'RES-5', 'VCH-0008'],
    ['Redeemed at', 'Redeem date', 'Member', 'Member voucher'],
  ],
] as const;

describe.each(RECORDS)('the page of a %s', (key, record, path, number, facts, locked) => {
  test('is headed by guest, hotel, bill and amount, and its form does not repeat them', async () => {
    setRecords(key, [record]);
    await openConsole(path, { user: { currencies: CURRENCIES } });
    await expect.element(head).toHaveTextContent(`Ratna Kusuma ${number}`);
    await expect.element(head.getByRole('link', { name: 'Ratna Kusuma' })).toHaveAttribute('href', '/company/member/5');
    await expect.element(fact('22 May 2026 - 14:05 WITA')).toBeVisible();
    await expect.element(fact('Laksmira Sanggar Ubud (SGR)')).toBeVisible();
    for (const text of facts) await expect.element(fact(text)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Staff name|^Sold By/ })).toBeVisible();
    for (const name of locked)
      await expect.element(page.getByRole('main').getByRole('status', { name, exact: true })).not.toBeInTheDocument();
  });

  test('does not repeat the head for a reader either', async () => {
    setRecords(key, [record]);
    await openConsole(path, { user: { roles: [`VIEW_${key.toUpperCase()}`], currencies: CURRENCIES } });
    await expect.element(head).toHaveTextContent(`Ratna Kusuma ${number}`);
    for (const text of [...facts, 'Laksmira Sanggar Ubud (SGR)']) {
      await expect.element(fact(text)).toBeVisible();
      expect(fact(text).elements(), text).toHaveLength(1);
    }
  });

  test('is headed by its number if nobody is its guest', async () => {
    setRecords(key, [{ ...record, member_id: null, member: null }]);
    await openConsole(path);
    await expect.element(head).toHaveTextContent(number);
    await expect.element(fact('Laksmira Sanggar Ubud (SGR)')).toBeVisible();
  });
});

for (const { language, theme, width, height } of PAGE_VARIANTS)
  test(`a head fits its page: ${language}, ${theme}, ${width} px`, async () => {
    await page.viewport(width, height);
    setRecords('voucher_redeem', [redemption]);
    await openConsole('/finance/voucher-redeem/31', { language, theme });
    await expect.element(fact('Cake')).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

test.for([390, 768, 1024, 1180, 1440])('a record has one way back to its list: %d px', async (width) => {
  await page.viewport(width, 844);
  setRecords('visit', [visit]);
  await openConsole('/finance/visit/41');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => countWaysBack('Visits')).toBe(1);
});
