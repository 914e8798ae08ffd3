import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { CAKE, DINNER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { sent } from '../../testing/requests.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const redeem = page.getByRole('button', { name: 'Redeem', exact: true });
const pageWidth = () => document.documentElement.scrollWidth;

beforeEach(() => mockOneHotel());
afterEach(() => commands.setTouchScreen(false));

describe('redeeming on a phone', () => {
  test('hides keyboard hints, which are shown at the box on a desktop', async () => {
    await openConsole(PATH, { user: FRONT_DESK });
    const keys = page.getByText('to return here.');
    await expect.element(keys).toBeVisible();
    await commands.setTouchScreen(true);
    await expect.element(keys).not.toBeVisible();
    await expect.element(page.getByText(/Scan or type a card, voucher/)).toBeVisible();
  });

  test('works with one thumb: the next button is always visible', async () => {
    await page.viewport(390, 844);
    mockDesk(deskGuest({}, { vouchers: [DINNER, CAKE] }));
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    await page.getByRole('radio', { name: CAKE.name }).click();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await userEvent.keyboard('B-1');
    await expect.element(redeem).toBeInViewport({ ratio: 1 });
    expect(pageWidth()).toBeLessThanOrEqual(390);
    await redeem.click();
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeInViewport({ ratio: 1 });
    expect((await sent('POST /api/voucher_redeem')).body).toMatchObject({ voucher_no: CAKE.voucher_no });
    expect(pageWidth()).toBeLessThanOrEqual(390);
  });

  test('keeps the focused element clear of the button', async () => {
    await page.viewport(390, 560);
    mockDesk(deskGuest({}, { vouchers: [CAKE] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await page.getByText('Change date or add a note').click();
    const form = page.getByRole('form', { name: 'Redeem' }).element();
    const controls = [...form.querySelectorAll<HTMLElement>('input, textarea')].filter((one) => one.checkVisibility());
    expect(controls.length).toBeGreaterThan(3);
    for (const control of [...controls, deskSearchBox().element(), ...controls]) {
      if (control instanceof HTMLElement) control.focus();
      await expect
        .poll(() => control.getBoundingClientRect().bottom - redeem.element().getBoundingClientRect().top)
        .toBeLessThanOrEqual(0);
    }
  });

  test('shows long names of guests completely, so they can be distinguished', async () => {
    await page.viewport(390, 844);
    const names = ['Purwaningrum', 'Purbaningsih'].map(
      (last) => `Raden Ayu Kusumaningtyas ${last} Wirjosoemarto-Djojohadikoesoemo Brotodiningrat`,
    );
    mockDesk(...names.map((name, at) => deskGuest({ id: at + 1, name })));
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    for (const name of names) {
      const labels = page.getByRole('button', { name }).getByText(name, { exact: true });
      await expect.element(labels).toBeVisible();
      expect(labels.element().scrollWidth).toBeLessThanOrEqual(labels.element().clientWidth);
    }
    expect(pageWidth()).toBeLessThanOrEqual(390);
  });
});
