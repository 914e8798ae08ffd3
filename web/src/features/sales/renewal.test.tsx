// Core test: every renewal.
import { SALE_TYPE } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { SARI_RESULT, chooseOption, pressPaletteKeys, searchResponse } from '../../testing/palette.ts';
import { OFFERS, RENEWAL_OFFERS, SALE_RESPONSE, SELLER, mockSales } from '../../testing/sale-offers.ts';
import { payCash } from '../../testing/sale-steps.ts';

const SALE_CALL = 'POST /api/transaction/wizard';
const guestGroup = page.getByRole('group', { name: 'Guest' });
const continueButton = page.getByRole('button', { name: 'Continue' });
const goldRadio = page.getByRole('radio', { name: 'Laksmira Gold' });
const RENEWAL_PATH = '/finance/transaction/wizard?type=2&member_id=5';

describe('a renewal', () => {
  test('into a tier that was not held says why it costs the full price', async () => {
    mockSales({
      ...RENEWAL_OFFERS,
      offers: RENEWAL_OFFERS.offers.map((offer) => ({ ...offer, is_renewal_price: false })),
    });
    await openConsole(RENEWAL_PATH, { user: SELLER });
    await continueButton.click();
    await expect.element(goldRadio).toBeChecked();
    const explanation = page.getByText('Full price: this tier was not held or earned in the term that ends.');
    await expect.element(explanation.first()).toBeVisible();
    await continueButton.click();
    await payCash();
    await expect.element(explanation).toBeVisible();
    await expectAccessible();
  });

  test('starts again by the palette while the last renewal is shown, also of the same guest', async () => {
    mockSales(RENEWAL_OFFERS);
    mockResponse(SALE_CALL, { data: SALE_RESPONSE });
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, id: 5 }]));
    await openConsole(RENEWAL_PATH, { user: SELLER });
    await expect.element(continueButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(goldRadio).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await payCash();
    await page.getByRole('button', { name: /^Renew for/ }).click();
    const nextGuestButton = page.getByRole('button', { name: 'Next guest' });
    await expect.element(nextGuestButton).toBeVisible();
    await pressPaletteKeys();
    await chooseOption('renew sari', 'Renew: Sari Wijaya');
    await expect.element(continueButton).toHaveFocus();
    await expect.element(nextGuestButton).not.toBeInTheDocument();
  });

  test('shows the effect on the current card, preselects its membership, and is sent as a renewal', async () => {
    mockSales(RENEWAL_OFFERS);
    await openConsole(RENEWAL_PATH, { user: SELLER });
    await expect.element(guestGroup.getByText('3600 0000 0007 · 22 Jun 2025 – 21 Jun 2026')).toBeVisible();
    await expect.element(guestGroup.getByText('the current card stays valid until 21 Jun 2026')).toBeVisible();
    await expect.element(guestGroup.getByText('Unused vouchers keep their expiry date')).toBeVisible();
    await expectAccessible();
    await expect.element(continueButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(goldRadio).toBeChecked();
    await expect.element(goldRadio).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await payCash();
    await expect.element(page.getByText('Bagus Santoso renews Laksmira Gold, card 3600 0000 0007.')).toBeVisible();
    await expect
      .element(page.getByText('The current card 3600 0000 0007 and its vouchers stay valid until 21 Jun 2026.'))
      .toBeVisible();
    await expect.element(page.getByText('A renewal email will be sent to')).toBeVisible();
    await expectAccessible();
    const renewButton = page.getByRole('button', { name: 'Renew for Rp. 2,450,000' });
    await expect.element(renewButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect((await waitForRequest(SALE_CALL)).body).toMatchObject({
      type: 2,
      member_id: 5,
      membership_id: 2,
      hotel_id: 1,
    });
    await expect.element(page.getByRole('heading', { name: /Laksmira Gold issued to/ })).toHaveFocus();
  });

  test('continues after an early Enter once the card is loaded', async () => {
    mockSales();
    const { resolver, release } = deferResponse(() => HttpResponse.json({ data: RENEWAL_OFFERS }));
    mockResponse('GET /api/transaction/offers', resolver);
    await openConsole(RENEWAL_PATH, { user: SELLER });
    await expect.element(continueButton).toHaveFocus();
    await expect.element(continueButton).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(guestGroup).toBeVisible();
    release();
    await expect.element(goldRadio).toBeChecked();
  });

  test('starts a new term if the card has ended, and a new membership can be sold instead', async () => {
    const endedOffers: Offers = {
      ...RENEWAL_OFFERS,
      day: '2026-07-01',
      allowed: [SALE_TYPE.sale, SALE_TYPE.renewal],
      offers: RENEWAL_OFFERS.offers.map((offer) => ({ ...offer, start_date: '2026-07-01', end_date: '2027-06-30' })),
    };
    mockSales(endedOffers);
    mockResponse('GET /api/transaction/offers', ({ request }) =>
      HttpResponse.json({
        data:
          new URL(request.url).searchParams.get('type') === '1'
            ? { ...endedOffers, offers: OFFERS.offers }
            : endedOffers,
      }),
    );
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
    await expect
      .element(page.getByText('The card ended on 21 Jun 2026. The new one starts on 01 Jul 2026.'))
      .toBeVisible();
    const saleType = page.getByRole('radiogroup', { name: 'Sale' });
    await expect.element(saleType.getByRole('radio', { name: 'Renewal' })).toBeChecked();
    await saleType.getByRole('radio', { name: 'New membership' }).click();
    await expect.element(page.getByText('The card ended on')).not.toBeInTheDocument();
    await expect
      .poll(async () => (await findRequests('GET /api/transaction/offers')).at(-1)?.query)
      .toMatchObject({
        member_id: '5',
      });
    await saleType.getByRole('radio', { name: 'Renewal' }).click();
    await expectAccessible();
    await continueButton.click();
    await expect.element(goldRadio).toBeChecked();
    await continueButton.click();
    await payCash();
    await expect.element(page.getByText('stay valid until')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Renew for Rp. 2,450,000' }).click();
    expect((await waitForRequest(SALE_CALL)).body).toMatchObject({ type: 2, member_id: 5 });
  });

  test('shows its window if it is not yet possible, and does not continue', async () => {
    const message = 'Card 3600 0000 0007 ends on 8 Dec 2026. Renewal window: 9 Sep 2026 to 8 Mar 2027.';
    mockSales({ ...RENEWAL_OFFERS, allowed: [], rejection: { error: 'conflict', message } });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
    await expect.element(guestGroup.getByRole('alert')).toMatchTextContent(message);
    await expect.element(continueButton).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Choose another guest' })).toHaveFocus();
    await expectAccessible();
  });

  test('is rejected if another user was faster, shows who, and returns to the guest', async () => {
    mockSales(RENEWAL_OFFERS);
    const message = 'Ratna Kusumawardhani renewed this membership on 22 May 2026.';
    mockResponse(SALE_CALL, () => {
      mockResponse('GET /api/transaction/offers', {
        data: { ...RENEWAL_OFFERS, allowed: [], rejection: { error: 'conflict', message } } satisfies Offers,
      });
      return rejection(409, 'conflict', { message });
    });
    await openConsole(RENEWAL_PATH, { user: SELLER });
    await continueButton.click();
    await expect.element(goldRadio).toBeChecked();
    await continueButton.click();
    await payCash();
    await page.getByRole('button', { name: /^Renew for/ }).click();
    await expect.element(page.getByRole('group').getByText(message)).toBeVisible();
    await page.getByRole('button', { name: 'Back to the guest' }).click();
    await expect.element(guestGroup.getByRole('alert')).toMatchTextContent(message);
    await expect.element(continueButton).not.toBeInTheDocument();
    expect(await findRequests(SALE_CALL)).toHaveLength(1);
  });
});
