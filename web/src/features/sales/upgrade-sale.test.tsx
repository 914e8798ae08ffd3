import { SALE_TYPE } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { FREE_OFFER, OFFERS, SELLER, UPGRADE_OFFERS, mockSales } from '../../testing/sale-offers.ts';
import { payCash } from '../../testing/sale-steps.ts';

const SALE_CALL = 'POST /api/transaction/wizard';
const guestGroup = page.getByRole('group', { name: 'Guest' });
const continueButton = page.getByRole('button', { name: 'Continue' });
const goldRadio = page.getByRole('radio', { name: 'Laksmira Gold' });

test('an upgrade shows the deduction, the card’s last day and the price before it is sold', async () => {
  mockSales(UPGRADE_OFFERS);
  await openConsole('/finance/transaction/wizard?type=6&member_id=5', { user: SELLER });
  await expect.element(guestGroup.getByText('3600 0000 0007 · 22 Dec 2025 – 21 Dec 2026')).toBeVisible();
  await continueButton.click();
  await expect.element(goldRadio).toBeChecked();
  await expect
    .element(page.getByText('The price of the current term, Rp. 1,950,000, is deducted.', { exact: false }))
    .toBeVisible();
  await expectAccessible();
  await continueButton.click();
  await payCash();
  await expect.element(page.getByText('Bagus Santoso upgrades Laksmira Silver, card 3600 0000 0007.')).toBeVisible();
  await expect
    .element(page.getByText('The current card 3600 0000 0007 and its vouchers stay valid until 21 Dec 2026.'))
    .toBeVisible();
  await expect.element(page.getByText('An upgrade email will be sent to')).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade for Rp. 1,500,000' }).click();
  expect((await waitForRequest(SALE_CALL)).body).toMatchObject({
    type: 6,
    member_id: 5,
    membership_id: 2,
    hotel_id: 1,
    upgraded_from_id: UPGRADE_OFFERS.card?.id,
  });
});

test('a sale offers the upgrade of a card that cannot be renewed yet', async () => {
  const message = 'Card 3600 0000 0007 ends on 21 Dec 2026. Renewal window: 22 Sep 2026 to 21 Mar 2027.';
  mockSales();
  mockResponse('GET /api/transaction/offers', ({ request }) => {
    const isUpgrade = new URL(request.url).searchParams.get('type') === '6';
    return HttpResponse.json({
      data: isUpgrade ? UPGRADE_OFFERS : { ...UPGRADE_OFFERS, paid: null, rejection: { error: 'conflict', message } },
    });
  });
  await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
  await expect.element(guestGroup.getByRole('alert')).toMatchTextContent(message);
  await guestGroup.getByRole('button', { name: 'Upgrade' }).click();
  await continueButton.click();
  await expect.element(goldRadio).toBeChecked();
});

test('an upgrade is rejected if another user was faster, and shows who', async () => {
  mockSales(UPGRADE_OFFERS);
  const message = 'Ratna Kusumawardhani upgraded this membership on 22 May 2026.';
  mockResponse(SALE_CALL, () => rejection(409, 'conflict', { message }));
  await openConsole('/finance/transaction/wizard?type=6&member_id=5', { user: SELLER });
  await continueButton.click();
  await expect.element(goldRadio).toBeChecked();
  await continueButton.click();
  await payCash();
  await page.getByRole('button', { name: /^Upgrade for/ }).click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test.each([
  { startDate: '2026-01-10', expectedText: 'ends the day before. Its vouchers stay valid until they expire.' },
  { startDate: OFFERS.day, expectedText: 'and its vouchers will be deactivated.' },
])(
  'a sale to a free member since $startDate shows what happens to the complimentary card',
  async ({ startDate, expectedText }) => {
    const card = {
      id: 7,
      sbec_no: '3600 0000 0007',
      membership: FREE_OFFER.membership,
      start_date: startDate,
      end_date: '2027-01-09',
    };
    mockSales({ ...OFFERS, card, allowed: [SALE_TYPE.sale] });
    await openConsole('/finance/transaction/wizard?member_id=5', { user: SELLER });
    await continueButton.click();
    await goldRadio.click();
    await continueButton.click();
    await payCash();
    await expect.element(page.getByText(`The complimentary card 3600 0000 0007 ${expectedText}`)).toBeVisible();
  },
);
