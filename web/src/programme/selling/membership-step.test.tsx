import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, keepRecords } from '../../testing/played-server.ts';
import { requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { GOLD, OFFERS, RENEWAL_OFFERS, SELLER, SILVER, playSales } from '../../testing/sale-offers.ts';
import { openMemberships } from '../../testing/sale-steps.ts';

const radio = (name: string) => page.getByRole('radio', { name });
const goOn = page.getByRole('button', { name: 'Continue' });

describe('the memberships of a sale', () => {
  test('are those that the server offers, each with price, price of a renewal, months and vouchers', async () => {
    playSales();
    answer('GET /api/transaction/offers', ({ request }) => {
      const isRenewal = new URL(request.url).searchParams.get('type') === '2';
      return HttpResponse.json({ data: isRenewal ? RENEWAL_OFFERS : OFFERS });
    });
    await openMemberships();
    await expect.element(radio('Laksmira Silver')).toHaveFocus();
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(2);
    const gold = page.getByText('Laksmira Gold', { exact: true }).element().closest('label');
    await expect.poll(() => gold?.textContent).toContain('Renewal Rp. 2,450,000');
    for (const part of ['Rp. 3,450,000', '12 months', '3 vouchers']) expect(gold?.textContent).toContain(part);
    await expect.element(page.getByText('Only in this region')).toHaveLength(1);
    expect((await requests('GET /api/transaction/offers')).map(({ query }) => query)).toContainEqual({
      hotel_id: '1',
      type: '1',
      member_id: '5',
    });
  });

  test('are chosen by arrows and Enter, and the chosen one tells what the guest gets', async () => {
    playSales();
    await openMemberships();
    await expect.element(radio('Laksmira Silver')).toHaveFocus();
    const places = () =>
      [...page.getByRole('radio').elements(), goOn.element()].map((one) => one.getBoundingClientRect().top);
    const before = places();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(radio('Laksmira Gold')).toBeChecked();
    const summary = page.getByRole('region', { name: 'Summary' });
    for (const part of ['22 May 2026 – 21 May 2027', '4 visits to maintain', '8 visits to upgrade', 'Welcome drink'])
      await expect.element(summary.getByText(part)).toBeVisible();
    expect(places()).toEqual(before);
    const vouchers = page.getByRole('region', { name: 'Vouchers' });
    await expect.element(page.getByText('Dinner for two')).toHaveLength(1);
    await expect.element(vouchers.getByText('Dinner for two')).toBeVisible();
    await expect.element(vouchers.getByText('Rp. 1,500,000 · at this hotel only')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'All benefits' })).toHaveAttribute('href', GOLD.benefits_url);
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('Rp. 3,450,000');
  });

  test('say of a price that the membership does not have in this currency how it came about', async () => {
    playSales();
    const offers = [
      { ...SILVER, price_missing: 'as_is' as const },
      { ...GOLD, price_missing: 'converted' as const },
    ];
    answer('GET /api/transaction/offers', { data: { ...OFFERS, offers } });
    await openMemberships();
    await expect.element(page.getByText('No price in IDR: converted at the rates of the day.')).toBeVisible();
    await expect
      .element(page.getByText('No price in IDR: the number of the membership is taken as it is.'))
      .toBeVisible();
    await expectAccessible();
  });

  for (const [decision, words] of [
    ['open', 'nothing was decided yet'],
    ['keep', 'it was decided to keep the level'],
    ['lower', 'it was decided to lower the level'],
    ['grace', 'the level may be renewed until 21 Jun 2026, then a lower one'],
  ] as const)
    test(`say what was decided at the end of the term: ${decision}`, async () => {
      playSales();
      const until = decision === 'grace' ? '2026-06-21' : null;
      answer('GET /api/transaction/offers', {
        data: { ...OFFERS, term_end: { decision, until, note: 'Was ill in spring' } },
      });
      await openMemberships();
      await expect.element(page.getByText(words)).toBeVisible();
      await expect.element(page.getByText('“Was ill in spring”')).toBeVisible();
      await expectAccessible();
    });

  test('name their vouchers in Indonesian', async () => {
    playSales({ ...OFFERS, offers: [GOLD] });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER, language: 'id' });
    await page.getByRole('button', { name: 'Lanjutkan' }).click();
    await expect.element(page.getByRole('region', { name: 'Voucher' }).getByText('Makan malam berdua')).toBeVisible();
  });

  test('are not passed without a choice', async () => {
    playSales();
    await openMemberships();
    await expect.element(radio('Laksmira Silver')).toBeVisible();
    await goOn.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Choose a membership.');
    await radio('Laksmira Silver').click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('scroll away below a Continue that stays in sight, however many they are', async () => {
    await page.viewport(390, 700);
    const levels = Array.from({ length: 14 }, (_, n) => ({ id: n + 10, name: `Laksmira ${n + 1}`, code: `L${n + 1}` }));
    playSales({ ...OFFERS, offers: levels.map((membership) => ({ ...SILVER, membership })) });
    await openMemberships();
    const isInSight = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    await expect.element(radio('Laksmira 14')).toBeInTheDocument();
    await expect.poll(() => isInSight(goOn.element())).toBe(true);
    expect(isInSight(radio('Laksmira 14').element())).toBe(false);
  });

  test('need no choice where there is one', async () => {
    playSales({ ...OFFERS, offers: [SILVER] });
    await openMemberships();
    await expect.element(radio('Laksmira Silver')).toBeChecked();
  });

  test('may be none: it is said, and there is no way on', async () => {
    playSales({ ...OFFERS, offers: [] });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
    await goOn.click();
    await expect.element(page.getByText('No membership is sold at Laksmira Jakarta Menteng.')).toBeVisible();
    await expect.element(goOn).toBeDisabled();
  });

  test('are those of the hotel that is chosen, where the seller works for several', async () => {
    playSales();
    keepRecords(
      'hotel',
      HOTELS.map((hotel) => row('hotel', hotel.id, { ...hotel, is_active: 1 })),
    );
    answer('GET /api/transaction/offers', ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('hotel_id'));
      const hotel = HOTELS.find((one) => one.id === id) ?? HOTELS[0];
      return HttpResponse.json({ data: { ...OFFERS, hotel, offers: [id === 2 ? SILVER : GOLD] } });
    });
    await openMemberships();
    await expect.element(radio('Laksmira Gold')).toBeVisible();
    await page.getByRole('combobox', { name: 'Hotel' }).click();
    await page.getByRole('option', { name: 'Laksmira Semarang Kota' }).click();
    await expect.element(radio('Laksmira Silver')).toBeVisible();
    await expect.element(radio('Laksmira Gold')).not.toBeInTheDocument();
    const asked = (await requests('GET /api/transaction/offers')).map(({ query }) => query);
    expect(asked).toContainEqual({ hotel_id: '2', type: '1', member_id: '5' });
  });
});
