// Core test: a day at the front desk.
import type { Page } from '@playwright/test';
import { createGuest, giveVoucher } from '../src/counter-guests.ts';
import { keyboardOf, thumbOf } from '../src/hands.ts';
import { CLERK, SALE, createHolder, guestBox } from '../src/sale-steps.ts';
import { expect, tag, test } from '../src/test.ts';

const RENEWAL = `${SALE}?type=2&member_id=`;
const REDEEM = '/finance/voucher-redeem/wizard';
const VISIT = '/finance/visit/quick';
const HOTEL = 'JKM';

const counterBox = (page: Page) => page.getByRole('searchbox', { name: /^Card, / });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const phone = () => `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`;
const sold = (page: Page) => page.getByRole('heading', { name: /now holds/ });
const redeemed = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });

/** Opens the list that has the focus, and takes the choice that begins so. */
async function pick(page: Page, hand: ReturnType<typeof keyboardOf>, word: string): Promise<void> {
  const option = page.getByRole('option', { name: word, exact: true });
  await hand.press('Enter');
  await expect(option).toBeVisible();
  await hand.type(word.slice(0, 2));
  await expect(option).toBeFocused();
  await hand.press('Enter');
  await expect(page.locator(':focus')).toHaveRole('combobox');
  await expect(page.locator(':focus')).toHaveText(word);
}

test.use({ account: CLERK });

test.describe('by keyboard alone', () => {
  test('a new guest is sold a membership with 14 keys beside what is written', async ({ page }) => {
    const hand = keyboardOf(page);
    await page.goto(SALE);
    await expect(guestBox(page)).toBeFocused();
    await hand.type(`Baru${tag()} Sekali`);
    await expect(page.getByRole('option', { name: /^New guest/ })).toHaveAttribute('aria-selected', 'true');
    await hand.press('Enter');
    await expect(field(page, 'Email')).toBeFocused();
    await hand.type(`baru.${tag()}@example.test`);
    await hand.press('Tab');
    await hand.type(phone());
    await hand.press('Tab');
    await pick(page, hand, 'Female');
    await hand.press('Shift+Tab', 'Enter');
    await expect(page.getByRole('radio').first()).toBeFocused();
    await hand.press('ArrowDown', 'Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await pick(page, hand, 'Cash');
    await hand.press('Tab', 'Enter');
    await expect(button(page, /^Sell for/)).toBeFocused();
    await hand.press('Enter');
    await expect(sold(page)).toBeVisible();
    expect(hand.count().keys).toBeLessThanOrEqual(14);
  });

  test('a card is renewed with 7 keys', async ({ page, client }) => {
    const { member } = await createHolder(client, 30);
    const hand = keyboardOf(page);
    await page.goto(`${RENEWAL}${member.id}`);
    await expect(button(page, 'Continue')).toBeFocused();
    await expect(button(page, 'Continue')).toBeEnabled();
    await hand.press('Enter');
    await expect(page.getByRole('radio', { checked: true })).toBeFocused();
    await hand.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await pick(page, hand, 'Cash');
    await hand.press('Tab', 'Enter');
    await expect(button(page, /^Renew for/)).toBeFocused();
    await hand.press('Enter');
    await expect(sold(page)).toBeVisible();
    expect(hand.count().keys).toBeLessThanOrEqual(7);
  });

  test('the second of two vouchers is redeemed with 3 keys', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await giveVoucher(client, guest, 0);
    await giveVoucher(client, guest, 1);
    const hand = keyboardOf(page);
    await page.goto(REDEEM);
    await expect(counterBox(page)).toBeFocused();
    await hand.type(guest.cardNo);
    await hand.press('Enter');
    await expect(page.getByRole('radio').first()).toBeVisible();
    await hand.press('2');
    await expect(field(page, 'Booking number')).toBeFocused();
    await hand.type('B-1');
    await hand.press('Enter');
    await expect(redeemed(page)).toBeVisible();
    expect(hand.count().keys).toBeLessThanOrEqual(3);
  });

  test('a bill is posted with 3 keys', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const hand = keyboardOf(page);
    await page.goto(VISIT);
    await expect(counterBox(page)).toBeFocused();
    await hand.type(guest.cardNo);
    await hand.press('Enter');
    await expect(field(page, 'Bill number')).toBeFocused();
    await hand.type(`B-${tag()}`);
    await hand.press('Tab');
    await expect(field(page, 'Food and beverages')).toBeFocused();
    await hand.type('1000000');
    await hand.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(hand.count().keys).toBeLessThanOrEqual(3);
  });
});

test.describe('by one thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const payCash = async (page: Page, thumb: ReturnType<typeof thumbOf>) => {
    await thumb.tap(page.getByRole('combobox', { name: 'Payment type' }));
    await thumb.tap(page.getByRole('option', { name: 'Cash' }));
    await thumb.tap(button(page, 'Continue'));
  };

  test('a new guest is sold a membership with 13 taps', async ({ page }) => {
    const thumb = thumbOf(page);
    await page.goto(SALE);
    await thumb.write(guestBox(page), `Baru${tag()} Sekali`);
    await thumb.tap(page.getByRole('option', { name: /^New guest/ }));
    await thumb.write(field(page, 'Email'), `baru.${tag()}@example.test`);
    await thumb.write(field(page, 'Phone'), phone());
    await thumb.tap(page.getByRole('combobox', { name: 'Gender' }));
    await thumb.tap(page.getByRole('option', { name: 'Female' }));
    await thumb.tap(button(page, 'Continue'));
    await thumb.tap(page.getByRole('radio', { name: /Laksmira Gold/ }));
    await thumb.tap(button(page, 'Continue'));
    await payCash(page, thumb);
    await thumb.tap(button(page, /^Sell for/));
    await expect(sold(page)).toBeVisible();
    expect(thumb.count().taps).toBeLessThanOrEqual(13);
  });

  test('a card is renewed with 6 taps', async ({ page, client }) => {
    const { member } = await createHolder(client, 30);
    const thumb = thumbOf(page);
    await page.goto(`${RENEWAL}${member.id}`);
    await thumb.tap(button(page, 'Continue'));
    await expect(page.getByRole('radio', { checked: true })).toBeVisible();
    await thumb.tap(button(page, 'Continue'));
    await payCash(page, thumb);
    await thumb.tap(button(page, /^Renew for/));
    await expect(sold(page)).toBeVisible();
    expect(thumb.count().taps).toBeLessThanOrEqual(6);
  });

  test('a voucher is redeemed with 4 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const first = await giveVoucher(client, guest, 0);
    await giveVoucher(client, guest, 1);
    const thumb = thumbOf(page);
    await page.goto(REDEEM);
    await thumb.write(counterBox(page), guest.cardNo);
    await thumb.go();
    await thumb.tap(page.getByRole('radio', { name: first.name }));
    await expect(field(page, 'Booking number')).toBeFocused();
    await thumb.type('B-1');
    await thumb.tap(button(page, 'Redeem'));
    await expect(redeemed(page)).toBeVisible();
    expect(thumb.count().taps).toBeLessThanOrEqual(4);
  });

  test('a bill is posted with 5 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const thumb = thumbOf(page);
    await page.goto(VISIT);
    await thumb.write(counterBox(page), guest.cardNo);
    await thumb.go();
    await thumb.write(field(page, 'Bill number'), `B-${tag()}`);
    await thumb.write(field(page, 'Food and beverages'), '1000000');
    await thumb.tap(button(page, 'Post'));
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(thumb.count().taps).toBeLessThanOrEqual(5);
  });
});
