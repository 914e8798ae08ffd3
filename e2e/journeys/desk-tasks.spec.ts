// Core test: a day at the front desk.
import type { Page } from '@playwright/test';
import { createGuest, issueVoucher } from '../src/desk-guests.ts';
import { createCountingKeyboard, createCountingTouch } from '../src/page-actions.ts';
import { FRONT_DESK_USER, SALE_PATH, createCardHolder, guestSearchBox } from '../src/sale-steps.ts';
import { expect, createTag, test } from '../src/test.ts';

const RENEWAL_PATH = `${SALE_PATH}?type=2&member_id=`;
const REDEEM_PATH = '/finance/voucher-redeem/wizard';
const VISIT_PATH = '/finance/visit/quick';
const HOTEL_CODE = 'JKM';

const deskSearchBox = (page: Page) => page.getByRole('searchbox', { name: /^Card, / });
const buttonByName = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name });
const createPhoneNumber = () => `+62 811 ${Math.floor(1e7 + Math.random() * 8e7)}`;
const issuedHeading = (page: Page) => page.getByRole('heading', { name: / issued to / });
const redeemedHeading = (page: Page) => page.getByRole('heading', { name: 'Redeemed', exact: true });

/** Opens the focused select and picks the option by its first two letters. */
async function selectOption(
  page: Page,
  keyboard: ReturnType<typeof createCountingKeyboard>,
  optionName: string,
): Promise<void> {
  const option = page.getByRole('option', { name: optionName, exact: true });
  await keyboard.press('Enter');
  await expect(option).toBeVisible();
  await keyboard.type(optionName.slice(0, 2));
  await expect(option).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveRole('combobox');
  await expect(page.locator(':focus')).toHaveText(optionName);
}

test.use({ account: FRONT_DESK_USER });

test.describe('a clerk with a keyboard alone', () => {
  test('sells a new guest a membership with at most 14 keys besides typed text', async ({ page }) => {
    const keyboard = createCountingKeyboard(page);
    await page.goto(SALE_PATH);
    await expect(guestSearchBox(page)).toBeFocused();
    await keyboard.type(`Baru${createTag()} Sekali`);
    await expect(page.getByRole('option', { name: /^New guest/ })).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(textbox(page, 'Email')).toBeFocused();
    await keyboard.type(`baru.${createTag()}@example.test`);
    await keyboard.press('Tab');
    await keyboard.type(createPhoneNumber());
    await keyboard.press('Tab');
    await selectOption(page, keyboard, 'Female');
    await keyboard.press('Shift+Tab', 'Enter');
    await expect(page.getByRole('radio').first()).toBeFocused();
    await keyboard.press('ArrowDown', 'Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await selectOption(page, keyboard, 'Cash');
    await keyboard.press('Tab', 'Enter');
    await expect(buttonByName(page, /^Sell for/)).toBeFocused();
    await keyboard.press('Enter');
    await expect(issuedHeading(page)).toBeVisible();
    expect(keyboard.count().keyCount).toBeLessThanOrEqual(14);
  });

  test('renews a card with at most 7 keys', async ({ page, client }) => {
    const { member } = await createCardHolder(client, 30);
    const keyboard = createCountingKeyboard(page);
    await page.goto(`${RENEWAL_PATH}${member.id}`);
    await expect(buttonByName(page, 'Continue')).toBeFocused();
    await expect(buttonByName(page, 'Continue')).toBeEnabled();
    await keyboard.press('Enter');
    await expect(page.getByRole('radio', { checked: true })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Payment type' })).toBeFocused();
    await selectOption(page, keyboard, 'Cash');
    await keyboard.press('Tab', 'Enter');
    await expect(buttonByName(page, /^Renew for/)).toBeFocused();
    await keyboard.press('Enter');
    await expect(issuedHeading(page)).toBeVisible();
    expect(keyboard.count().keyCount).toBeLessThanOrEqual(7);
  });

  test('redeems the second of two vouchers with at most 3 keys besides typed text', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    await issueVoucher(client, guest, 0);
    await issueVoucher(client, guest, 1);
    const keyboard = createCountingKeyboard(page);
    await page.goto(REDEEM_PATH);
    await expect(deskSearchBox(page)).toBeFocused();
    await keyboard.type(guest.cardNo);
    await keyboard.press('Enter');
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await keyboard.press('2');
    await expect(textbox(page, 'Booking number')).toBeFocused();
    await keyboard.type('B-1');
    await keyboard.press('Enter');
    await expect(redeemedHeading(page)).toBeVisible();
    expect(keyboard.count().keyCount).toBeLessThanOrEqual(3);
  });

  test('posts a bill with at most 3 keys besides typed text', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    const keyboard = createCountingKeyboard(page);
    await page.goto(VISIT_PATH);
    await expect(deskSearchBox(page)).toBeFocused();
    await keyboard.type(guest.cardNo);
    await keyboard.press('Enter');
    await expect(textbox(page, 'Bill number')).toBeFocused();
    await keyboard.type(`B-${createTag()}`);
    await keyboard.press('Tab');
    await expect(textbox(page, 'Food and beverages')).toBeFocused();
    await keyboard.type('1000000');
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(keyboard.count().keyCount).toBeLessThanOrEqual(3);
  });
});

test.describe('a clerk with one thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  const payCash = async (page: Page, touch: ReturnType<typeof createCountingTouch>) => {
    await touch.tap(page.getByRole('combobox', { name: 'Payment type' }));
    await touch.tap(page.getByRole('option', { name: 'Cash' }));
    await touch.tap(buttonByName(page, 'Continue'));
  };

  test('sells a new guest a membership with at most 13 taps', async ({ page }) => {
    const touch = createCountingTouch(page);
    await page.goto(SALE_PATH);
    await touch.write(guestSearchBox(page), `Baru${createTag()} Sekali`);
    await touch.tap(page.getByRole('option', { name: /^New guest/ }));
    await touch.write(textbox(page, 'Email'), `baru.${createTag()}@example.test`);
    await touch.write(textbox(page, 'Phone'), createPhoneNumber());
    await touch.tap(page.getByRole('combobox', { name: 'Gender' }));
    await touch.tap(page.getByRole('option', { name: 'Female' }));
    await touch.tap(buttonByName(page, 'Continue'));
    await touch.tap(page.getByRole('radio', { name: /Laksmira Gold/ }));
    await touch.tap(buttonByName(page, 'Continue'));
    await payCash(page, touch);
    await touch.tap(buttonByName(page, /^Sell for/));
    await expect(issuedHeading(page)).toBeVisible();
    expect(touch.count().tapCount).toBeLessThanOrEqual(13);
  });

  test('renews a card with at most 6 taps', async ({ page, client }) => {
    const { member } = await createCardHolder(client, 30);
    const touch = createCountingTouch(page);
    await page.goto(`${RENEWAL_PATH}${member.id}`);
    await touch.tap(buttonByName(page, 'Continue'));
    await expect(page.getByRole('radio', { checked: true })).toBeVisible();
    await touch.tap(buttonByName(page, 'Continue'));
    await payCash(page, touch);
    await touch.tap(buttonByName(page, /^Renew for/));
    await expect(issuedHeading(page)).toBeVisible();
    expect(touch.count().tapCount).toBeLessThanOrEqual(6);
  });

  test('redeems a voucher with at most 4 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    const first = await issueVoucher(client, guest, 0);
    await issueVoucher(client, guest, 1);
    const touch = createCountingTouch(page);
    await page.goto(REDEEM_PATH);
    await touch.write(deskSearchBox(page), guest.cardNo);
    await touch.go();
    await touch.tap(page.getByText(first.name, { exact: true }));
    await expect(textbox(page, 'Booking number')).toBeFocused();
    await touch.type('B-1');
    await touch.tap(buttonByName(page, 'Redeem'));
    await expect(redeemedHeading(page)).toBeVisible();
    expect(touch.count().tapCount).toBeLessThanOrEqual(4);
  });

  test('posts a bill with at most 5 taps', async ({ page, client }) => {
    const guest = await createGuest(client, HOTEL_CODE);
    const touch = createCountingTouch(page);
    await page.goto(VISIT_PATH);
    await touch.write(deskSearchBox(page), guest.cardNo);
    await touch.go();
    await touch.write(textbox(page, 'Bill number'), `B-${createTag()}`);
    await touch.write(textbox(page, 'Food and beverages'), '1000000');
    await touch.tap(buttonByName(page, 'Post'));
    await expect(page.getByRole('status').filter({ hasText: 'posted for' })).toBeVisible();
    expect(touch.count().tapCount).toBeLessThanOrEqual(5);
  });
});
