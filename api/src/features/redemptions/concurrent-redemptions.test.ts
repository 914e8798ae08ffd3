import { expect, test } from 'vitest';
import { startBillServer } from '../visits/bill-helpers.ts';

/**
 * Concurrent redemptions by a hotel's own system are independent of each other: each gets the response of a single one.
 */

const MAX_CONCURRENT = 24;
const { db, here, there, card, voucher, createMember, member, held, system } = await startBillServer(MAX_CONCURRENT);
const foreignCard = await card({ member_id: (await createMember(there)).id, hotel_id: there });

let count = 0;
type RequestBody = Record<string, unknown>;
const toBody = (overrides: RequestBody): RequestBody => ({
  booking_no: `B-${(count += 1)}`,
  staff_name: 'Till 3',
  ...overrides,
});
const createVoucher = (overrides: RequestBody = {}) => voucher({ member_card_id: held.id, ...overrides });
const createVouchers = (n: number) => Promise.all(Array.from({ length: n }, () => createVoucher()));
const redeem = (body: RequestBody, headers?: Record<string, string>) =>
  system.request('POST', 'redemptions', body, headers);
/** Other redemptions, to be sent at the same moment. */
const prepareConcurrentRedemptions = async () => {
  const vouchers = await createVouchers(8);
  return () => vouchers.map(({ id }) => redeem(toBody({ member_voucher_id: id })));
};

test('concurrent redemptions are written once each', async () => {
  const bodies = (await createVouchers(MAX_CONCURRENT)).map(({ id }) => toBody({ member_voucher_id: id }));
  const replies = await Promise.all(bodies.map((item) => redeem(item)));
  expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  expect(replies.map(({ body: { data } }) => [data.member_voucher_id, data.booking_no])).toEqual(
    bodies.map(({ member_voucher_id, booking_no }) => [member_voucher_id, booking_no]),
  );
  for (const { body: response, text } of replies)
    expect((await system.request('GET', `redemptions/${response.data.id}`)).text).toBe(text);
});

/**
 * Redemptions with a distinctive response; each call returns an equal one. `sent` is the body, `before` a redemption to
 * do first.
 */
const KINDS: Readonly<Record<string, () => Promise<{ sent: RequestBody; before?: RequestBody }>>> = {
  'by id': async () => ({ sent: toBody({ member_voucher_id: (await createVoucher()).id }) }),
  'by number': async () => ({ sent: toBody({ voucher_no: (await createVoucher()).voucher_no }) }),
  'with its member': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, member_id: member.id }),
  }),
  'of another hotel’s member, by number': async () => ({
    sent: toBody({ voucher_no: (await createVoucher({ member_card_id: foreignCard.id })).voucher_no }),
  }),
  'of another hotel’s member, by id': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher({ member_card_id: foreignCard.id })).id }),
  }),
  'with another member’s id': async () => ({
    sent: toBody({
      voucher_no: (await createVoucher({ member_card_id: foreignCard.id })).voucher_no,
      member_id: member.id,
    }),
  }),
  'with another voucher’s id': async () => ({
    sent: toBody({ voucher_no: (await createVoucher()).voucher_no, member_voucher_id: (await createVoucher()).id }),
  }),
  'at another hotel': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, redeem_hotel_id: there }),
  }),
  'valid only at another hotel': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher({ restrict_hotel_id: there })).id }),
  }),
  'that begins next month': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher({ redeem_date: '2026-06-01' })).id }),
  }),
  'of tomorrow': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, redeem_date: '2026-05-23 09:30:00' }),
  }),
  'of a date long ago': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, redeem_date: '2025-01-01 09:30:00' }),
  }),
  'without a voucher': async () => ({ sent: toBody({}) }),
  'with an unknown number': async () => ({ sent: toBody({ voucher_no: 'AAAA AAAA AAAA' }) }),
  'without a booking': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, booking_no: '' }),
  }),
  'with an unknown field': async () => ({
    sent: toBody({ member_voucher_id: (await createVoucher()).id, nonsense: 1 }),
  }),
  'with a list as the number': async () => ({ sent: toBody({ voucher_no: [1] }) }),
  'sent as a form': async () => ({ sent: toBody({ remark: Buffer.from('x') }) }),
  'that was made before': async () => {
    const { id } = await createVoucher();
    const before = toBody({ member_voucher_id: id });
    return { before, sent: toBody({ member_voucher_id: id }) };
  },
};

test.each(Object.entries(KINDS))(
  'a redemption %s gets the same response among others as alone',
  async (_, createCase) => {
    const [singleCases, concurrentCases, neighbours] = [
      await createCase(),
      await createCase(),
      await prepareConcurrentRedemptions(),
    ];
    for (const { before } of [singleCases, concurrentCases])
      if (before) expect((await redeem(before)).status).toBe(201);
    const singleReply = await redeem(singleCases.sent);
    const [reply] = (await Promise.all([...neighbours(), redeem(concurrentCases.sent)])).slice(-1);
    expect([reply?.status, normalise(reply?.text ?? '')]).toEqual([singleReply.status, normalise(singleReply.text)]);
  },
);

/** A response without the values that differ for every redemption. */
const normalise = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(/\b(B-|R)\d+/gu, '…')
      .replaceAll(/"[0-9A-Z]{12}"/gu, '"…"')
      .replaceAll(/"(id|request_id|version|member_voucher_id|created_at|updated_at)" ?: ?("[^"]*"|\d+)/gu, '"$1":0'),
  );

test('one of two concurrent redemptions of one voucher succeeds, and the other is rejected', async () => {
  const { id } = await createVoucher();
  const neighbours = (await prepareConcurrentRedemptions())();
  const replies = (
    await Promise.all([
      ...neighbours,
      redeem(toBody({ member_voucher_id: id })),
      redeem(toBody({ member_voucher_id: id })),
    ])
  ).slice(-2);
  const [acceptedReply, rejectedReply] = replies.toSorted((a, b) => a.status - b.status);
  expect([acceptedReply?.status, rejectedReply?.status]).toEqual([201, 409]);
  // Checked against the call's definition.
  const { message } = JSON.parse(rejectedReply?.text ?? '') as { message: string };
  expect(message).toContain(String(acceptedReply?.body.data.redeem_no));
});

test('a foreign voucher is rejected by id even if a concurrent request has its number', async () => {
  const { id, voucher_no } = await createVoucher({ member_card_id: foreignCard.id });
  const neighbours = (await prepareConcurrentRedemptions())();
  const requests = [redeem(toBody({ member_voucher_id: id })), redeem(toBody({ voucher_no }))];
  const [idReply, numberReply] = (await Promise.all([...neighbours, ...requests])).slice(-2);
  expect([idReply?.status, numberReply?.status]).toEqual([422, 201]);
});

test('a redemption of a card switched off concurrently is rejected, and the others succeed', async () => {
  const inactiveCard = await card({ member_id: (await createMember(here)).id, hotel_id: here });
  const lastVoucher = await createVoucher({ member_card_id: inactiveCard.id });
  const neighbours = await prepareConcurrentRedemptions();
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('update member_card set is_active = false where id = $1', [inactiveCard.id]);
    const pendingReplies = [...neighbours(), redeem(toBody({ member_voucher_id: lastVoucher.id }))];
    await expect
      .poll(async () => (await db.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount)
      .toBeGreaterThan(0);
    await client.query('commit');
    const replies = await Promise.all(pendingReplies);
    expect(replies.map(({ status }) => status)).toEqual([...replies.slice(1).map(() => 201), 409]);
    expect(replies.at(-1)?.text).toContain('card_inactive');
  } finally {
    client.release();
  }
});
