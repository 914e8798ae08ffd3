import { MAX_VOUCHER_GIFTS, resources } from '@innkeeper/contract';
import type { VoucherGift } from '@innkeeper/contract/calls';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** A voucher for each member of a selection. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const region = { region_id: fixtures.r1 };
const clerk = await createUser(db, {
  level: 'property',
  codes: ['VIEW_MEMBER', 'STORE_MEMBER_VOUCHER'],
  assignments: [{ ...region, restrict_hotel_id: fixtures.h1 }],
});
const USERS = {
  administrator: admin,
  'regional manager': await createUser(db, { level: 'region', assignments: [region] }),
  'user of one hotel': clerk,
};
const NO_CARD = 'The member is inactive or has no active card.';

const give = (body: Input, token = admin.token, headers = {}) =>
  call<{ data: VoucherGift }>(app, token, 'POST', '/api/member/voucher_gift', {
    body: { voucher_id: fixtures.unrestrictedVoucher, remark: 'Power cut', ...body },
    headers,
  });
/** Sells Gold to a new guest. */
const sell = async (last_name: string, overrides: Input = {}) => {
  const reply = await fixtures.sell({ member: await fixtures.createGuestInput({ last_name }), ...overrides });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const createMember = (last_name: string, overrides: Input = {}) =>
  inputs.create(resources.member, { hotel_id: fixtures.h1, register_hotel_id: fixtures.h1, last_name, ...overrides });
/** The vouchers that a member was given, newest first. */
const readGifts = async (member: number) => {
  const query = queryString({ member_id: member, 'filter[is_issued][eq]': 0, sort: '-id' });
  return parseList(
    resources.member_voucher,
    await call(app, admin.token, 'GET', `/api/member_voucher?${query}&page=1`),
  );
};

describe('giving a voucher to selected members', () => {
  test.each(Object.entries(USERS))('reaches those with an active card, after a preview: $0', async (_, { token }) => {
    const [first, second] = [await sell('First'), await sell('Second')];
    const withoutCard = await createMember('Third');
    const ids = [first.member.id, second.member.id, withoutCard.id];
    const expected = {
      given: 2,
      left_out: [
        {
          reason: NO_CARD,
          number: 1,
          members: [{ id: withoutCard.id, name: `${String(withoutCard['first_name'])} Third` }],
        },
      ],
    };
    const preview = await give({ ids, remark: undefined, dry_run: 1 }, token);
    expect(preview.body, preview.text).toEqual({ data: expected });
    expect(await readGifts(first.member.id)).toEqual([]);
    expect((await give({ ids }, token)).body).toEqual({ data: expected });
    for (const { member, member_card } of [first, second])
      expect(await readGifts(member.id)).toMatchObject([
        {
          member_card_id: member_card.id,
          redeem_date: await fixtures.dayFromNow(0),
          valid_until_date: member_card['end_date'],
          remark: 'Power cut',
        },
      ]);
    const changes = `/api/manual_change?${queryString({ member_card_id: first.member_card.id })}`;
    const { data } = (await call<{ data: { kind: string }[] }>(app, admin.token, 'GET', changes)).body;
    expect(data.map(({ kind }) => kind)).toEqual(['voucher_made']);
  });

  test('takes all that match a filter, except some, and an earlier last day', async () => {
    const [first, second] = [await sell('Filtered'), await sell('Filtered')];
    const until = await fixtures.dayFromNow(30);
    const filter = { 'filter[last_name][exact]': 'Filtered' };
    const reply = await give({ filter, except: [second.member.id], valid_until_date: until });
    expect(reply.body.data, reply.text).toEqual({ given: 1, left_out: [] });
    expect(await readGifts(first.member.id)).toMatchObject([{ valid_until_date: until }]);
    expect(await readGifts(second.member.id)).toEqual([]);
  });

  test('leaves out whom a rule rejects: beyond the card, or above the limit of the user', async () => {
    const { member } = await sell('Limited');
    const ids = [member.id];
    const late = await give({ ids, valid_until_date: await fixtures.dayFromNow(500) });
    expect(late.body.data, late.text).toMatchObject({ given: 0, left_out: [{ number: 1 }] });
    // A voucher of 250,000 is a sixth of the price, and the limit is a quarter.
    expect((await give({ ids }, clerk.token)).body.data.given).toBe(1);
    for (const dry_run of [1, 0])
      expect((await give({ ids, dry_run }, clerk.token)).body.data).toMatchObject({
        given: 0,
        left_out: [{ reason: expect.stringContaining('needs approval'), number: 1 }],
      });
    expect((await give({ ids })).body.data.given).toBe(1);
    expect(await readGifts(member.id)).toHaveLength(2);
  });

  test('leaves out inactive members', async () => {
    const { member } = await sell('Inactive');
    await call(app, admin.token, 'POST', `/api/member/${member.id}`, { body: { is_active: 0 } });
    expect((await give({ ids: [member.id] })).body.data).toMatchObject({ given: 0, left_out: [{ reason: NO_CARD }] });
  });

  test('reaches no member of another hotel', async () => {
    const { member } = await sell('Remote', { hotel_id: fixtures.h3 });
    for (const dry_run of [1, 0])
      expectError(await give({ ids: [member.id], dry_run }, clerk.token), 404, 'record_not_found');
    const filter = { 'filter[last_name][exact]': 'Remote' };
    expect((await give({ filter }, clerk.token)).body.data).toEqual({ given: 0, left_out: [] });
    expect(await readGifts(member.id)).toEqual([]);
  });

  test('is done once for a repeated request', async () => {
    const { member } = await sell('Repeated');
    const headers = { 'idempotency-key': randomUUID() };
    const replies = [
      await give({ ids: [member.id] }, admin.token, headers),
      await give({ ids: [member.id] }, admin.token, headers),
    ];
    expect(replies.map(({ body }) => body.data.given)).toEqual([1, 1]);
    expect(await readGifts(member.id)).toHaveLength(1);
  });

  test('needs a reason, a voucher, the right, and a selection that is not too large', async () => {
    const { member } = await sell('Checked');
    const ids = [member.id];
    expectInvalid(await give({ ids, remark: null }), 'remark');
    expectInvalid(await give({ ids, remark: 'x' }), 'remark');
    expectInvalid(await give({ ids, voucher_id: 999_999_999 }), 'voucher_id');
    expectInvalid(await give({ ids: Array.from({ length: MAX_VOUCHER_GIFTS + 1 }, (_, i) => i + 1) }), 'ids');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'UPDATE_MEMBER'] });
    expectError(await give({ ids }, reader.token), 403, 'forbidden');
    const seller = await createUser(db, { level: 'group', codes: ['STORE_MEMBER_VOUCHER'] });
    expectError(await give({ ids }, seller.token), 403, 'forbidden');
    expect(await readGifts(member.id)).toEqual([]);
  });
});
