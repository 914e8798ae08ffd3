import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { CAKE, DINNER, counterGuest, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import { counterBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const redeem = page.getByRole('button', { name: 'Redeem', exact: true });
const widthOfPage = () => document.documentElement.scrollWidth;

beforeEach(() => playOneHotel());
afterEach(() => commands.setTouchScreen(false));

describe('on a phone', () => {
  test('nobody is told of keys, which stand at the box on a desk', async () => {
    await openConsole(PATH, { user: FRONT_DESK });
    const keys = page.getByText('leads back here.');
    await expect.element(keys).toBeVisible();
    await commands.setTouchScreen(true);
    await expect.element(keys).not.toBeVisible();
    await expect.element(page.getByText(/type what the guest shows/)).toBeVisible();
  });

  test('a voucher is redeemed with one thumb: what is pressed next is in sight', async () => {
    await page.viewport(390, 844);
    playCounter(counterGuest({}, { vouchers: [DINNER, CAKE] }));
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    await page.getByRole('radio', { name: CAKE.name }).click();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await userEvent.keyboard('B-1');
    await expect.element(redeem).toBeInViewport({ ratio: 1 });
    expect(widthOfPage()).toBeLessThanOrEqual(390);
    await redeem.click();
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeInViewport({ ratio: 1 });
    expect((await sent('POST /api/voucher_redeem')).body).toMatchObject({ voucher_no: CAKE.voucher_no });
    expect(widthOfPage()).toBeLessThanOrEqual(390);
  });

  test('the focused element stands clear of the button', async () => {
    await page.viewport(390, 560);
    playCounter(counterGuest({}, { vouchers: [CAKE] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await page.getByText('Another time, or a remark').click();
    const form = page.getByRole('form', { name: 'Redeem' }).element();
    const controls = [...form.querySelectorAll<HTMLElement>('input, textarea')].filter((one) => one.checkVisibility());
    expect(controls.length).toBeGreaterThan(3);
    for (const control of [...controls, counterBox().element(), ...controls]) {
      if (control instanceof HTMLElement) control.focus();
      await expect
        .poll(() => control.getBoundingClientRect().bottom - redeem.element().getBoundingClientRect().top)
        .toBeLessThanOrEqual(0);
    }
  });

  test('guests of one long name are told apart by all of it', async () => {
    await page.viewport(390, 844);
    const names = ['Purwaningrum', 'Purbaningsih'].map(
      (last) => `Raden Ayu Kusumaningtyas ${last} Wirjosoemarto-Djojohadikoesoemo Brotodiningrat`,
    );
    playCounter(...names.map((name, at) => counterGuest({ id: at + 1, name })));
    answer('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    for (const name of names) {
      const words = page.getByRole('button', { name }).getByText(name, { exact: true });
      await expect.element(words).toBeVisible();
      expect(words.element().scrollWidth).toBeLessThanOrEqual(words.element().clientWidth);
    }
    expect(widthOfPage()).toBeLessThanOrEqual(390);
  });
});
