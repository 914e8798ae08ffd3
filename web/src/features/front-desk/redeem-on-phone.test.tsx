import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { CAKE_VOUCHER, DINNER_VOUCHER, deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { CAN_RENEW } from '../../testing/member-eligibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';

const PATH = '/finance/voucher-redeem/wizard';
const redeemButton = page.getByRole('button', { name: 'Redeem', exact: true });
const pageWidth = () => document.documentElement.scrollWidth;

beforeEach(() => mockOneHotel());
afterEach(() => commands.setTouchScreen(false));

describe('redeeming on a phone', () => {
  test('hides keyboard hints, which a desktop shows at the search box', async () => {
    await openConsole(PATH, { user: FRONT_DESK });
    const keyHint = page.getByText('to return here.');
    await expect.element(keyHint).toBeVisible();
    await commands.setTouchScreen(true);
    await expect.element(keyHint).not.toBeVisible();
    await expect.element(page.getByText(/Scan or type a card, voucher/)).toBeVisible();
  });

  test('works with one thumb: the next button is always visible', async () => {
    await page.viewport(390, 844);
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER] }));
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    await page.getByText(CAKE_VOUCHER.name).click();
    await expect.element(page.getByRole('textbox', { name: 'Booking number' })).toHaveFocus();
    await userEvent.keyboard('B-1');
    await expect.element(redeemButton).toBeInViewport({ ratio: 1 });
    expect(pageWidth()).toBeLessThanOrEqual(390);
    await redeemButton.click();
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeInViewport({ ratio: 1 });
    expect((await waitForRequest('POST /api/voucher_redeem')).body).toMatchObject({
      voucher_no: CAKE_VOUCHER.voucher_no,
    });
    expect(pageWidth()).toBeLessThanOrEqual(390);
  });

  test('has the actions on the guest in one line', async () => {
    await page.viewport(390, 844);
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER], may: CAN_RENEW }));
    await openConsole(`${PATH}/7`);
    const actions = [page.getByRole('button', { name: 'Replace card…' }), page.getByRole('link', { name: 'Renew' })];
    for (const action of actions) await expect.element(action).toBeVisible();
    const [replaceTop, renewTop] = actions.map((action) => action.element().getBoundingClientRect().top);
    expect(replaceTop).toBe(renewTop);
  });

  test('keeps the focused element clear of the button', async () => {
    await page.viewport(390, 560);
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await page.getByText('Change date or add a note').click();
    const form = page.getByRole('form', { name: 'Redeem' }).element();
    const controls = [...form.querySelectorAll<HTMLElement>('input, textarea')].filter((element) =>
      element.checkVisibility(),
    );
    expect(controls.length).toBeGreaterThan(3);
    for (const control of [...controls, deskSearchBox().element(), ...controls]) {
      if (control instanceof HTMLElement) control.focus();
      await expect
        .poll(() => control.getBoundingClientRect().bottom - redeemButton.element().getBoundingClientRect().top)
        .toBeLessThanOrEqual(0);
    }
  });

  test('shows long names of guests completely, so they can be distinguished', async () => {
    await page.viewport(390, 844);
    const names = ['Purwaningrum', 'Purbaningsih'].map(
      (lastName) => `Raden Ayu Kusumaningtyas ${lastName} Wirjosoemarto-Djojohadikoesoemo Brotodiningrat`,
    );
    mockDesk(...names.map((name, index) => deskGuest({ id: index + 1, name })));
    mockResponse('GET /api/search', { data: { members: [], vouchers: [] } });
    await openConsole(PATH, { user: FRONT_DESK });
    await scan('6010123412341234');
    for (const name of names) {
      const nameText = page.getByRole('button', { name }).getByText(name, { exact: true });
      await expect.element(nameText).toBeVisible();
      expect(nameText.element().scrollWidth).toBeLessThanOrEqual(nameText.element().clientWidth);
    }
    expect(pageWidth()).toBeLessThanOrEqual(390);
  });
});
