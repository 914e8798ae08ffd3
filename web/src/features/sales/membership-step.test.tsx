import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { GOLD_OFFER, OFFERS, RENEWAL_OFFERS, SELLER, SILVER_OFFER, mockSales } from '../../testing/sale-offers.ts';
import { openMemberships } from '../../testing/sale-steps.ts';

const membershipRadio = (name: string) => page.getByRole('radio', { name });
const continueButton = page.getByRole('button', { name: 'Continue' });

describe('the memberships of a sale', () => {
  test('are the server’s offers, each with price, renewal price, months and vouchers', async () => {
    mockSales();
    mockResponse('GET /api/transaction/offers', ({ request }) => {
      const isRenewal = new URL(request.url).searchParams.get('type') === '2';
      return HttpResponse.json({ data: isRenewal ? RENEWAL_OFFERS : OFFERS });
    });
    await openMemberships();
    await expect.element(membershipRadio('Laksmira Silver')).toHaveFocus();
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(2);
    const goldLabel = page.getByText('Laksmira Gold', { exact: true }).element().closest('label');
    await expect.poll(() => goldLabel?.textContent).toContain('Renewal Rp. 2,450,000');
    for (const expectedText of ['Rp. 3,450,000', '12 months', '3 vouchers'])
      expect(goldLabel?.textContent).toContain(expectedText);
    await expect.element(page.getByText('This region only')).toHaveLength(1);
    expect((await findRequests('GET /api/transaction/offers')).map(({ query }) => query)).toContainEqual({
      hotel_id: '1',
      type: '1',
      member_id: '5',
    });
  });

  test('are selected with arrow keys and Enter, and the selected one shows its contents', async () => {
    mockSales();
    await openMemberships();
    await expect.element(membershipRadio('Laksmira Silver')).toHaveFocus();
    const topEdges = () =>
      [...page.getByRole('radio').elements(), continueButton.element()].map(
        (element) => element.getBoundingClientRect().top,
      );
    const originalEdges = topEdges();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(membershipRadio('Laksmira Gold')).toBeChecked();
    const summary = page.getByRole('region', { name: 'Summary' });
    for (const expectedText of [
      '22 May 2026 – 21 May 2027',
      '4 visits to maintain',
      '8 visits to upgrade',
      'Welcome drink',
    ])
      await expect.element(summary.getByText(expectedText)).toBeVisible();
    expect(topEdges()).toEqual(originalEdges);
    const vouchers = page.getByRole('region', { name: 'Vouchers' });
    await expect.element(page.getByText('Dinner for two')).toHaveLength(1);
    await expect.element(vouchers.getByText('Dinner for two')).toBeVisible();
    await expect.element(vouchers.getByText('Rp. 1,500,000 · at this hotel only')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'All benefits' }))
      .toHaveAttribute('href', GOLD_OFFER.benefits_url);
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Payment type' })).toHaveFocus();
    await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent('Rp. 3,450,000');
  });

  test('explain how a price was derived if the membership has none in this currency', async () => {
    mockSales();
    const offers = [
      { ...SILVER_OFFER, price_missing: 'as_is' as const },
      { ...GOLD_OFFER, price_missing: 'converted' as const },
    ];
    mockResponse('GET /api/transaction/offers', { data: { ...OFFERS, offers } });
    await openMemberships();
    await expect.element(page.getByText('No IDR price set. Converted at today’s rate.')).toBeVisible();
    await expect.element(page.getByText('No IDR price set. Using the list price unconverted.')).toBeVisible();
    await expectAccessible();
  });

  for (const [decision, decisionText] of [
    ['open', 'Visit requirement missed. No decision yet.'],
    ['keep', 'Decision: keep the tier.'],
    ['lower', 'Decision: lower the tier.'],
    ['grace', 'This tier can be renewed until 21 Jun 2026, after that only a lower one.'],
  ] as const)
    test(`show the decision at the end of the term: ${decision}`, async () => {
      mockSales();
      const until = decision === 'grace' ? '2026-06-21' : null;
      mockResponse('GET /api/transaction/offers', {
        data: { ...OFFERS, term_end: { decision, until, note: 'Was ill in spring' } },
      });
      await openMemberships();
      await expect.element(page.getByText(decisionText)).toBeVisible();
      await expect.element(page.getByText('“Was ill in spring”')).toBeVisible();
      await expectAccessible();
    });

  test('name their vouchers in Indonesian', async () => {
    mockSales({ ...OFFERS, offers: [GOLD_OFFER] });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER, language: 'id' });
    await page.getByRole('button', { name: 'Lanjutkan' }).click();
    await expect.element(page.getByRole('region', { name: 'Voucher' }).getByText('Makan malam berdua')).toBeVisible();
  });

  test('cannot be skipped without a selection', async () => {
    mockSales();
    await openMemberships();
    await expect.element(membershipRadio('Laksmira Silver')).toBeVisible();
    await continueButton.click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Select a membership.');
    await membershipRadio('Laksmira Silver').click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('scroll behind a Continue button that is always visible', async () => {
    await page.viewport(390, 700);
    const memberships = Array.from({ length: 14 }, (_, n) => ({
      id: n + 10,
      name: `Laksmira ${n + 1}`,
      code: `L${n + 1}`,
    }));
    mockSales({ ...OFFERS, offers: memberships.map((membership) => ({ ...SILVER_OFFER, membership })) });
    await openMemberships();
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    await expect.element(membershipRadio('Laksmira 14')).toBeInTheDocument();
    await expect.poll(() => isInView(continueButton.element())).toBe(true);
    expect(isInView(membershipRadio('Laksmira 14').element())).toBe(false);
  });

  test('are preselected if there is only one', async () => {
    mockSales({ ...OFFERS, offers: [SILVER_OFFER] });
    await openMemberships();
    await expect.element(membershipRadio('Laksmira Silver')).toBeChecked();
  });

  test('are replaced by a message if there are none, and Continue is disabled', async () => {
    mockSales({ ...OFFERS, offers: [] });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
    await continueButton.click();
    await expect.element(page.getByText('No membership is sold at Laksmira Jakarta Menteng.')).toBeVisible();
    await expect.element(continueButton).toBeDisabled();
  });

  test('are those of the selected hotel if the seller works for several', async () => {
    mockSales();
    setRecords(
      'hotel',
      HOTELS.map((hotel) => row('hotel', hotel.id, { ...hotel, is_active: 1 })),
    );
    mockResponse('GET /api/transaction/offers', ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get('hotel_id'));
      const hotel = HOTELS.find((candidate) => candidate.id === id) ?? HOTELS[0];
      return HttpResponse.json({ data: { ...OFFERS, hotel, offers: [id === 2 ? SILVER_OFFER : GOLD_OFFER] } });
    });
    await openMemberships();
    await expect.element(membershipRadio('Laksmira Gold')).toBeVisible();
    await page.getByRole('combobox', { name: 'Hotel' }).click();
    await page.getByRole('option', { name: 'Laksmira Semarang Kota' }).click();
    await expect.element(membershipRadio('Laksmira Silver')).toBeVisible();
    await expect.element(membershipRadio('Laksmira Gold')).not.toBeInTheDocument();
    const queries = (await findRequests('GET /api/transaction/offers')).map(({ query }) => query);
    expect(queries).toContainEqual({ hotel_id: '2', type: '1', member_id: '5' });
  });
});
