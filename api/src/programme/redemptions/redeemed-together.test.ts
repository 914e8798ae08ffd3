import { expect, test } from 'vitest';
import { startBills } from '../visits/test-bills.ts';

/** Redemptions of a hotel's own system at the same moment: written by few transactions, each answered as if it had come alone. */

const AT_ONCE = 24;
const { db, here, there, card, voucher, memberOf, member, held, system } = await startBills(AT_ONCE);
const foreign = await card({ member_id: (await memberOf(there)).id, hotel_id: there });

let count = 0;
type Sent = Record<string, unknown>;
const body = (over: Sent): Sent => ({ booking_no: `B-${(count += 1)}`, staff_name: 'Till 3', ...over });
const fresh = (over: Sent = {}) => voucher({ member_card_id: held.id, ...over });
const freshOnes = (n: number) => Promise.all(Array.from({ length: n }, () => fresh()));
const redeem = (sent: Sent, headers?: Record<string, string>) => system.ask('POST', 'redemptions', sent, headers);
/** Those that go at once, so that all others of the moment are gathered. */
const others = async () => {
  const vouchers = await freshOnes(8);
  return () => vouchers.map(({ id }) => redeem(body({ member_voucher_id: id })));
};

test('redemptions of one moment are written by few transactions, each once', async () => {
  const sent = (await freshOnes(AT_ONCE)).map(({ id }) => body({ member_voucher_id: id }));
  const replies = await Promise.all(sent.map((one) => redeem(one)));
  expect(replies.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(replies.map(({ body: { data } }) => [data.member_voucher_id, data.booking_no])).toEqual(
    sent.map(({ member_voucher_id, booking_no }) => [member_voucher_id, booking_no]),
  );
  for (const { body: answer, text } of replies)
    expect((await system.ask('GET', `redemptions/${answer.data.id}`)).text).toBe(text);
  const { rows } = await db.pool.query<{ n: number }>(
    'select count(distinct xmin::text)::int as n from voucher_redeem where member_voucher_id = any($1)',
    [sent.map(({ member_voucher_id }) => member_voucher_id)],
  );
  expect(rows[0]?.n).toBeLessThan(AT_ONCE / 2);
});

/** A redemption that has its own answer, twice alike: the body, and another that was done before it. */
const KINDS: Readonly<Record<string, () => Promise<{ sent: Sent; before?: Sent }>>> = {
  'by id': async () => ({ sent: body({ member_voucher_id: (await fresh()).id }) }),
  'by number': async () => ({ sent: body({ voucher_no: (await fresh()).voucher_no }) }),
  'with its member': async () => ({ sent: body({ member_voucher_id: (await fresh()).id, member_id: member.id }) }),
  'of another hotel’s member, by number': async () => ({
    sent: body({ voucher_no: (await fresh({ member_card_id: foreign.id })).voucher_no }),
  }),
  'of another hotel’s member, by id': async () => ({
    sent: body({ member_voucher_id: (await fresh({ member_card_id: foreign.id })).id }),
  }),
  'of another member than is said': async () => ({
    sent: body({ voucher_no: (await fresh({ member_card_id: foreign.id })).voucher_no, member_id: member.id }),
  }),
  'of another voucher than is said': async () => ({
    sent: body({ voucher_no: (await fresh()).voucher_no, member_voucher_id: (await fresh()).id }),
  }),
  'at another hotel': async () => ({ sent: body({ member_voucher_id: (await fresh()).id, redeem_hotel_id: there }) }),
  'good at another hotel alone': async () => ({
    sent: body({ member_voucher_id: (await fresh({ restrict_hotel_id: there })).id }),
  }),
  'that begins next month': async () => ({
    sent: body({ member_voucher_id: (await fresh({ redeem_date: '2026-06-01' })).id }),
  }),
  'of tomorrow': async () => ({
    sent: body({ member_voucher_id: (await fresh()).id, redeem_date: '2026-05-23 09:30:00' }),
  }),
  'of long ago': async () => ({
    sent: body({ member_voucher_id: (await fresh()).id, redeem_date: '2025-01-01 09:30:00' }),
  }),
  'of no voucher': async () => ({ sent: body({}) }),
  'of nobody’s number': async () => ({ sent: body({ voucher_no: 'AAAA AAAA AAAA' }) }),
  'without a booking': async () => ({ sent: body({ member_voucher_id: (await fresh()).id, booking_no: '' }) }),
  'with a field that there is not': async () => ({
    sent: body({ member_voucher_id: (await fresh()).id, nonsense: 1 }),
  }),
  'with a list for a number': async () => ({ sent: body({ voucher_no: [1] }) }),
  'sent as a form': async () => ({ sent: body({ remark: Buffer.from('x') }) }),
  'that is done': async () => {
    const { id } = await fresh();
    const before = body({ member_voucher_id: id });
    return { before, sent: body({ member_voucher_id: id }) };
  },
};

test.each(Object.entries(KINDS))('a redemption %s is answered among others as it is alone', async (_, make) => {
  const [alone, among, beside] = [await make(), await make(), await others()];
  for (const { before } of [alone, among]) if (before) expect((await redeem(before)).status).toBe(201);
  const told = await redeem(alone.sent);
  const [reply] = (await Promise.all([...beside(), redeem(among.sent)])).slice(-1);
  expect([reply?.status, plain(reply?.text ?? '')]).toEqual([told.status, plain(told.text)]);
});

/** An answer without what is every redemption's own. */
const plain = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/\b(B-|R)\d+/gu, '…')
      .replaceAll(/"[0-9A-Z]{12}"/gu, '"…"')
      .replaceAll(/"(id|request_id|version|member_voucher_id|created_at|updated_at)" ?: ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('of one voucher twice at the same moment, one is done, and the other is told of it', async () => {
  const { id } = await fresh();
  const beside = (await others())();
  const both = (
    await Promise.all([...beside, redeem(body({ member_voucher_id: id })), redeem(body({ member_voucher_id: id }))])
  ).slice(-2);
  const [done, refused] = both.toSorted((a, b) => a.status - b.status);
  expect([done?.status, refused?.status]).toEqual([201, 409]);
  const { message } = JSON.parse(refused?.text ?? '') as { message: string }; // the call's own definition checks it
  expect(message).toContain(String(done?.body.data.redeem_no));
});

test('of another hotel’s member by id is refused, though another of the same moment says its number', async () => {
  const { id, voucher_no } = await fresh({ member_card_id: foreign.id });
  const beside = (await others())();
  const both = [redeem(body({ member_voucher_id: id })), redeem(body({ voucher_no }))];
  const [byId, byNumber] = (await Promise.all([...beside, ...both])).slice(-2);
  expect([byId?.status, byNumber?.status]).toEqual([422, 201]);
});

test('of a card that is switched off in the same moment is refused, and the others are done', async () => {
  const off = await card({ member_id: (await memberOf(here)).id, hotel_id: here });
  const last = await fresh({ member_card_id: off.id });
  const beside = await others();
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('update member_card set is_active = false where id = $1', [off.id]);
    const waiting = [...beside(), redeem(body({ member_voucher_id: last.id }))];
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
