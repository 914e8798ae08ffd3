import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { findRequests } from '../../testing/requests.ts';
import { OFFERS, mockSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const discountInput = page.getByRole('textbox', { name: 'Discount' });
const totalToPay = page.getByRole('status').filter({ hasText: 'To pay' });
const continueButton = page.getByRole('button', { name: 'Continue' });

describe('the payment of a sale', () => {
  test('starts at the payment type, which is required', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    const paymentType = page.getByRole('combobox', { name: 'Payment type' });
    await expect.element(paymentType).toHaveFocus();
    await expect.element(totalToPay).toMatchTextContent('Rp. 1,950,000');
    await continueButton.click();
    await expect.element(paymentType).toHaveAccessibleDescription('This field is required.');
    await expect.element(paymentType).toHaveFocus();
    await expectAccessible();
  });

  test('accepts a discount up to the price, and rejects more at its field', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('1950001');
    await expect.element(discountInput).toHaveAccessibleDescription('At most Rp. 1,950,000. Rp.');
    await expect.element(discountInput).toHaveFocus();
    await expect.element(totalToPay).toMatchTextContent('Rp. 1,950,000');
    await discountInput.fill('1950000');
    await expect.element(totalToPay).toMatchTextContent('Rp. 0');
    await continueButton.click();
    await expect.element(page.getByRole('button', { name: 'Sell for Rp. 0' })).toHaveFocus();
  });

  test('accepts only the decimals of the hotel’s currency', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('10.5');
    await expect.element(discountInput).toHaveAccessibleDescription('Must be a whole number. Rp.');
    await discountInput.fill('10');
    await continueButton.click();
    await expect.element(page.getByRole('button', { name: 'Sell for Rp. 1,949,990' })).toBeVisible();

    mockSales({ ...OFFERS, currency: 'SGD', decimals: 2, usd_rate: '1.300000' });
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('10.50');
    await expect.element(page.getByRole('button', { name: 'Sell for SGD 1,949,989.50' })).toBeVisible();
    await expect.element(page.getByText('Booked as USD 1,499,991.92 (rate 1.30).')).toBeVisible();
  });

  test('has a date in the zone of the hotel, which it names', async () => {
    mockSales({ ...OFFERS, time_zone: 'Asia/Makassar' });
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await page.getByText('Change date or add a note').click();
    await expect.element(page.getByText('WITA', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Transaction date' }).fill('20 May 2026');
    await userEvent.tab();
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    await time.fill('1000');
    await userEvent.tab();
    await expect.element(time).toHaveValue('10:00');
    // The browser of these tests is in Jakarta, an hour behind.
    await expect
      .poll(async () => (await findRequests('GET /api/transaction/offers')).at(-1)?.query['transaction_date'])
      .toBe('2026-05-20 09:00:00');
  });

  test('is totalled beside the steps while typing, in local currency and dollars', async () => {
    mockSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await userEvent.tab();
    await discountInput.fill('190000');
    const summary = page.getByRole('region', { name: 'Summary' });
    for (const expectedText of ['Rp. 3,450,000', '−Rp. 190,000', 'Rp. 3,260,000', 'USD 200.00'])
      await expect.element(summary).toMatchTextContent(expectedText);
  });
});
