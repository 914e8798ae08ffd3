import { getResource } from '@innkeeper/contract';
import type { Approval, TierChange, Standing } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { evaluateInBatches } from '../../domain/tier-changes.ts';

/** Visits of a free member request an approval for a paid membership: see docs/decisions/0087. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove, visit } = createProgramme(api, admin, inputs, fixtures.h1);
const approver = await createUser(db, { level: 'group' });
const client = await createUser(db, {
  level: 'property',
  assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
});
const manager = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });

/** A free membership that is upgraded to Gold after 2 visits. */
const { id: freeMembershipId } = await inputs.create(getResource('membership'), {
  is_free: 1,
  price: '0.000',
  restrict_region_id: null,
  rank: 5,
  min_visit: 0,
  min_visit_to_upgrade: 2,
  is_regional: 0,
});
async function createFreeMember(): Promise<ResponseRecord> {
  const freeMembership = await fixtures.giveMembership({ membership_id: freeMembershipId });
  expect(freeMembership.status, freeMembership.text).toBe(201);
  return freeMembership.body.data.member;
}
/** Posts bills of a guest in a user's name. */
async function postVisits({ id }: ResponseRecord, number: number): Promise<ResponseRecord[]> {
  const records: ResponseRecord[] = [];
  for (let n = 0; n < number; n += 1)
    records.push(parseWritten(await visit({ member_id: id, hotel_id: fixtures.h1 }, client.token)));
  return records;
}
const readMembership = async ({ id }: ResponseRecord) => (await get('member', id))['membership_id'];
const listOf = async (user: TestUser): Promise<readonly Approval[]> =>
  (await call<{ data: Approval[] }>(app, user.token, 'GET', '/api/approval?state=all&per_page=100')).body.data;
/** The requests of a guest that a user can see, newest first. */
const findRequests = async ({ id }: ResponseRecord, user = approver): Promise<readonly Approval[]> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from approval a join member_card c on c.id = a.member_card_id where c.member_id = ${id}`.execute(
    db.kysely,
  );
  return (await listOf(user)).filter((item) => rows.some((row) => row.id === item.id));
};
const readOutcomes = async ({ id }: ResponseRecord): Promise<readonly (string | null)[]> => {
  const { rows } = await sql<{ outcome: string | null }>`
    select a.outcome from approval a join member_card c on c.id = a.member_card_id where c.member_id = ${id}
    order by a.id`.execute(db.kysely);
  return rows.map(({ outcome }) => outcome);
};
async function findRequest(guest: ResponseRecord): Promise<Approval> {
  const [request] = await findRequests(guest);
  if (!request) throw new Error('There is no request');
  return request;
}
const decide = (user: TestUser, { id }: Approval, decisionKind: 'approve' | 'reject' | 'withdraw', body = {}) =>
  call<{ data: Approval }>(app, user.token, 'POST', `/api/approval/${id}/${decisionKind}`, { body });
const readStanding = async ({ id }: ResponseRecord): Promise<Standing> =>
  (await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${id}/standing`)).body.data;
const optionPath = async () => `option_detail/${await fixtures.findOptionDetail('free-upgrades', 'by-approval')}`;

const EMPTY_FACTS = Object.fromEntries(
  [
    'hotel',
    'country',
    'month',
    'member',
    'membership',
    'voucher',
    'until',
    'sub_total',
    'discount',
    'grand_total',
    'currency',
  ].map((name) => [name, null]),
);

afterEach(async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});

test('enough visits request an approval, which upgrades the member with card, vouchers and mail', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 1);
  expect(await readOutcomes(guest)).toEqual([]);
  await postVisits(guest, 1);
  expect(await readMembership(guest)).toBe(freeMembershipId);
  const request = await findRequest(guest);
  expect(request).toMatchObject({
    kind: 'upgrade',
    state: 'waiting',
    requested_by: { id: client.id },
    may_decide: true,
    is_own: false,
    facts: { member: `${String(guest.first_name)} ${String(guest.last_name)}`, membership: 'Gold', visits: '2' },
  });
  expect(await readStanding(guest)).toMatchObject({ upgrade: { missing: 0, is_waiting: true } });

  expect((await decide(approver, request, 'approve')).body.data).toMatchObject({ state: 'approved', failure: null });
  expect(await readMembership(guest)).toBe(fixtures.gold);
  const { rows } = await sql<{ vouchers: number; mails: number }>`
    select (select count(*)::int from member_voucher where member_id = ${guest.id}) as vouchers,
      (select count(*)::int from mail_log l join option_detail d on d.id = l.mail_type_id
          where l.member_id = ${guest.id} and d.code = 'upgrade') as mails`.execute(db.kysely);
  expect(rows).toEqual([{ vouchers: 3, mails: 1 }]);
  expect((await readStanding(guest)).upgrade).toMatchObject({ is_waiting: false });
  expectError(await decide(approver, request, 'approve'), 409, 'already_decided');
});

test('further visits make no second request, and count towards the next tier', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 8);
  expect(await readOutcomes(guest)).toEqual([null]);
  expect((await decide(approver, await findRequest(guest), 'approve')).status).toBe(200);
  // An upgrade from Gold to Platinum, both paid, needs 8 visits and no approval.
  expect(await readMembership(guest)).toBe(fixtures.platinum);
  expect(await readOutcomes(guest)).toEqual(['approved']);
});

test('neither the poster of the visit nor users below group level can decide or withdraw the request', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 2);
  const request = await findRequest(guest);
  for (const user of [client, manager]) {
    expect((await decide(user, request, 'approve')).status).toBe(403);
    expect((await decide(user, request, 'reject', { decision: 'No' })).status).toBe(403);
    expect((await decide(user, request, 'withdraw')).status).toBe(403);
  }
  expect(await readMembership(guest)).toBe(freeMembershipId);
});

test('a rejection applies for the term, whatever visits follow', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 2);
  const rejectedReply = await decide(approver, await findRequest(guest), 'reject', {
    decision: 'Bills of the staff canteen',
  });
  expect(rejectedReply.body.data).toMatchObject({ state: 'rejected' });
  await postVisits(guest, 2);
  expect(await readOutcomes(guest)).toEqual(['rejected']);
  expect(await readMembership(guest)).toBe(freeMembershipId);
});

test('removing the visits withdraws the request, and restoring them repeats it', async () => {
  const guest = await createFreeMember();
  const [bill] = await postVisits(guest, 2);
  expect((await remove('visit', Number(bill?.id))).status).toBe(200);
  expect(await readOutcomes(guest)).toEqual(['withdrawn']);
  expect((await post(`visit/${bill?.id}/restore`)).status).toBe(200);
  expect(await readOutcomes(guest)).toEqual(['withdrawn', null]);
});

test.each([
  ['deleted', (id: number) => remove('member', id), (id: number) => post(`member/${id}/restore`)],
  [
    'deactivated',
    (id: number) => post(`member/${id}`, { is_active: 0 }),
    (id: number) => post(`member/${id}`, { is_active: 1 }),
  ],
])(
  'the request is withdrawn when its member is $0, and repeated when the member returns',
  async (_, deactivate, reactivate) => {
    const guest = await createFreeMember();
    await postVisits(guest, 2);
    expect((await deactivate(guest.id)).status).toBe(200);
    expect(await readOutcomes(guest)).toEqual(['withdrawn']);
    expect((await reactivate(guest.id)).status).toBe(200);
    expect(await readOutcomes(guest)).toEqual(['withdrawn', null]);
  },
);

test('a new request follows an expired one, also for a card extended since', async () => {
  const guest = await createFreeMember();
  const yesterday = sql`now() - interval '1 day'`;
  await sql`
    insert into approval (kind, requested_at, expires_at, reason, needs, hotel_id, path, body, time_zone, facts,
        member_card_id)
    select 'upgrade', ${yesterday}, ${yesterday}, '', 'UPDATE_MEMBER', c.hotel_id, '{}', '{}', 'Asia/Jakarta',
      ${JSON.stringify(EMPTY_FACTS)}::jsonb, c.id
    from member_card c where c.member_id = ${guest.id}`.execute(db.kysely);
  await postVisits(guest, 2);
  expect((await findRequests(guest)).map(({ state }) => state)).toEqual(['waiting']);
  expect(await readOutcomes(guest)).toEqual([null, null]);
});

test('a request mails the deciders once per change, and never the poster', async () => {
  const readMails = async () =>
    (
      await sql<{ account_mail: string; user_id: number }>`
        select account_mail, user_id from mail_cause where account_mail like 'approval_%' order by mail_log_id`.execute(
        db.kysely,
      )
    ).rows;
  const before = (await readMails()).length;
  const guest = await createFreeMember();
  await postVisits(guest, 3);
  const newMails = (await readMails()).slice(before);
  expect(newMails).toContainEqual({ account_mail: 'approval_requested', user_id: approver.id });
  expect(newMails.filter(({ user_id }) => user_id === approver.id)).toHaveLength(1);
  expect((await decide(approver, await findRequest(guest), 'approve')).status).toBe(200);
  expect((await readMails()).filter(({ user_id }) => [client.id, manager.id].includes(user_id))).toEqual([]);

  const path = `option_detail/${await fixtures.findOptionDetail('visits-per-day', 'per-member')}`;
  expect((await post(path, { value: '1' })).status).toBe(200);
  const members = [await createFreeMember(), await createFreeMember()];
  for (const member of members) await postVisits(member, 2);
  const mailCount = (await readMails()).length;
  expect((await post(path, { value: '1000' })).status).toBe(200);
  for (const member of members) expect(await readOutcomes(member)).toEqual([null]);
  expect((await readMails()).slice(mailCount).filter(({ user_id }) => user_id === approver.id)).toHaveLength(1);
});

test('an approved upgrade is restored with its visits, without another request', async () => {
  const guest = await createFreeMember();
  const [bill] = await postVisits(guest, 2);
  await decide(approver, await findRequest(guest), 'approve');
  await remove('visit', Number(bill?.id));
  expect(await readMembership(guest)).toBe(freeMembershipId);
  await post(`visit/${bill?.id}/restore`);
  expect(await readMembership(guest)).toBe(fixtures.gold);
  expect(await readOutcomes(guest)).toEqual(['approved']);
});

test('an approval changes nothing, and says why, if staff have set the member’s tier meanwhile', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 2);
  const request = await findRequest(guest);
  const setReply = await post(`member/${guest.id}/membership`, {
    membership_id: fixtures.platinum,
    remark: 'A founder',
  });
  expect(setReply.status, setReply.text).toBe(200);
  const { data } = (await decide(approver, request, 'approve')).body;
  expect(data.state).toBe('failed');
  expect(data.failure).toContain('another active card');
  expect(await readMembership(guest)).toBe(fixtures.platinum);
});

test('a request has no requester for bills of the hotel’s own system and of maintenance jobs', async () => {
  const guest = await createFreeMember();
  await sql`
    insert into visit (hotel_id, member_id, reference_no, staff_name, total_fb)
    select ${fixtures.h1}, ${guest.id}, 'SYS-' || n, 'POS', 100000 from generate_series(1, 2) n`.execute(db.kysely);
  await sql`update member_standing set changes_on = date '2000-01-01' where member_id = ${guest.id}`.execute(db.kysely);
  await evaluateInBatches(db, async () => {}, 100, 1);
  const request = await findRequest(guest);
  expect(request).toMatchObject({ requested_by: null, may_decide: true });
  expect((await decide(approver, request, 'approve')).body.data).toMatchObject({ state: 'approved' });
});

test('a request has no requester after a changed rule', async () => {
  const path = `option_detail/${await fixtures.findOptionDetail('visits-per-day', 'per-member')}`;
  expect((await post(path, { value: '1' })).status).toBe(200);
  const guest = await createFreeMember();
  await postVisits(guest, 2);
  expect(await readOutcomes(guest)).toEqual([]);
  expect((await post(path, { value: '1000' })).status).toBe(200);
  expect(await findRequest(guest)).toMatchObject({ requested_by: null, may_decide: true });
});

test('upgrades are immediate if the option allows, which lists waiting members before it is saved', async () => {
  const guest = await createFreeMember();
  await postVisits(guest, 2);
  const path = await optionPath();
  const { body } = await call<{ data: TierChange }>(app, admin.token, 'GET', `/api/${path}/level_change?value=0`);
  expect(body.data.raised.members).toContainEqual(expect.objectContaining({ id: guest.id }));
  expect((await post(path, { value: '0' })).status).toBe(200);
  expect(await readMembership(guest)).toBe(fixtures.gold);
  expect(await readOutcomes(guest)).toEqual(['withdrawn']);
  const otherMember = await createFreeMember();
  await postVisits(otherMember, 2);
  expect(await readMembership(otherMember)).toBe(fixtures.gold);
  expect(await readOutcomes(otherMember)).toEqual([]);
  expect((await post(path, { value: '1' })).status).toBe(200);
});
