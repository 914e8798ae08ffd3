import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { OFFERS, playSales } from '../../testing/sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from '../../testing/sale-steps.ts';

const discount = page.getByRole('textbox', { name: 'Discount' });
const toPay = page.getByRole('status').filter({ hasText: 'To pay' });
const goOn = page.getByRole('button', { name: 'Continue' });

describe('the payment of a sale', () => {
  test('begins at how it is paid, which must be said', async () => {
    playSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    const type = page.getByRole('combobox', { name: 'Payment type' });
    await expect.element(type).toHaveFocus();
    await expect.element(toPay).toMatchTextContent('Rp. 1,950,000');
    await goOn.click();
    await expect.element(type).toHaveAccessibleDescription('Please fill this in.');
    await expect.element(type).toHaveFocus();
    await expectAccessible();
  });

  test('takes a discount up to the price, and refuses more at its field', async () => {
    playSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('1950001');
    await expect.element(discount).toHaveAccessibleDescription('At most 1,950,000.');
    await expect.element(discount).toHaveFocus();
    await expect.element(toPay).toMatchTextContent('Rp. 1,950,000');
    await discount.fill('1950000');
    await expect.element(toPay).toMatchTextContent('Rp. 0');
    await goOn.click();
    await expect.element(page.getByRole('button', { name: 'Sell for Rp. 0' })).toHaveFocus();
  });

  test('takes the decimals that the hotel’s currency has, and no others', async () => {
    playSales();
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('10.5');
    await expect.element(discount).toHaveAccessibleDescription('This must be a whole number.');
    await discount.fill('10');
    await goOn.click();
    await expect.element(page.getByRole('button', { name: 'Sell for Rp. 1,949,990' })).toBeVisible();

    playSales({ ...OFFERS, currency: 'SGD', decimals: 2, usd_rate: '1.300000' });
    await openMemberships();
    await chooseMembership('Laksmira Silver');
    await payCash('10.50');
    await expect.element(page.getByRole('button', { name: 'Sell for SGD 1,949,989.50' })).toBeVisible();
    await expect.element(page.getByText('The books keep it as USD 1,499,991.92, at 1.30 to the dollar.')).toBeVisible();
  });

  test('is summed up beside the steps as it is typed, in local money and in dollars', async () => {
    playSales();
    await openMemberships();
    await chooseMembership('Laksmira Gold');
    await userEvent.tab();
    await discount.fill('190000');
    const summary = page.getByRole('region', { name: 'Summary' });
    for (const part of ['Rp. 3,450,000', '−Rp. 190,000', 'Rp. 3,260,000', 'USD 200.00'])
      await expect.element(summary).toMatchTextContent(part);
  });
});
