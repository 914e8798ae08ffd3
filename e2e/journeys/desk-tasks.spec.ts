// Core test: a day at the front desk.
import type { Page } from '@playwright/test';
import { createGuest, issueVoucher } from '../src/desk-guests.ts';
import { countingKeyboard, countingTouch } from '../src/page-actions.ts';
import { FRONT_DESK_USER, SALE, createHolder, guestSearchBox } from '../src/sale-steps.ts';
import { expect, tag, test } from '../src/test.ts';

const RENEWAL = `${SALE}?type=2&member_id=`;
const REDEEM = '/finance/voucher-redeem/wizard';
const VISIT = '/finance/visit/quick';
const HOTEL = 'JKM';

const deskSearchBox = (page: Page) => page.getByRole('searchbox', { name: /^Card, / });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const phone = () => `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`;
const sold = (page: Page) => page.getByRole('heading', { name: / issued to / });
const redeemed = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });

/** Opens the focused list and picks this option by its first two letters. */
async function pick(page: Page, keyboard: ReturnType<typeof countingKeyboard>, word: string): Promise<void> {
  const option = page.getByRole('option', { name: word, exact: true });
  await keyboard.press('Enter');
  await expect(option).toBeVisible();
  await keyboard.type(word.slice(0, 2));
  await expect(option).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveRole('combobox');
  await expect(page.locator(':focus')).toHaveText(word);
}

test.use({ account: FRONT_DESK_USER });

test.describe('a clerk with a keyboard alone', () => {
  test('sells a new guest a membership with at most 14 keys besides typed text', async ({ page }) => {
    const keyboard = countingKeyboard(page);
    await page.goto(SALE);
    await expect(guestSearchBox(page)).toBeFocused();
    await keyboard.type(`Baru${tag()} Sekali`);
    await expect(page.getByRole('option', { name: /^New guest/ })).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(field(page, 'Email')).toBeFocused();
    await keyboard.type(`baru.${tag()}@example.test`);
    await keyboard.press('Tab');
    await keyboard.type(phone());
    await keyboard.press('Tab');
    await pick(page, keyboard, 'Female');
    await keyboard.press('Shift+Tab', 'Enter');
    await expect(page.getByRole('radio').first()).toBeFocused();
    await keyboard.press('ArrowDown', 'Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await pick(page, keyboard, 'Cash');
    await keyboard.press('Tab', 'Enter');
    await expect(button(page, /^Sell for/)).toBeFocused();
    await keyboard.press('Enter');
    await expect(sold(page)).toBeVisible();
    expect(keyboard.count().keys).toBeLessThanOrEqual(14);
  });

  test('renews a card with at most 7 keys', async ({ page, client }) => {
    const { member } = await createHolder(client, 30);
    const keyboard = countingKeyboard(page);
    await page.goto(`${RENEWAL}${member.id}`);
    await expect(button(page, 'Continue')).toBeFocused();
    await expect(button(page, 'Continue')).toBeEnabled();
    await keyboard.press('Enter');
    await expect(page.getByRole('radio', { checked: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await pick(page, keyboard, 'Cash');
    await keyboard.press('Tab', 'Enter');
    await expect(button(page, /^Renew for/)).toBeFocused();
    await keyboard.press('Enter');
    await expect(sold(page)).toBeVisible();
    expect(keyboard.count().keys).toBeLessThanOrEqual(7);
  });

  test('redeems the second of two vouchers with at most 3 keys besides typed text', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    await issueVoucher(client, guest, 0);
    await issueVoucher(client, guest, 1);
    const keyboard = countingKeyboard(page);
    await page.goto(REDEEM);
    await expect(deskSearchBox(page)).toBeFocused();
    await keyboard.type(guest.cardNo);
    await keyboard.press('Enter');
    await expect(page.getByRole('radio').first()).toBeVisible();
    await keyboard.press('2');
    await expect(field(page, 'Booking number')).toBeFocused();
    await keyboard.type('B-1');
    await keyboard.press('Enter');
    await expect(redeemed(page)).toBeVisible();
    expect(keyboard.count().keys).toBeLessThanOrEqual(3);
  });

  test('posts a bill with at most 3 keys besides typed text', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const keyboard = countingKeyboard(page);
    await page.goto(VISIT);
    await expect(deskSearchBox(page)).toBeFocused();
    await keyboard.type(guest.cardNo);
    await keyboard.press('Enter');
    await expect(field(page, 'Bill number')).toBeFocused();
    await keyboard.type(`B-${tag()}`);
    await keyboard.press('Tab');
    await expect(field(page, 'Food and beverages')).toBeFocused();
    await keyboard.type('1000000');
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(keyboard.count().keys).toBeLessThanOrEqual(3);
  });
});

test.describe('a clerk with one thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const payCash = async (page: Page, touch: ReturnType<typeof countingTouch>) => {
    await touch.tap(page.getByRole('combobox', { name: 'Payment type' }));
    await touch.tap(page.getByRole('option', { name: 'Cash' }));
    await touch.tap(button(page, 'Continue'));
  };

  test('sells a new guest a membership with at most 13 taps', async ({ page }) => {
    const touch = countingTouch(page);
    await page.goto(SALE);
    await touch.write(guestSearchBox(page), `Baru${tag()} Sekali`);
    await touch.tap(page.getByRole('option', { name: /^New guest/ }));
    await touch.write(field(page, 'Email'), `baru.${tag()}@example.test`);
    await touch.write(field(page, 'Phone'), phone());
    await touch.tap(page.getByRole('combobox', { name: 'Gender' }));
    await touch.tap(page.getByRole('option', { name: 'Female' }));
    await touch.tap(button(page, 'Continue'));
    await touch.tap(page.getByRole('radio', { name: /Laksmira Gold/ }));
    await touch.tap(button(page, 'Continue'));
    await payCash(page, touch);
    await touch.tap(button(page, /^Sell for/));
    await expect(sold(page)).toBeVisible();
    expect(touch.count().taps).toBeLessThanOrEqual(13);
  });

  test('renews a card with at most 6 taps', async ({ page, client }) => {
    const { member } = await createHolder(client, 30);
    const touch = countingTouch(page);
    await page.goto(`${RENEWAL}${member.id}`);
    await touch.tap(button(page, 'Continue'));
    await expect(page.getByRole('radio', { checked: true })).toBeVisible();
    await touch.tap(button(page, 'Continue'));
    await payCash(page, touch);
    await touch.tap(button(page, /^Renew for/));
    await expect(sold(page)).toBeVisible();
    expect(touch.count().taps).toBeLessThanOrEqual(6);
  });

  test('redeems a voucher with at most 4 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const first = await issueVoucher(client, guest, 0);
    await issueVoucher(client, guest, 1);
    const touch = countingTouch(page);
    await page.goto(REDEEM);
    await touch.write(deskSearchBox(page), guest.cardNo);
    await touch.go();
    await touch.tap(page.getByRole('radio', { name: first.name }));
    await expect(field(page, 'Booking number')).toBeFocused();
    await touch.type('B-1');
    await touch.tap(button(page, 'Redeem'));
    await expect(redeemed(page)).toBeVisible();
    expect(touch.count().taps).toBeLessThanOrEqual(4);
  });

  test('posts a bill with at most 5 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL);
    const touch = countingTouch(page);
    await page.goto(VISIT);
    await touch.write(deskSearchBox(page), guest.cardNo);
    await touch.go();
    await touch.write(field(page, 'Bill number'), `B-${tag()}`);
    await touch.write(field(page, 'Food and beverages'), '1000000');
    await touch.tap(button(page, 'Post'));
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(touch.count().taps).toBeLessThanOrEqual(5);
  });
});
