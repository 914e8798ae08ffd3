// Core test: every redemption.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE, DINNER, deskGuest, deskVoucher, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, broken, held, rejection } from '../../testing/mock-server.ts';
import { expectQuery, requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/finance/voucher-redeem/wizard';
const CALL = 'POST /api/voucher_redeem';
const booking = page.getByRole('textbox', { name: 'Booking number' });
const staff = page.getByRole('textbox', { name: 'Staff name' });
const redeem = page.getByRole('button', { name: 'Redeem', exact: true });
const done = page.getByRole('heading', { name: 'Redeemed', exact: true });
const redeemed = () => HttpResponse.json({ data: row('voucher_redeem', 41, { redeem_no: 'R41' }) }, { status: 201 });
/** Two equal cakes count as one choice. */
const twoCakes = deskGuest({}, { vouchers: [CAKE, deskVoucher(4)] });

beforeEach(() => mockOneHotel());

async function open(): Promise<void> {
  await openConsole(`${PATH}/7`, { user: FRONT_DESK });
  await expect.element(booking).toHaveFocus();
}

describe('a missing value', () => {
  test('is reported at its field, which gets the focus, and nothing is sent', async () => {
    mockDesk(twoCakes);
    await open();
    await userEvent.keyboard('{Enter}');
    await expect.element(booking).toHaveAccessibleDescription('This field is required.');
    await expect.element(booking).toHaveFocus();
    await booking.fill('B-1');
    await staff.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(staff).toHaveAccessibleDescription('This field is required.');
    await expect.element(staff).toHaveFocus();
    await expect.element(booking).not.toHaveAccessibleDescription();
    await expectAccessible();
    expect(await requests(CALL)).toEqual([]);
  });

  test('may be the voucher: the focus moves to the voucher choice', async () => {
    mockDesk(deskGuest({}, { vouchers: [DINNER, CAKE] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await expect.element(page.getByText('Select a voucher')).toBeVisible();
    await booking.fill('B-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('radio', { name: DINNER.name })).toHaveFocus();
    expect(await requests(CALL)).toEqual([]);
  });
});

test("the form remembers the relieving colleague's name for the next guest", async () => {
  mockDesk(twoCakes);
  await open();
  await booking.fill('B-1');
  await staff.fill(' Sari ');
  await userEvent.keyboard('{Enter}');
  expect((await sent(CALL)).body).toMatchObject({ staff_name: 'Sari' });
  await expect.element(page.getByRole('button', { name: 'Next guest' })).toHaveFocus();
  await page.getByRole('button', { name: 'Another voucher for this guest' }).click();
  await expect.element(booking).toHaveFocus();
  await expect.element(staff).toHaveValue('Sari');
  await expect.element(booking).toHaveValue('');
});

test('the form sends nothing more on a second click or Enter', async () => {
  const wait = held(redeemed);
  mockDesk(twoCakes);
  mockResponse(CALL, wait.resolver);
  await open();
  await booking.fill('B-1');
  // Two submits before a re-render, two clicks and one more Enter.
  const form = redeem.element().closest('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await redeem.dblClick({ force: true });
  await expect.element(redeem).toHaveAttribute('aria-busy', 'true');
  await booking.click();
  await userEvent.keyboard('{Enter}');
  wait.release();
  await expect.element(done).toBeVisible();
  expect(await requests(CALL)).toHaveLength(1);
});

test('the form sends another time and a remark, and evaluates the vouchers for that day', async () => {
  mockDesk(twoCakes);
  await open();
  const day = new Date(Date.now() - 2 * 86_400_000).toLocaleDateString('sv');
  await page.getByText('Change date or add a note').click();
  await page.getByRole('textbox', { name: 'Redeemed on' }).fill(day);
  await userEvent.tab();
  await page.getByRole('textbox', { name: 'Time' }).fill('13:30');
  await page.getByRole('textbox', { name: 'Remark' }).fill('The line was down');
  await expectQuery('GET /api/voucher_redeem/counter').toMatchObject({ redeem_date: `${day} 13:30:00` });
  await booking.fill('B-1');
  await userEvent.keyboard('{Enter}');
  expect((await sent(CALL)).body).toMatchObject({ redeem_date: `${day} 13:30:00`, remark: 'The line was down' });
});

test('the form rejects a day too long ago without sending it', async () => {
  mockDesk(twoCakes);
  await open();
  await page.getByText('Change date or add a note').click();
  const on = page.getByRole('textbox', { name: 'Redeemed on' });
  await on.fill('2020-01-01');
  await booking.fill('B-1');
  await userEvent.keyboard('{Enter}');
  await expect.element(on).toBeInvalid();
  expect(await requests(CALL)).toEqual([]);
  expect((await requests('GET /api/voucher_redeem/counter')).map(({ query }) => query['redeem_date'])).toEqual([
    undefined,
  ]);
});

describe('a redemption after another front desk was faster', () => {
  test("shows the server's message and the current vouchers", async () => {
    const before = deskGuest({}, { vouchers: [CAKE] });
    const reason = 'This voucher was redeemed on 4 May 2026 at Laksmira Jakarta Menteng by Quick (R7).';
    mockDesk(before);
    await open();
    await booking.fill('B-1');
    mockResponse(CALL, () =>
      HttpResponse.json({ error: 'already_redeemed', message: reason, request_id: 'r-1' }, { status: 409 }),
    );
    mockDesk(deskGuest({}, { vouchers: [{ ...CAKE, rejection: 'already_redeemed', reason }] }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Nothing redeemable now at Laksmira Jakarta Menteng')).toBeVisible();
    await expect.element(page.getByRole('listitem').filter({ hasText: CAKE.voucher_no })).toMatchTextContent(reason);
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
    await expectAccessible();
    expect(await requests(CALL)).toHaveLength(1);
  });

  test('shows the rejection above the form and keeps its input if there is another voucher', async () => {
    mockDesk(deskGuest({}, { vouchers: [CAKE, DINNER] }));
    await openConsole(`${PATH}/7/2`, { user: FRONT_DESK });
    await booking.fill('B-1');
    mockResponse(CALL, () => rejection(409, 'already_redeemed'));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('The server says already_redeemed.');
    await expect.element(booking).toHaveValue('B-1');
    await expect.element(redeem).toBeVisible();
    await expectAccessible();
  });
});

describe('a redemption without a response', () => {
  for (const [how, failure] of [
    ['the line is broken', broken],
    ['the server fails', () => rejection(503, 'unavailable')],
  ] as const)
    test(`says so, and resends the same request with the same key: ${how}`, async () => {
      mockDesk(twoCakes);
      await open();
      await booking.fill('B-1');
      mockResponse(CALL, failure);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('alert')).toMatchTextContent('We didn’t get an answer.');
      await expectAccessible();
      const first = await sent(CALL);
      mockResponse(CALL, redeemed);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.element(done).toBeVisible();
      const [, again, ...more] = await requests(CALL);
      expect(more).toEqual([]);
      expect(again?.body).toEqual(first.body);
      expect(again?.headers.get('idempotency-key')).toBe(first.headers.get('idempotency-key'));
    });

  test('sends a changed request under a new key', async () => {
    mockDesk(twoCakes);
    await open();
    await booking.fill('B-1');
    mockResponse(CALL, broken);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    const first = await sent(CALL);
    mockResponse(CALL, redeemed);
    await booking.fill('B-2');
    await userEvent.keyboard('{Enter}');
    await expect.element(done).toBeVisible();
    const again = await sent(CALL);
    expect(again.body).toMatchObject({ booking_no: 'B-2' });
    expect(again.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'));
  });
});
