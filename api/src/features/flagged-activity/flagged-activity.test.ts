import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseList } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { detectFlaggedActivity } from './handlers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { visit, redeem } = createProgramme(api, admin, inputs, fixtures.h1);
const auditor = await createUser(db, { level: 'group', codes: ['VIEW_AUDIT'] });
const otherUser = await createUser(db, {
  level: 'property',
  codes: ['VIEW_AUDIT'],
  assignments: [{ region_id: fixtures.r2, restrict_hotel_id: fixtures.h3 }],
});

const detectActivity = () => detectFlaggedActivity(db);
const listActivity = async (parameters: Readonly<Record<string, string | number>>, token = auditor.token) =>
  parseList(
    resources.flagged_activity,
    await call(app, token, 'GET', `/api/flagged_activity?${queryString(parameters)}`),
  );
const listByKind = (kind: string, member: number, token?: string) =>
  listActivity({ 'filter[kind][includes]': kind, member_id: member, sort: 'id' }, token);
const createGuest = async () => (await fixtures.sell()).body.data;
/** A time of yesterday at the hotels, which are in Jakarta. */
const instantYesterday = async (time: string) =>
  new Date(`${await fixtures.dayFromNow(-1)}T${time}+07:00`).toISOString();
const postBill = (member_id: number, overrides: Input) =>
  visit({ member_id, hotel_id: fixtures.h1, total_room: null, total_others: null, ...overrides });

test('a bill after the end of the shift is flagged, but not one by day or without a time', async () => {
  const { member } = await createGuest();
  for (const [i, time] of ['02:30:00', '00:00:00', '05:00:00', '21:00:00'].entries())
    await postBill(member.id, { visit_date: await instantYesterday(time), total_fb: `${100 + i}`, staff_name: 'Ayu' });
  await detectActivity();
  await detectActivity();
  expect(await listByKind('after_shift', member.id)).toMatchObject([
    { visit: { id: expect.any(Number) }, staff_name: 'Ayu', amount: '100.000', currency: 'IDR', note: null },
  ]);
});

test('redemptions by one name are flagged from the eighth of a day on, in any spelling of the name', async () => {
  const { member, member_card } = await createGuest();
  const day = await instantYesterday('20:00:00');
  for (let i = 0; i < 9; i += 1) {
    const voucher = await inputs.create(resources.member_voucher, {
      member_card_id: member_card.id,
      voucher_id: fixtures.unrestrictedVoucher,
      redeem_date: '2020-01-01',
      valid_until_date: member_card.end_date,
      restrict_hotel_id: null,
      transaction_id: null,
    });
    const reply = await redeem(voucher, { redeem_date: day, staff_name: i % 2 === 0 ? 'Budi' : 'BUDI ' });
    expect(reply.status, reply.text).toBe(201);
  }
  await detectActivity();
  expect((await listByKind('one_name', member.id)).map(({ times }) => times)).toEqual([8, 9]);
});

test('a redemption in a region where the member has no hotel is flagged', async () => {
  const { member, member_vouchers } = await createGuest();
  const [first, second] = member_vouchers;
  if (!first || !second) throw new Error('Gold brings two');
  const replies = [
    await redeem(first, { redeem_hotel_id: fixtures.h2, redeem_date: new Date().toISOString() }),
    await redeem(second, { redeem_hotel_id: fixtures.h3, redeem_date: new Date().toISOString() }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  await detectActivity();
  expect(await listByKind('far_away', member.id)).toMatchObject([{ hotel: { id: fixtures.h3 }, visit: null }]);
  expect(await listByKind('far_away', member.id, otherUser.token)).toHaveLength(1);
});

test('the third bill of a member with the same amount within a week is flagged', async () => {
  const { member } = await createGuest();
  for (const total_fb of ['77', '77', '78', '77'])
    await postBill(member.id, { visit_date: await instantYesterday('12:00:00'), total_fb, staff_name: 'Citra' });
  await detectActivity();
  expect(await listByKind('same_amount', member.id)).toMatchObject([{ amount: '77.000', times: 3 }]);
});

test('a note is stored once, with author and time, by an auditor who sees the activity', async () => {
  const { member } = await createGuest();
  await postBill(member.id, { visit_date: await instantYesterday('03:00:00'), total_fb: '10' });
  await detectActivity();
  const [activity] = await listByKind('after_shift', member.id);
  const path = `/api/flagged_activity/${activity?.id}/review`;
  const postNote = (token: string, note: string) => call<{ data: Input }>(app, token, 'POST', path, { body: { note } });
  expectError(await postNote(otherUser.token, 'Seen'), 404, 'record_not_found');
  expectInvalid(await postNote(auditor.token, ' '), 'note');
  const savedNote = await postNote(auditor.token, 'A late check-out');
  expect(savedNote.status, savedNote.text).toBe(200);
  expect(savedNote.body.data).toMatchObject({
    note: 'A late check-out',
    reviewed_by_id: auditor.id,
    reviewed_by: { id: auditor.id, username: auditor.username },
    reviewed_at: expect.any(String),
  });
  expectError(await postNote(admin.token, 'Nothing'), 409, 'settled');
  expectError(
    await call(app, admin.token, 'POST', `/api/flagged_activity/${activity?.id}`, { body: { note: 'Nothing' } }),
    405,
    'method_not_allowed',
  );
  await expect(
    sql`update flagged_activity set note = null where id = ${activity?.id}`.execute(db.kysely),
  ).rejects.toThrow('is immutable');
});
