import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { findUnusual } from './unusual-acts.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { visit, redeem } = createProgramme(api, admin, inputs, house.h1);
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const there = await createUser(db, {
  level: 'property',
  codes: ['VIEW_AUDIT'],
  assignments: [{ region_id: house.r2, restrict_hotel_id: house.h3 }],
});

const look = () => findUnusual(db, 95);
const found = async (parameters: Readonly<Record<string, string | number>>, token = auditor.token) =>
  listIn(resources.unusual_act, await call(app, token, 'GET', `/api/unusual_act?${queryString(parameters)}`));
const ofKind = (kind: string, member: number, token?: string) =>
  found({ 'filter[kind][includes]': kind, member_id: member, sort: 'id' }, token);
const guest = async () => (await house.sell()).body.data;
/** An hour of yesterday at the hotels, which are in Jakarta. */
const at = async (time: string) => new Date(`${await house.day(-1)}T${time}+07:00`).toISOString();
const bill = (member_id: number, over: Input) =>
  visit({ member_id, hotel_id: house.h1, total_room: null, total_others: null, ...over });

test('a bill after the end of the shift is found, one by day or without an hour is not', async () => {
  const { member } = await guest();
  for (const [i, time] of ['02:30:00', '00:00:00', '05:00:00', '21:00:00'].entries())
    await bill(member.id, { visit_date: await at(time), total_fb: `${100 + i}`, staff_name: 'Ayu' });
  await look();
  await look();
  expect(await ofKind('after_shift', member.id)).toMatchObject([
    { visit: { id: expect.any(Number) }, staff_name: 'Ayu', amount: '100.000', currency: 'IDR', note: null },
  ]);
});

test('the eighth redemption of a day by one name is found, however it is written, and those after it', async () => {
  const { member, member_card } = await guest();
  const day = await at('20:00:00');
  for (let i = 0; i < 9; i += 1) {
    const voucher = await inputs.create(resources.member_voucher, {
      member_card_id: member_card.id,
      voucher_id: house.d,
      redeem_date: '2020-01-01',
      valid_until_date: member_card.end_date,
      restrict_hotel_id: null,
      transaction_id: null,
    });
    const reply = await redeem(voucher, { redeem_date: day, staff_name: i % 2 === 0 ? 'Budi' : 'BUDI ' });
    expect(reply.status, reply.text).toBe(201);
  }
  await look();
  expect((await ofKind('one_name', member.id)).map(({ times }) => times)).toEqual([8, 9]);
});

test('a redemption in a region where the member has no hotel is found', async () => {
  const { member, member_vouchers } = await guest();
  const [first, second] = member_vouchers;
  if (!first || !second) throw new Error('Gold brings two');
  const replies = [
    await redeem(first, { redeem_hotel_id: house.h2, redeem_date: new Date().toISOString() }),
    await redeem(second, { redeem_hotel_id: house.h3, redeem_date: new Date().toISOString() }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  await look();
  expect(await ofKind('far_away', member.id)).toMatchObject([{ hotel: { id: house.h3 }, visit: null }]);
  expect(await ofKind('far_away', member.id, there.token)).toHaveLength(1);
});

test('the third bill of a member that comes to the very same within a week is found', async () => {
  const { member } = await guest();
  for (const total_fb of ['77', '77', '78', '77'])
    await bill(member.id, { visit_date: await at('12:00:00'), total_fb, staff_name: 'Citra' });
  await look();
  expect(await ofKind('same_amount', member.id)).toMatchObject([{ amount: '77.000', times: 3 }]);
});

test('a finding is written once, with its author and moment, by an auditor who sees the act', async () => {
  const { member } = await guest();
  await bill(member.id, { visit_date: await at('03:00:00'), total_fb: '10' });
  await look();
  const [act] = await ofKind('after_shift', member.id);
  const path = `/api/unusual_act/${act?.id}/look_into`;
  const say = (token: string, note: string) => call<{ data: Input }>(app, token, 'POST', path, { body: { note } });
  expectError(await say(there.token, 'Seen'), 404, 'record_not_found');
  expectInvalid(await say(auditor.token, ' '), 'note');
  const said = await say(auditor.token, 'A late check-out');
  expect(said.status, said.text).toBe(200);
  expect(said.body.data).toMatchObject({
    note: 'A late check-out',
    looked_by_id: auditor.id,
    looked_by: { id: auditor.id, username: auditor.username },
    looked_at: expect.any(String),
  });
  expectError(await say(admin.token, 'Nothing'), 409, 'settled');
  expectError(
    await call(app, admin.token, 'POST', `/api/unusual_act/${act?.id}`, { body: { note: 'Nothing' } }),
    405,
    'method_not_allowed',
  );
  await expect(sql`update unusual_act set note = null where id = ${act?.id}`.execute(db.kysely)).rejects.toThrow(
    'stands',
  );
});
