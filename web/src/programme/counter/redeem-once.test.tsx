// Core test: every redemption.
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { CAKE, DINNER, counterGuest, counterVoucher, playCounter, playOneHotel } from '../../testing/counter.ts';
import { FRONT_DESK } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, broken, held, refusal } from '../../testing/played-server.ts';
import { expectAsked, requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/finance/voucher-redeem/wizard';
const CALL = 'POST /api/voucher_redeem';
const booking = page.getByRole('textbox', { name: 'Booking number' });
const staff = page.getByRole('textbox', { name: 'Staff name' });
const redeem = page.getByRole('button', { name: 'Redeem', exact: true });
const done = page.getByRole('heading', { name: 'Redeemed', exact: true });
const redeemed = () => HttpResponse.json({ data: row('voucher_redeem', 41, { redeem_no: 'R41' }) }, { status: 201 });
/** Two cakes, which are one choice. */
const twoCakes = counterGuest({}, { vouchers: [CAKE, counterVoucher(4)] });

beforeEach(() => playOneHotel());

async function open(): Promise<void> {
  await openConsole(`${PATH}/7`, { user: FRONT_DESK });
  await expect.element(booking).toHaveFocus();
}

describe('a missing value', () => {
  test('is said at its field, which gets the focus, and nothing is sent', async () => {
    playCounter(twoCakes);
    await open();
    await userEvent.keyboard('{Enter}');
    await expect.element(booking).toHaveAccessibleDescription('Please fill this in.');
    await expect.element(booking).toHaveFocus();
    await booking.fill('B-1');
    await staff.fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(staff).toHaveAccessibleDescription('Please fill this in.');
    await expect.element(staff).toHaveFocus();
    await expect.element(booking).not.toHaveAccessibleDescription();
    await expectAccessible();
    expect(await requests(CALL)).toEqual([]);
  });

  test('may be the voucher itself: the focus goes to where one is chosen', async () => {
    playCounter(counterGuest({}, { vouchers: [DINNER, CAKE] }));
    await openConsole(`${PATH}/7`, { user: FRONT_DESK });
    await expect.element(page.getByText('Choose a voucher')).toBeVisible();
    await booking.fill('B-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('radio', { name: DINNER.name })).toHaveFocus();
    expect(await requests(CALL)).toEqual([]);
  });
});

test('the colleague who relieves the clerk is remembered for the next guest', async () => {
  playCounter(twoCakes);
  await open();
  await booking.fill('B-1');
  await staff.fill(' Sari ');
  await userEvent.keyboard('{Enter}');
  expect((await sent(CALL)).body).toMatchObject({ staff_name: 'Sari' });
  await expect.element(page.getByRole('button', { name: 'Next guest' })).toHaveFocus();
  await page.getByRole('button', { name: 'Another voucher of this guest' }).click();
  await expect.element(booking).toHaveFocus();
  await expect.element(staff).toHaveValue('Sari');
  await expect.element(booking).toHaveValue('');
});

test('a second click or Enter sends nothing more', async () => {
  const wait = held(redeemed);
  playCounter(twoCakes);
  answer(CALL, wait.resolver);
  await open();
  await booking.fill('B-1');
  // Two presses before anything is drawn anew, two clicks, and one more Enter.
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

test('another time and a remark travel along, and the vouchers are judged by that day', async () => {
  playCounter(twoCakes);
  await open();
  const day = new Date(Date.now() - 2 * 86_400_000).toLocaleDateString('sv');
  await page.getByText('Another time, or a remark').click();
  await page.getByRole('textbox', { name: 'Redeemed on' }).fill(day);
  await userEvent.tab();
  await page.getByRole('textbox', { name: 'Time' }).fill('13:30');
  await page.getByRole('textbox', { name: 'Remark' }).fill('The line was down');
  await expectAsked('GET /api/voucher_redeem/counter').toMatchObject({ redeem_date: `${day} 13:30:00` });
  await booking.fill('B-1');
  await userEvent.keyboard('{Enter}');
  expect((await sent(CALL)).body).toMatchObject({ redeem_date: `${day} 13:30:00`, remark: 'The line was down' });
});

test('a day that is too long ago is refused before anything is sent', async () => {
  playCounter(twoCakes);
  await open();
  await page.getByText('Another time, or a remark').click();
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

describe('when another counter was faster', () => {
  test('the words of the server are shown, and the vouchers as they are now', async () => {
    const before = counterGuest({}, { vouchers: [CAKE] });
    const reason = 'This voucher was redeemed on 4 May 2026 at Laksmira Jakarta Menteng by Quick (R7).';
    playCounter(before);
    await open();
    await booking.fill('B-1');
    answer(CALL, () =>
      HttpResponse.json({ error: 'already_redeemed', message: reason, request_id: 'r-1' }, { status: 409 }),
    );
    playCounter(counterGuest({}, { vouchers: [{ ...CAKE, refusal: 'already_redeemed', reason }] }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Nothing can be honoured at Laksmira Jakarta Menteng now.')).toBeVisible();
    await expect.element(page.getByRole('listitem').filter({ hasText: CAKE.voucher_no })).toMatchTextContent(reason);
    await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
    await expectAccessible();
    expect(await requests(CALL)).toHaveLength(1);
  });

  test('and there is another voucher, the refusal stands above the form, which keeps what was typed', async () => {
    playCounter(counterGuest({}, { vouchers: [CAKE, DINNER] }));
    await openConsole(`${PATH}/7/2`, { user: FRONT_DESK });
    await booking.fill('B-1');
    answer(CALL, () => refusal(409, 'already_redeemed'));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toMatchTextContent('The server says already_redeemed.');
    await expect.element(booking).toHaveValue('B-1');
    await expect.element(redeem).toBeVisible();
    await expectAccessible();
  });
});

describe('when no answer comes', () => {
  for (const [how, lost] of [
    ['the line is broken', broken],
    ['the server fails', () => refusal(503, 'unavailable')],
  ] as const)
    test(`it says so, and sends the same under the same key again: ${how}`, async () => {
      playCounter(twoCakes);
      await open();
      await booking.fill('B-1');
      answer(CALL, lost);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('alert')).toMatchTextContent('No answer came, so it may have been done.');
      await expectAccessible();
      const first = await sent(CALL);
      answer(CALL, redeemed);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.element(done).toBeVisible();
      const [, again, ...more] = await requests(CALL);
      expect(more).toEqual([]);
      expect(again?.body).toEqual(first.body);
      expect(again?.headers.get('idempotency-key')).toBe(first.headers.get('idempotency-key'));
    });

  test('a changed request is a new one, under another key', async () => {
    playCounter(twoCakes);
    await open();
    await booking.fill('B-1');
    answer(CALL, broken);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    const first = await sent(CALL);
    answer(CALL, redeemed);
    await booking.fill('B-2');
    await userEvent.keyboard('{Enter}');
    await expect.element(done).toBeVisible();
    const again = await sent(CALL);
    expect(again.body).toMatchObject({ booking_no: 'B-2' });
    expect(again.headers.get('idempotency-key')).not.toBe(first.headers.get('idempotency-key'));
  });
});
