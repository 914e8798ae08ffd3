// Core test: every redemption.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE_VOUCHER, DINNER_VOUCHER, deskGuest, deskVoucher, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, networkError, deferResponse, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/finance/voucher-redeem/wizard';
const REDEEM_CALL = 'POST /api/voucher_redeem';
const bookingInput = page.getByRole('textbox', { name: 'Booking number' });
const staffInput = page.getByRole('textbox', { name: 'Staff name' });
const redeemButton = page.getByRole('button', { name: 'Redeem', exact: true });
const redeemedHeading = page.getByRole('heading', { name: 'Redeemed', exact: true });
const respondRedeemed = () =>
  HttpResponse.json({ data: row('voucher_redeem', 41, { redeem_no: 'R41' }) }, { status: 201 });
/** The guest has two equal vouchers, which are one choice. */
const guestWithTwoCakes = deskGuest({}, { vouchers: [CAKE_VOUCHER, deskVoucher(4)] });

beforeEach(() => mockOneHotel());

async function openGuest(): Promise<void> {
  await openConsole(`${PATH}/7`, { user: FRONT_DESK });
  await expect.element(bookingInput).toHaveFocus();
}

describe('a missing value', () => {
  test('is reported at its field, which gets the focus, and nothing is sent', async () => {
    mockDesk(guestWithTwoCakes);
    await openGuest();
    await userEvent.keyboard('{Enter}');
    await expect.element(bookingInput).toHaveAccessibleDescription('This field is required.');
    await expect.element(bookingInput).toHaveFocus();
    await bookingInput.fill('B-1');
    await staffInput.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(staffInput).toHaveAccessibleDescription('This field is required.');
    await expect.element(staffInput).toHaveFocus();
    await expect.element(bookingInput).not.toHaveAccessibleDescription();
    await expectAccessible();
    expect(await findRequests(REDEEM_CALL)).toEqual([]);
  });

  test('is reported if it is the voucher, and the choice of vouchers gets the focus', async () => {
    mockDesk(deskGuest({}, { vouchers: [DINNER_VOUCHER, CAKE_VOUCHER] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await expect.element(page.getByText('Select a voucher')).toBeVisible();
    await bookingInput.fill('B-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('checkbox', { name: DINNER_VOUCHER.name })).toHaveFocus();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Select a voucher');
    await expectAccessible();
    expect(await findRequests(REDEEM_CALL)).toEqual([]);
  });
});

test("the form keeps the relieving colleague's name, and the booking number of the same guest", async () => {
  mockDesk(guestWithTwoCakes);
  await openGuest();
  await bookingInput.fill('B-1');
  await staffInput.fill(' Sari ');
  await userEvent.keyboard('{Enter}');
  expect((await waitForRequest(REDEEM_CALL)).body).toMatchObject({ staff_name: 'Sari' });
  await expect.element(page.getByRole('button', { name: 'Next guest' })).toHaveFocus();
  await page.getByRole('button', { name: 'Another voucher for this guest' }).click();
  await expect.element(bookingInput).toHaveFocus();
  await expect.element(staffInput).toHaveValue('Sari');
  await expect.element(bookingInput).toHaveValue('B-1');
});

test('the form sends nothing more on a second click or Enter', async () => {
  const deferred = deferResponse(respondRedeemed);
  mockDesk(guestWithTwoCakes);
  mockResponse(REDEEM_CALL, deferred.resolver);
  await openGuest();
  await bookingInput.fill('B-1');
  // Two submits before a re-render, two clicks and one more Enter.
  const form = redeemButton.element().closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await redeemButton.dblClick({ force: true });
  await expect.element(redeemButton).toHaveAttribute('aria-busy', 'true');
  await bookingInput.click();
  await userEvent.keyboard('{Enter}');
  deferred.release();
  await expect.element(redeemedHeading).toBeVisible();
  expect(await findRequests(REDEEM_CALL)).toHaveLength(1);
});

test('the form sends another time and a remark, and evaluates the vouchers for that day', async () => {
  mockDesk(guestWithTwoCakes);
  await openGuest();
  const day = new Date(Date.now() - 2 * 86_400_000).toLocaleDateString('sv');
  await page.getByText('Change date or add a note').click();
  await page.getByRole('textbox', { name: 'Redeemed on' }).fill(day);
  await userEvent.tab();
  await page.getByRole('textbox', { name: 'Time' }).fill('13:30');
  await page.getByRole('textbox', { name: 'Remark' }).fill('The line was down');
  await expectQuery('GET /api/voucher_redeem/counter').toMatchObject({ redeem_date: `${day} 13:30:00` });
  await bookingInput.fill('B-1');
  await userEvent.keyboard('{Enter}');
  expect((await waitForRequest(REDEEM_CALL)).body).toMatchObject({
    redeem_date: `${day} 13:30:00`,
    remark: 'The line was down',
  });
});

test('the form rejects a day too long ago without sending it', async () => {
  mockDesk(guestWithTwoCakes);
  await openGuest();
  await page.getByText('Change date or add a note').click();
  const redeemedOn = page.getByRole('textbox', { name: 'Redeemed on' });
  await redeemedOn.fill('2020-01-01');
  await bookingInput.fill('B-1');
  await userEvent.keyboard('{Enter}');
  await expect.element(redeemedOn).toBeInvalid();
  expect(await findRequests(REDEEM_CALL)).toEqual([]);
  expect((await findRequests('GET /api/voucher_redeem/counter')).map(({ query }) => query['redeem_date'])).toEqual([
    undefined,
  ]);
});

describe('a redemption after another front desk was faster', () => {
  test("shows the server's message and the current vouchers", async () => {
    const guest = deskGuest({}, { vouchers: [CAKE_VOUCHER] });
    const reason = 'This voucher was redeemed on 4 May 2026 at Laksmira Jakarta Menteng by Quick (R7).';
    mockDesk(guest);
    await openGuest();
    await bookingInput.fill('B-1');
    mockResponse(REDEEM_CALL, () =>
      HttpResponse.json({ error: 'already_redeemed', message: reason, request_id: 'r-1' }, { status: 409 }),
    );
    mockDesk(deskGuest({}, { vouchers: [{ ...CAKE_VOUCHER, rejection: 'already_redeemed', reason }] }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Nothing redeemable now at Laksmira Jakarta Menteng')).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: CAKE_VOUCHER.voucher_no }))
      .toMatchTextContent(reason);
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
    await expectAccessible();
    expect(await findRequests(REDEEM_CALL)).toHaveLength(1);
  });

  test('shows the rejection above the form and keeps its input if there is another voucher', async () => {
    mockDesk(deskGuest({}, { vouchers: [CAKE_VOUCHER, DINNER_VOUCHER] }));
    await openConsole(`${PATH}/7/2`, { user: FRONT_DESK });
    await bookingInput.fill('B-1');
    mockResponse(REDEEM_CALL, () => rejection(409, 'already_redeemed'));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('The server says already_redeemed.');
    await expect.element(bookingInput).toHaveValue('B-1');
    await expect.element(redeemButton).toBeVisible();
    await expectAccessible();
  });
});

describe('a redemption without a response', () => {
  for (const [situation, resolver] of [
    ['the line is broken', networkError],
    ['the server fails', () => rejection(503, 'unavailable')],
  ] as const)
    test(`shows an error, and resends the same request with the same key: ${situation}`, async () => {
      mockDesk(guestWithTwoCakes);
      await openGuest();
      await bookingInput.fill('B-1');
      mockResponse(REDEEM_CALL, resolver);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('alert')).toMatchTextContent('We didn’t get an answer.');
      await expectAccessible();
      const firstRequest = await waitForRequest(REDEEM_CALL);
      mockResponse(REDEEM_CALL, respondRedeemed);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.element(redeemedHeading).toBeVisible();
      const [, retryRequest, ...otherRequests] = await findRequests(REDEEM_CALL);
      expect(otherRequests).toEqual([]);
      expect(retryRequest?.body).toEqual(firstRequest.body);
      expect(retryRequest?.headers.get('idempotency-key')).toBe(firstRequest.headers.get('idempotency-key'));
    });

  test('sends a changed request under a new key', async () => {
    mockDesk(guestWithTwoCakes);
    await openGuest();
    await bookingInput.fill('B-1');
    mockResponse(REDEEM_CALL, networkError);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    const firstRequest = await waitForRequest(REDEEM_CALL);
    mockResponse(REDEEM_CALL, respondRedeemed);
    await bookingInput.fill('B-2');
    await userEvent.keyboard('{Enter}');
    await expect.element(redeemedHeading).toBeVisible();
    const retryRequest = await waitForRequest(REDEEM_CALL);
    expect(retryRequest.body).toMatchObject({ booking_no: 'B-2' });
    expect(retryRequest.headers.get('idempotency-key')).not.toBe(firstRequest.headers.get('idempotency-key'));
  });
});
