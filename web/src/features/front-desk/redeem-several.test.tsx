// Core test: every redemption.
import type { HttpResponseResolver } from 'msw';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  CAKE_VOUCHER,
  DINNER_VOUCHER,
  EXPIRED_VOUCHER,
  deskGuest,
  deskVoucher,
  mockDesk,
  mockOneHotel,
} from '../../testing/desk.ts';
import { FRONT_DESK, type UserValues } from '../../testing/fixtures.ts';
import { HttpResponse, mockResponse, networkError, recordsOf, rejection } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { pressAtOnce } from '../../testing/keys.ts';
import { deskSearchBox, scan } from '../../testing/scanner.ts';
import { ROTATED_WIDTHS, expectTextsToFit } from '../../testing/text-fit.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';

const PATH = '/finance/voucher-redeem/wizard';
const REDEEM_CALL = 'POST /api/voucher_redeem/counter';
const VOID_CALL = 'POST /api/voucher_redeem/counter/void';
const USER_WHO_VOIDS: UserValues = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VOUCHER_REDEEM'] };
const SECOND_CAKE = deskVoucher(4);
const SPA_VOUCHER = deskVoucher(5, { name: 'Spa morning', name_id: 'Pagi di spa', nominal: '40.000', currency: 'USD' });
const LABELS = {
  en: {
    dinner: 'Dinner for two',
    cake: 'Birthday cake',
    booking: 'Booking number',
    redeemTwo: 'Redeem 2 vouchers',
    total: '2 vouchersRp. 1,150,000.000',
    done: 'Redeemed',
    next: 'Next guest',
  },
  id: {
    dinner: 'Makan malam berdua',
    cake: 'Kue ulang tahun',
    booking: 'Nomor reservasi',
    redeemTwo: 'Tukar 2 voucher',
    total: '2 voucherRp. 1,150,000.000',
    done: 'Sudah ditukar',
    next: 'Tamu berikutnya',
  },
};
const bookingInput = page.getByRole('textbox', { name: 'Booking number' });
const redeemedHeading = page.getByRole('heading', { name: 'Redeemed', exact: true });
const redeemButton = (count: number) => page.getByRole('button', { name: `Redeem ${count} vouchers` });
const cardOf = (name: string | RegExp) => page.getByRole('checkbox', { name });
const form = page.getByRole('form', { name: 'Redeem' });

/** Redeems vouchers as the server does, in their order. */
const respondRedeemed: HttpResponseResolver = async ({ request }) => {
  const { voucher_nos, ...values } = (await request.json()) as { voucher_nos: readonly string[] };
  const records = voucher_nos.map((_, i) => row('voucher_redeem', 41 + i, { redeem_no: `R${41 + i}`, ...values }));
  recordsOf('voucher_redeem').push(...records);
  return HttpResponse.json({ data: records }, { status: 201 });
};

beforeEach(() => {
  mockOneHotel();
  mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER, SECOND_CAKE, EXPIRED_VOUCHER] }));
  mockResponse(REDEEM_CALL, respondRedeemed);
});
afterEach(() => commands.setTouchScreen(false));

async function openGuest(user = FRONT_DESK): Promise<void> {
  await openConsole(`${PATH}/7`, { user });
  await expect.element(cardOf('Dinner for two')).toHaveFocus();
}

/** Ticks dinner and cake, and redeems them. */
async function redeemTwo(user = FRONT_DESK): Promise<void> {
  await openGuest(user);
  await cardOf('Dinner for two').click();
  await cardOf('Birthday cake').click();
  await bookingInput.fill('B-1');
  await userEvent.keyboard('{Enter}');
  await expect.element(redeemedHeading).toBeVisible();
}

describe('several vouchers', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`are ticked and redeemed by keyboard: ${language}, ${theme}, ${width} px`, async () => {
      const { dinner, cake, booking, redeemTwo: redeemTwoLabel, total, done, next } = LABELS[language];
      await page.viewport(width, height);
      await openConsole(`${PATH}/7`, { user: FRONT_DESK, language, theme });
      await expect.element(cardOf(dinner)).toHaveFocus();
      await userEvent.keyboard(' {ArrowDown}');
      await expect.element(cardOf(dinner)).toBeChecked();
      await expect.element(cardOf(cake)).toHaveFocus();
      await expect.element(cardOf(cake)).not.toBeChecked();
      await userEvent.keyboard(' {Enter}');
      await expect.element(page.getByRole('textbox', { name: booking })).toHaveFocus();
      await expect.element(page.getByRole('form')).toMatchTextContent(total);
      await expect.element(page.getByRole('button', { name: redeemTwoLabel })).toBeVisible();
      await expectAccessible();
      await userEvent.keyboard('B-2026{Enter}');
      await expect.element(page.getByRole('heading', { name: done, exact: true })).toBeVisible();
      await expect.element(page.getByRole('button', { name: next })).toHaveFocus();
      for (const text of [dinner, cake, 'R41', 'R42', 'Rp. 1,150,000.000'])
        await expect.element(page.getByRole('main')).toMatchTextContent(text);
      await expectAccessible();
      const { body, headers } = await waitForRequest(REDEEM_CALL);
      expect(body).toEqual({
        voucher_nos: [DINNER_VOUCHER.voucher_no, CAKE_VOUCHER.voucher_no],
        member_id: 7,
        redeem_hotel_id: 1,
        booking_no: 'B-2026',
        staff_name: 'Dewi Anggraini',
        remark: null,
        redeem_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
      expect(await findRequests('POST /api/voucher_redeem')).toEqual([]);
    });

  test('are ticked with one thumb: in the corner of a card, and then anywhere on it', async () => {
    await page.viewport(390, 844);
    await commands.setTouchScreen(true);
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER, SPA_VOUCHER] }));
    await openGuest();
    await cardOf('Dinner for two').click();
    await cardOf('Birthday cake').click();
    await page.getByText('Spa morning').click();
    await expect.element(cardOf('Spa morning')).toBeChecked();
    // A tick leaves the focus with the cards, so that the keyboard does not cover them.
    await expect.element(bookingInput).not.toHaveFocus();
    await expect.element(form).toMatchTextContent('3 vouchersRp. 1,150,000.000 + USD 40.000');
    await bookingInput.click();
    await userEvent.keyboard('B-1');
    await expect.element(redeemButton(3)).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await redeemButton(3).click();
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('of a stack are redeemed by number', async () => {
    await openGuest();
    await userEvent.keyboard('2');
    await expect.element(bookingInput).toHaveFocus();
    await expect.element(page.getByRole('button', { name: 'One less' })).toBeDisabled();
    await page.getByRole('button', { name: 'One more' }).click();
    await expect.element(page.getByRole('button', { name: 'One more' })).toBeDisabled();
    await expect.element(bookingInput).toHaveFocus();
    await userEvent.keyboard('B-1');
    await redeemButton(2).click();
    await expect.element(redeemedHeading).toBeVisible();
    expect((await waitForRequest(REDEEM_CALL)).body).toMatchObject({
      voucher_nos: [CAKE_VOUCHER.voucher_no, SECOND_CAKE.voucher_no],
    });
  });

  test('have room for their texts, before and after', async () => {
    await openGuest();
    await cardOf('Dinner for two').click();
    await cardOf('Birthday cake').click();
    await page.getByRole('button', { name: 'One more' }).click();
    await expectTextsToFit(undefined, ROTATED_WIDTHS);
    await bookingInput.fill('B-1');
    await redeemButton(3).click();
    await expect.element(redeemedHeading).toBeVisible();
    await expectTextsToFit(undefined, ROTATED_WIDTHS);
  });

  test('are unticked, and one that is left is redeemed alone', async () => {
    await openGuest();
    await cardOf('Dinner for two').click();
    await cardOf('Birthday cake').click();
    await expect.element(redeemButton(2)).toBeVisible();
    await cardOf('Dinner for two').click();
    await bookingInput.fill('B-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(redeemedHeading).toBeVisible();
    expect((await waitForRequest('POST /api/voucher_redeem')).body).toMatchObject({
      voucher_no: CAKE_VOUCHER.voucher_no,
    });
    expect(await findRequests(REDEEM_CALL)).toEqual([]);
  });

  test('are one choice until a second is ticked: a click on another card chooses that one', async () => {
    await openGuest();
    await page.getByText('Dinner for two').click();
    await expect.element(bookingInput).toHaveFocus();
    await page.getByText('Birthday cake').click();
    await expect.element(cardOf('Dinner for two')).not.toBeChecked();
    await expect.element(cardOf('Birthday cake')).toBeChecked();
    await expect.element(bookingInput).toHaveFocus();
  });

  test('are selected by scanning them one after the other', async () => {
    await openConsole(PATH, { user: FRONT_DESK });
    await scan(CAKE_VOUCHER.voucher_no);
    await expect.element(bookingInput).toHaveFocus();
    await bookingInput.fill('B-1');
    await deskSearchBox().fill(DINNER_VOUCHER.voucher_no);
    await userEvent.keyboard('{Enter}');
    await expect.element(cardOf('Dinner for two')).toBeChecked();
    await expect.element(cardOf('Birthday cake')).toBeChecked();
    await expect.element(redeemButton(2)).toBeVisible();
    await expect.element(bookingInput).toHaveFocus();
    await expect.element(bookingInput).toHaveValue('B-1');
    await expect.element(deskSearchBox()).toHaveValue(CAKE_VOUCHER.voucher_no);
    expect(await findRequests('GET /api/voucher_redeem/counter')).toHaveLength(1);
  });

  test('include a scanned one instead of another of the only kind', async () => {
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER, SECOND_CAKE] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await expect.element(bookingInput).toHaveFocus();
    await deskSearchBox().fill(SECOND_CAKE.voucher_no);
    await userEvent.keyboard('{Enter}');
    await expect.element(form).toMatchTextContent(SECOND_CAKE.voucher_no);
    await expect.element(form).not.toMatchTextContent(CAKE_VOUCHER.voucher_no);
  });

  test('are not redeemed if one is rejected: the message names it, and the others are still ticked', async () => {
    await openGuest();
    await cardOf('Dinner for two').click();
    await cardOf('Birthday cake').click();
    await bookingInput.fill('B-1');
    const reason = 'This voucher was redeemed on 4 May 2026 at Laksmira Jakarta Menteng by Quick (R7).';
    const message = `${CAKE_VOUCHER.voucher_no}: ${reason} Nothing was redeemed.`;
    mockResponse(REDEEM_CALL, () => rejection(409, 'already_redeemed', { message }));
    const redeemedCake = { ...CAKE_VOUCHER, rejection: 'already_redeemed' as const, reason };
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, redeemedCake] }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent(message);
    await expect.element(cardOf('Birthday cake')).not.toBeInTheDocument();
    await expect.element(cardOf('Dinner for two')).toBeChecked();
    await expect.element(bookingInput).toHaveValue('B-1');
    await expect.element(page.getByRole('button', { name: 'Redeem', exact: true })).toBeVisible();
    await expectAccessible();
  });

  test('are sent again unchanged under the same key after a lost response', async () => {
    await openGuest();
    await cardOf('Dinner for two').click();
    await cardOf('Birthday cake').click();
    await bookingInput.fill('B-1');
    mockResponse(REDEEM_CALL, networkError);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('We didn’t get an answer.');
    const firstRequest = await waitForRequest(REDEEM_CALL);
    mockResponse(REDEEM_CALL, respondRedeemed);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(redeemedHeading).toBeVisible();
    const [, retryRequest] = await findRequests(REDEEM_CALL);
    expect(retryRequest?.body).toEqual(firstRequest.body);
    expect(retryRequest?.headers.get('idempotency-key')).toBe(firstRequest.headers.get('idempotency-key'));
  });
});

describe('the redemption of several vouchers', () => {
  test('has one receipt with all of them', async () => {
    await redeemTwo();
    const printSpy = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    onTestFinished(() => printSpy.mockRestore());
    await page.getByRole('button', { name: 'Print receipt' }).click();
    expect(printSpy).toHaveBeenCalledOnce();
    const text = document.querySelector('.receipt')?.textContent ?? '';
    for (const expectedText of [
      'R41, R42',
      `Dinner for two${DINNER_VOUCHER.voucher_no} · Rp. 900,000`,
      `Birthday cake${CAKE_VOUCHER.voucher_no} · Rp. 250,000`,
      'B-1',
      'Rp. 1,150,000',
    ])
      expect(text).toContain(expectedText);
  });

  test('is undone as a whole with one reason, and the guest is shown again', async () => {
    mockResponse(VOID_CALL, { data: [] });
    await redeemTwo(USER_WHO_VOIDS);
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Void 2 redemptions?' });
    await dialog.getByRole('textbox', { name: 'Void reason' }).fill('Wrong guest');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Void redemptions' }).click();
    await expect.element(page.getByText('2 redemptions voided.')).toBeVisible();
    await expect.element(cardOf('Dinner for two')).toHaveFocus();
    await expect.element(bookingInput).toHaveValue('B-1');
    const { body, headers } = await waitForRequest(VOID_CALL);
    expect(body).toEqual({ ids: [41, 42], reason: 'Wrong guest' });
    expect(headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });

  test('sends one mail for all of them, and that one again', async () => {
    mockResponse('GET /api/voucher_redeem/:id/mail', {
      data: { recipient: 'ratna@example.test', delivery_status: 'queued' },
    });
    mockResponse('POST /api/voucher_redeem/:id/mail', {
      data: { recipient: 'ratna@example.test', delivery_status: 'queued' },
    });
    await redeemTwo();
    await expect.element(page.getByText('Email is being sent to ratna@example.test.')).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(page.getByText('Email to ratna@example.test is being sent again.')).toBeVisible();
    expect(await findRequests('POST /api/voucher_redeem/41/mail')).toHaveLength(1);
    expect(await findRequests('POST /api/voucher_redeem/42/mail')).toEqual([]);
  });
});

describe('the booking number', () => {
  test('is filled in for the next voucher of the same guest', async () => {
    await redeemTwo();
    await page.getByRole('button', { name: 'Another voucher for this guest' }).click();
    await expect.element(bookingInput).toHaveValue('B-1');
    await userEvent.keyboard('2');
    await expect.element(bookingInput).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(redeemedHeading).toBeVisible();
    expect((await waitForRequest('POST /api/voucher_redeem')).body).toMatchObject({ booking_no: 'B-1' });
  });

  test('is filled in if the next voucher of the same guest is scanned', async () => {
    await redeemTwo();
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toHaveFocus();
    pressAtOnce(...SECOND_CAKE.voucher_no, 'Enter');
    await expect.element(bookingInput).toHaveValue('B-1');
    await expect.element(form).toMatchTextContent(SECOND_CAKE.voucher_no);
  });

  test('is empty for another guest, and after Next guest', async () => {
    mockDesk(
      deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER] }),
      deskGuest({ id: 8, name: 'Bagus Pratama' }, { card: null, vouchers: [SPA_VOUCHER] }),
    );
    await redeemTwo();
    await page.getByRole('button', { name: 'Next guest' }).click();
    await scan(SPA_VOUCHER.voucher_no);
    await expect.element(page.getByRole('heading', { name: 'Bagus Pratama' })).toBeVisible();
    await expect.element(bookingInput).toHaveValue('');
    await deskSearchBox().fill(DINNER_VOUCHER.voucher_no);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
    await expect.element(bookingInput).toHaveValue('');
  });
});
