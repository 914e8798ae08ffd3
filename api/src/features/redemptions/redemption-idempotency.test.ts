// Core test: a voucher is redeemed once.
import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { parseList, parseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** The specification's rules about redeeming; each sentence precedes its test. */

const RACERS = 20;
const api = await startTestApp({ connections: RACERS });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { voucher, redeem, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);
const [h1, h2] = [baseRecords.hotel, await createHotel(db, baseRecords.country)];

const NOW = new Date('2026-05-22T03:00:00Z');
api.setClock(NOW);
const redeem_date = '2026-05-22 02:00:00';

const readRedemptions = async (id: number, deleted: '' | '&deleted=1' = '') =>
  parseList(
    getResource('voucher_redeem'),
    await call(app, admin.token, 'GET', `/api/voucher_redeem?member_voucher_id=${id}${deleted}`),
  );
const readHistory = async (path: string) =>
  (
    await call<{ data: { action: string; at: string; by: unknown; changes: Record<string, unknown> }[] }>(
      app,
      admin.token,
      'GET',
      `/api/${path}/history`,
    )
  ).body.data;

/**
 * Given an unused D, when redeemed at H2 with booking_no and staff_name, then status is redeemed, redeem_no is unique,
 * redeem_hotel is H2 and the member page shows it.
 */
test('an unused voucher is redeemed at another hotel with a unique redemption number', async () => {
  const [memberVoucher, anotherVoucher] = [await voucher(), await voucher()];
  const input = { redeem_date, redeem_hotel_id: h2, booking_no: 'B-1', staff_name: 'Ayu' };
  const redemption = parseWritten(await redeem(memberVoucher, input));
  expect(redemption).toMatchObject({ redeem_hotel: { id: h2 }, booking_no: 'B-1', staff_name: 'Ayu' });
  expect(parseWritten(await redeem(anotherVoucher, input)).redeem_no).not.toBe(redemption.redeem_no);
  expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'redeemed' });
  const page = await call(app, admin.token, 'GET', `/api/voucher_redeem?member_id=${Number(memberVoucher.member_id)}`);
  expect(parseList(getResource('voucher_redeem'), page)).toMatchObject([
    { id: redemption.id, redeem_hotel: { id: h2 } },
  ]);
});

/**
 * Given one unused D, when 20 redemptions are sent at once, then exactly one succeeds, 19 get 409, and one
 * VoucherRedeem row exists.
 */
test('one of 20 concurrent redemptions succeeds, and 19 return 409', async () => {
  const memberVoucher = await voucher();
  const replies = await Promise.all(Array.from({ length: RACERS }, () => redeem(memberVoucher, { redeem_date })));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(RACERS - 1);
  expect(await readRedemptions(memberVoucher.id, '&deleted=1')).toHaveLength(1);
});

test('restoring a voided redemption waits for a concurrent redemption and is rejected', async () => {
  const memberVoucher = await voucher();
  const { id } = parseWritten(await redeem(memberVoucher, { redeem_date }));
  await remove('voucher_redeem', id);
  const redeeming = await db.pool.connect();
  try {
    await redeeming.query('begin');
    await redeeming.query('select from member_voucher where id = $1 for no key update', [memberVoucher.id]);
    const restoreReply = call(app, admin.token, 'POST', `/api/voucher_redeem/${id}/restore`);
    const waitQuery = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await db.pool.query(waitQuery)).rowCount === 0);
    await redeeming.query(
      `insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
       select member_voucher_id, redeem_hotel_id, redeem_date, 'B-2', 'Ayu' from voucher_redeem where id = $1`,
      [id],
    );
    await redeeming.query('commit');
    expectError(await restoreReply, 409, 'already_redeemed');
  } finally {
    redeeming.release();
  }
  expect(await readRedemptions(memberVoucher.id)).toMatchObject([{ booking_no: 'B-2' }]);
});

/** Given a restricted N issued at H1, when redeemed at H2, then it is rejected naming H1; at H1 it succeeds. */
test('a restricted voucher is rejected elsewhere with its hotel’s name, and succeeds there', async () => {
  const memberVoucher = await voucher({ restrict_hotel_id: h1 });
  const { message } = expectError(
    await redeem(memberVoucher, { redeem_date, redeem_hotel_id: h2 }),
    409,
    'wrong_hotel',
  );
  expect(message).toContain((await get('hotel', h1)).name);
  expect((await redeem(memberVoucher, { redeem_date, redeem_hotel_id: h1 })).status).toBe(201);
});

/**
 * Given an inactive card, an inactive or deleted member, or a deleted member voucher, when redeemed, then each is
 * rejected with its own reason.
 */
describe('a voucher that cannot be redeemed is rejected with its own reason', () => {
  test.each([
    [
      'an inactive card',
      'card_inactive',
      async (memberVoucher) => post(`member_card/${memberVoucher.member_card_id}`, { is_active: 0 }),
    ],
    [
      'an inactive member',
      'member_inactive',
      async (memberVoucher) => post(`member/${memberVoucher.member_id}`, { is_active: 0 }),
    ],
    ['a deleted member', 'member_inactive', async (memberVoucher) => remove('member', memberVoucher.member_id)],
    [
      'a deleted member voucher',
      'voucher_cancelled',
      async (memberVoucher) => remove('member_voucher', memberVoucher.id),
    ],
  ] satisfies [
    string,
    string,
    (memberVoucher: { id: number; member_id: number; member_card_id: number }) => Promise<unknown>,
  ][])('%s', async (_, code, end) => {
    const memberVoucher = await voucher();
    await end({
      id: memberVoucher.id,
      member_id: Number(memberVoucher.member_id),
      member_card_id: Number(memberVoucher.member_card_id),
    });
    expectError(await redeem(memberVoucher, { redeem_date }), 409, code);
    expect(await readRedemptions(memberVoucher.id, '&deleted=1')).toEqual([]);
  });
});

/** Given missing booking_no or staff_name, then 422 on that field and the voucher remains unused. */
test('a missing booking number or staff name is rejected at the field, and the voucher stays unused', async () => {
  const memberVoucher = await voucher();
  for (const missing of ['booking_no', 'staff_name'])
    expectInvalid(await redeem(memberVoucher, { redeem_date, [missing]: undefined }), missing);
  expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
});

/**
 * Given a redemption made by mistake, when a user with the right undoes it with a reason, then the voucher is usable
 * again, both events stay in history and reports net to zero.
 */
test('undoing a redemption with a reason frees the voucher, and both events stay in the history', async () => {
  const memberVoucher = await voucher();
  const redemption = parseWritten(await redeem(memberVoucher, { redeem_date }));
  const clerk = await createUser(db, { level: 'group', codes: ['VIEW_VOUCHER_REDEEM', 'STORE_VOUCHER_REDEEM'] });
  const path = `/api/voucher_redeem/${redemption.id}`;
  const body = { reason: 'Wrong guest' };
  expectError(await call(app, clerk.token, 'DELETE', path, { body }), 403, 'forbidden');
  const voidedRedemption = parseWritten(await call(app, admin.token, 'DELETE', path, { body }));
  expect(voidedRedemption).toMatchObject({ deleted_at: '2026-05-22 03:00:00', void_reason: 'Wrong guest' });

  expect(await get('member_voucher', memberVoucher.id)).toMatchObject({ state: 'available' });
  expect(await readHistory(`voucher_redeem/${redemption.id}`)).toMatchObject([
    { action: 'delete', by: { id: admin.id }, changes: { void_reason: [null, 'Wrong guest'] } },
    { action: 'create', by: { id: admin.id } },
  ]);
  expect(await readRedemptions(memberVoucher.id)).toEqual([]);
  expect((await redeem(memberVoucher, { redeem_date })).status).toBe(201);
});

/** Given a voided voucher, when redeemed, then it is rejected; the void shows who, when and why. */
test('a voided voucher is rejected; the void shows who, when and why', async () => {
  const memberVoucher = await voucher();
  const body = { _method: 'DELETE', reason: 'Sold by mistake.' };
  await call(app, admin.token, 'POST', `/api/member_voucher/${memberVoucher.id}`, { body });
  const reply = await redeem(memberVoucher, { redeem_date });
  const { message } = expectError(reply, 409, 'voucher_cancelled');
  expect(message).toBe('This voucher was cancelled on 22 May 2026 by staff-1: Sold by mistake.');
  expect(await get('member_voucher', memberVoucher.id)).toMatchObject({
    void_reason: 'Sold by mistake.',
    deleted_by: { id: admin.id },
  });
  expect(await readHistory(`member_voucher/${memberVoucher.id}`)).toMatchObject([
    { action: 'delete', by: { id: admin.id }, changes: { void_reason: [null, 'Sold by mistake.'] } },
    { action: 'create' },
  ]);
});

describe('the reason of a void', () => {
  test('is cleared when the record is restored, but stays in the history', async () => {
    const memberVoucher = await voucher();
    const redemption = parseWritten(await redeem(memberVoucher, { redeem_date }));
    const path = `/api/voucher_redeem/${redemption.id}`;
    await call(app, admin.token, 'DELETE', path, { body: { reason: 'Wrong guest' } });
    expect(parseWritten(await post(`voucher_redeem/${redemption.id}/restore`))).toMatchObject({ void_reason: null });
    expect(await readHistory(`voucher_redeem/${redemption.id}`)).toMatchObject([
      { action: 'restore', changes: { void_reason: ['Wrong guest', null] } },
      { action: 'delete', changes: { void_reason: [null, 'Wrong guest'] } },
      { action: 'create' },
    ]);
    expect(parseRecord(getResource('voucher_redeem'), await call(app, admin.token, 'GET', path))).toMatchObject({
      deleted_at: null,
    });
  });

  test('is a text of at most 500 characters', async () => {
    const redemption = parseWritten(await redeem(await voucher(), { redeem_date }));
    const send = (reason: unknown) =>
      call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason } });
    for (const invalidRemark of ['x'.repeat(501), 7, 'a\0b', ['x'], ' '])
      expectInvalid(await send(invalidRemark), 'reason');
    expect(parseWritten(await send('x'.repeat(500)))).toMatchObject({ void_reason: 'x'.repeat(500) });
  });

  test('applies to all records of a bulk void, and is not part of restoring', async () => {
    const ids = [await voucher(), await voucher()].map(({ id }) => id);
    expect((await post('member_voucher/destroyBulk', { ids, reason: 'Printed twice' })).status).toBe(200);
    for (const id of ids) expect(await get('member_voucher', id)).toMatchObject({ void_reason: 'Printed twice' });
    expectInvalid(await post('member_voucher/restoreBulk', { ids, reason: 'Found again' }), 'reason');
  });

  test('cannot be set in any other way', async () => {
    const memberVoucher = await voucher({ void_reason: 'Not so' });
    expect(memberVoucher).toMatchObject({ void_reason: null });
    expect(parseWritten(await post(`member_voucher/${memberVoucher.id}`, { void_reason: 'Nor so' }))).toMatchObject({
      void_reason: null,
    });
  });
});
