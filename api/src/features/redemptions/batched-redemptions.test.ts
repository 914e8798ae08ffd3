import { expect, test } from 'vitest';
import { startBills } from '../visits/bill-helpers.ts';

/**
 * Simultaneous redemptions by a hotel's own system: few transactions write them, and each response is the same as if it
 * had come alone.
 */

const MAX_CONCURRENT = 24;
const { db, here, there, card, voucher, memberOf, member, held, system } = await startBills(MAX_CONCURRENT);
const foreign = await card({ member_id: (await memberOf(there)).id, hotel_id: there });

let count = 0;
type Sent = Record<string, unknown>;
const body = (over: Sent): Sent => ({ booking_no: `B-${(count += 1)}`, staff_name: 'Till 3', ...over });
const createVoucher = (over: Sent = {}) => voucher({ member_card_id: held.id, ...over });
const newVouchers = (n: number) => Promise.all(Array.from({ length: n }, () => createVoucher()));
const redeem = (sent: Sent, headers?: Record<string, string>) => system.request('POST', 'redemptions', sent, headers);
/** Redemptions that start first, so that all later ones are batched. */
const others = async () => {
  const vouchers = await newVouchers(8);
  return () => vouchers.map(({ id }) => redeem(body({ member_voucher_id: id })));
};

test('concurrent redemptions are written by few transactions, each one once', async () => {
  const sent = (await newVouchers(MAX_CONCURRENT)).map(({ id }) => body({ member_voucher_id: id }));
  const replies = await Promise.all(sent.map((one) => redeem(one)));
  expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(replies.map(({ body: { data } }) => [data.member_voucher_id, data.booking_no])).toEqual(
    sent.map(({ member_voucher_id, booking_no }) => [member_voucher_id, booking_no]),
  );
  for (const { body: response, text } of replies)
    expect((await system.request('GET', `redemptions/${response.data.id}`)).text).toBe(text);
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(distinct xmin::text)::int as n from voucher_redeem where member_voucher_id = any($1)',
    [sent.map(({ member_voucher_id }) => member_voucher_id)],
  );
  expect(rows[0]?.n).toBeLessThan(MAX_CONCURRENT / 2);
});

/**
 * Redemptions with a distinctive response; each call returns an equal one. `sent` is the body, `before` a redemption to
 * do first.
 */
const KINDS: Readonly<Record<string, () => Promise<{ sent: Sent; before?: Sent }>>> = {
  'by id': async () => ({ sent: body({ member_voucher_id: (await createVoucher()).id }) }),
  'by number': async () => ({ sent: body({ voucher_no: (await createVoucher()).voucher_no }) }),
  'with its member': async () => ({
    sent: body({ member_voucher_id: (await createVoucher()).id, member_id: member.id }),
  }),
  'of another hotel’s member, by number': async () => ({
    sent: body({ voucher_no: (await createVoucher({ member_card_id: foreign.id })).voucher_no }),
  }),
  'of another hotel’s member, by id': async () => ({
    sent: body({ member_voucher_id: (await createVoucher({ member_card_id: foreign.id })).id }),
  }),
  'with another member’s id': async () => ({
    sent: body({ voucher_no: (await createVoucher({ member_card_id: foreign.id })).voucher_no, member_id: member.id }),
  }),
  'with another voucher’s id': async () => ({
    sent: body({ voucher_no: (await createVoucher()).voucher_no, member_voucher_id: (await createVoucher()).id }),
  }),
  'at another hotel': async () => ({
    sent: body({ member_voucher_id: (await createVoucher()).id, redeem_hotel_id: there }),
  }),
  'valid only at another hotel': async () => ({
    sent: body({ member_voucher_id: (await createVoucher({ restrict_hotel_id: there })).id }),
  }),
  'that begins next month': async () => ({
    sent: body({ member_voucher_id: (await createVoucher({ redeem_date: '2026-06-01' })).id }),
  }),
  'of tomorrow': async () => ({
    sent: body({ member_voucher_id: (await createVoucher()).id, redeem_date: '2026-05-23 09:30:00' }),
  }),
  'of a date long ago': async () => ({
    sent: body({ member_voucher_id: (await createVoucher()).id, redeem_date: '2025-01-01 09:30:00' }),
  }),
  'without a voucher': async () => ({ sent: body({}) }),
  'with an unknown number': async () => ({ sent: body({ voucher_no: 'AAAA AAAA AAAA' }) }),
  'without a booking': async () => ({ sent: body({ member_voucher_id: (await createVoucher()).id, booking_no: '' }) }),
  'with an unknown field': async () => ({
    sent: body({ member_voucher_id: (await createVoucher()).id, nonsense: 1 }),
  }),
  'with a list as the number': async () => ({ sent: body({ voucher_no: [1] }) }),
  'sent as a form': async () => ({ sent: body({ remark: Buffer.from('x') }) }),
  'that was made before': async () => {
    const { id } = await createVoucher();
    const before = body({ member_voucher_id: id });
    return { before, sent: body({ member_voucher_id: id }) };
  },
};

test.each(Object.entries(KINDS))('a redemption %s gets the same response in a batch as alone', async (_, make) => {
  const [alone, batched, neighbours] = [await make(), await make(), await others()];
  for (const { before } of [alone, batched]) if (before) expect((await redeem(before)).status).toBe(201);
  const shown = await redeem(alone.sent);
  const [reply] = (await Promise.all([...neighbours(), redeem(batched.sent)])).slice(-1);
  expect([reply?.status, plain(reply?.text ?? '')]).toEqual([shown.status, plain(shown.text)]);
});

/** A response without the values that differ for every redemption. */
const plain = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/\b(B-|R)\d+/gu, '…')
      .replaceAll(/"[0-9A-Z]{12}"/gu, '"…"')
      .replaceAll(/"(id|request_id|version|member_voucher_id|created_at|updated_at)" ?: ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('one of two concurrent redemptions of one voucher succeeds, and the other is rejected', async () => {
  const { id } = await createVoucher();
  const neighbours = (await others())();
  const both = (
    await Promise.all([...neighbours, redeem(body({ member_voucher_id: id })), redeem(body({ member_voucher_id: id }))])
  ).slice(-2);
  const [done, rejected] = both.toSorted((a, b) => a.status - b.status);
  expect([done?.status, rejected?.status]).toEqual([201, 409]);
  const { message } = JSON.parse(rejected?.text ?? '') as { message: string }; // the call's own definition checks it
  expect(message).toContain(String(done?.body.data.redeem_no));
});

test('a foreign voucher is rejected by id even if the same batch has its number', async () => {
  const { id, voucher_no } = await createVoucher({ member_card_id: foreign.id });
  const neighbours = (await others())();
  const both = [redeem(body({ member_voucher_id: id })), redeem(body({ voucher_no }))];
  const [byId, byNumber] = (await Promise.all([...neighbours, ...both])).slice(-2);
  expect([byId?.status, byNumber?.status]).toEqual([422, 201]);
});

test('a redemption of a card switched off concurrently is rejected, and the others succeed', async () => {
  const off = await card({ member_id: (await memberOf(here)).id, hotel_id: here });
  const last = await createVoucher({ member_card_id: off.id });
  const neighbours = await others();
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('update member_card set is_active = false where id = $1', [off.id]);
    const waiting = [...neighbours(), redeem(body({ member_voucher_id: last.id }))];
    await expect
      .poll(async () => (await db.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount)
      .toBeGreaterThan(0);
    await client.query('commit');
    const replies = await Promise.all(waiting);
    expect(replies.map(({ status }) => status)).toEqual([...replies.slice(1).map(() => 201), 409]);
    expect(replies.at(-1)?.text).toContain('card_inactive');
  } finally {
    client.release();
  }
});
