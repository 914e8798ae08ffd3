import { MAX_TIMELINE_ENTRIES, type TimelineKind } from '@innkeeper/contract';
import type { MemberOverview, Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await allowThousandths(db);
const { post, redeem } = createProgramme(api, admin, inputs, fixtures.h1);

const request = (id: number, token = admin.token, language = 'en') =>
  call<{ data: MemberOverview }>(app, token, 'GET', `/api/member/${id}/overview`, {
    headers: { 'accept-language': language },
  });
async function readOverview(id: number, token = admin.token): Promise<MemberOverview> {
  const reply = await request(id, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
const kindsOf = ({ timeline }: MemberOverview): TimelineKind[] => timeline.map(({ kind }) => kind);
const sellMembership = async (overrides: Input = {}) => {
  const reply = await fixtures.sell(overrides);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
let bills = 0;
async function createVisit(memberId: number, overrides: Input = {}): Promise<number> {
  bills += 1;
  const reply = await post('visit', {
    hotel_id: fixtures.h1,
    member_id: memberId,
    reference_no: `O${bills}`,
    total_fb: '100000',
    staff_name: 'Ayu',
    remark: 'From the paper book',
    ...overrides,
  });
  expect(reply.status, reply.text).toBe(201);
  return parseWritten(reply).id;
}
const findFirstVoucher = (data: Awaited<ReturnType<typeof sellMembership>>) => {
  const [first] = data.member_vouchers;
  if (!first) throw new Error('A Gold card brings vouchers');
  return first;
};

describe('the timeline', () => {
  test('shows the newest event first, and a redemption made by mistake as two events', async () => {
    const data = await sellMembership();
    const member = data.member.id;
    const redemption = parseWritten(
      await redeem(findFirstVoucher(data), { redeem_date: new Date().toISOString(), remark: null }),
    );
    await createVisit(member, { visit_date: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'Wrong guest' } });
    await post('member_call', { member_id: member, outcome: 'reached', note: 'Happy' });
    const { timeline, redeemed } = await readOverview(member);
    expect(timeline.map(({ at }) => at)).toEqual(
      timeline
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(timeline.map(({ kind }) => kind).toSorted()).toEqual([
      'called',
      'mailed',
      'redeemed',
      'sold',
      'visited',
      'voided',
    ]);
    expect(timeline.at(-1)).toMatchObject({ kind: 'visited', amount: '100000.000', hotel: { id: fixtures.h1 } });
    expect(timeline.find(({ kind }) => kind === 'voided')).toMatchObject({
      resource: 'voucher_redeem',
      id: redemption.id,
      note: 'Wrong guest',
      by: { id: admin.id },
    });
    expect(timeline.find(({ kind }) => kind === 'sold')).toMatchObject({
      resource: 'transaction',
      number: data.transaction.transaction_no,
      name: 'Gold',
      amount: '1500000.000',
      by: { id: admin.id },
    });
    expect(redeemed).toEqual({ count: 0, recent: [] });
  });

  test('shows a sold upgrade once, as its sale', async () => {
    const { member } = await sellMembership();
    const { transaction } = await sellMembership({ type: 6, member_id: member.id, membership_id: fixtures.platinum });
    const { timeline } = await readOverview(member.id);
    expect(timeline.filter(({ name }) => name === 'Platinum')).toMatchObject([
      { kind: 'upgrade_sold', resource: 'transaction', id: transaction.id, amount: '1500000.000' },
    ]);
  });

  /** Given an unused D, when redeemed at H2 with booking_no and staff_name, then the member page shows it. */
  test('12: the member page shows a voucher redeemed at another hotel', async () => {
    const data = await sellMembership();
    const voucher = findFirstVoucher(data);
    await redeem(voucher, { redeem_hotel_id: fixtures.h2, booking_no: 'B-77', staff_name: 'Sari' });
    const { redeemed, timeline } = await readOverview(data.member.id);
    expect(redeemed).toMatchObject({
      count: 1,
      recent: [{ voucher_no: voucher.voucher_no, name: 'D', hotel: { id: fixtures.h2 } }],
    });
    const hotel = expect.objectContaining({ id: fixtures.h2 });
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'redeemed', name: 'D', hotel }));
  });

  test('shows earned tiers without a user, and manual tiers with user and reason', async () => {
    const { member } = await sellMembership();
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await createVisit(member.id));
    await call(app, admin.token, 'DELETE', `/api/visit/${ids[0]}`);
    const otherSale = await sellMembership();
    const set = await post(`member/${otherSale.member.id}/membership`, {
      membership_id: fixtures.platinum,
      remark: 'Friend of the house',
    });
    expect(set.status, set.text).toBe(200);
    const upgradeEntries = (await readOverview(member.id)).timeline.filter(
      ({ resource }) => resource === 'member_card',
    );
    expect(upgradeEntries.map(({ kind, name, by }) => ({ kind, name, by }))).toEqual(
      expect.arrayContaining([
        { kind: 'upgraded', name: 'Platinum', by: null },
        { kind: 'withdrawn', name: 'Platinum', by: null },
      ]),
    );
    expect((await readOverview(otherSale.member.id)).timeline).toContainEqual(
      expect.objectContaining({
        kind: 'tier_set',
        name: 'Platinum',
        note: 'Friend of the house',
        by: expect.objectContaining({ id: admin.id }),
      }),
    );
  });

  test('a manual tier equal to the current one shows who set it, not who sold the card', async () => {
    const { member } = await sellMembership();
    const chief = await createUser(db, { level: 'group' });
    await post(`member/${member.id}/membership`, { membership_id: fixtures.gold, remark: 'Promised' }, chief.token);
    expect((await readOverview(member.id)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'tier_set', note: 'Promised', by: expect.objectContaining({ id: chief.id }) }),
    );
    const standing = await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${member.id}/standing`);
    expect(standing.body.data.manual_tier).toMatchObject({ remark: 'Promised', by: { id: chief.id } });
  });

  test('shows a cancelled sale as two events, and a merge with the absorbed member', async () => {
    const [retained, absorbed] = [await sellMembership(), await sellMembership()];
    await call(app, admin.token, 'DELETE', `/api/transaction/${absorbed.transaction.id}`, REASON);
    const merge = await post(`member/${retained.member.id}/merge`, { member_id: absorbed.member.id });
    expect(merge.status, merge.text).toBe(200);
    const { timeline } = await readOverview(retained.member.id);
    const entries = timeline.filter(({ id, resource }) => resource === 'transaction' && id === absorbed.transaction.id);
    expect(entries.map(({ kind }) => kind)).toEqual(['cancelled', 'sold']);
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'merged', resource: 'member', id: absorbed.member.id, by: expect.anything() }),
    );
  });

  test('still shows a void or cancellation after its restore, with user and reason', async () => {
    const data = await sellMembership();
    const redemption = parseWritten(await redeem(findFirstVoucher(data)));
    const chief = await createUser(db, { level: 'group' });
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'Wrong guest' } });
    await post(`voucher_redeem/${redemption.id}/restore`, {}, chief.token);
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'After all' } });
    await call(app, admin.token, 'DELETE', `/api/transaction/${data.transaction.id}`, {
      body: { reason: 'Paid twice' },
    });
    await post(`transaction/${data.transaction.id}/restore`, {}, chief.token);
    const entries = (await readOverview(data.member.id)).timeline.flatMap(({ id, resource, kind, note, by }) =>
      (resource === 'voucher_redeem' && id === redemption.id) || resource === 'transaction'
        ? [[kind, note, by?.id]]
        : [],
    );
    const entriesOfKind = (kind: string) => entries.filter(([item]) => item === kind);
    expect(entriesOfKind('voided')).toEqual([
      ['voided', 'After all', admin.id],
      ['voided', 'Wrong guest', admin.id],
    ]);
    expect(entriesOfKind('void_undone')).toEqual([['void_undone', null, chief.id]]);
    expect(entriesOfKind('cancelled')).toEqual([['cancelled', 'Paid twice', admin.id]]);
    expect(entriesOfKind('cancel_undone')).toEqual([['cancel_undone', null, chief.id]]);
    expect(entriesOfKind('redeemed')).toHaveLength(1);
  });

  test('shows at most sixty entries', async () => {
    const { member } = await sellMembership();
    await sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
      select ${fixtures.h1}, ${member.id}, now() - n * interval '1 hour', gen_random_uuid(), 'Sari', 1
      from generate_series(1, 500) n`.execute(db.kysely);
    const { timeline, spend } = await readOverview(member.id);
    expect(timeline).toHaveLength(MAX_TIMELINE_ENTRIES);
    expect(spend?.visits).toBe(500);
  });
});

describe('the records visible to the actor', () => {
  test('24: a user of H1 sees amounts of H1 only, and day, hotel and number of records elsewhere', async () => {
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
    });
    const data = await sellMembership();
    const redemption = parseWritten(await redeem(findFirstVoucher(data), { redeem_hotel_id: fixtures.h2 }));
    const ownVisit = await createVisit(data.member.id, { total_fb: '70000' });
    const otherVisit = await createVisit(data.member.id, { hotel_id: fixtures.h2, total_fb: '777123' });
    const reply = await request(data.member.id, clerk.token);
    const overview = reply.body.data;
    expect(overview.spend).toMatchObject({
      visits: 2,
      elsewhere: 1,
      totals: [{ visits: 1, total: '70000.000' }],
      this_year: { visits: 2, elsewhere: 1, totals: [{ visits: 1, total: '70000.000' }] },
    });
    expect(overview.redeemed).toMatchObject({
      count: 1,
      recent: [{ id: redemption.id, is_elsewhere: true, hotel: { id: fixtures.h2 } }],
    });
    const findEntry = (id: number, resource: string) =>
      overview.timeline.find((entry) => entry.id === id && entry.resource === resource);
    expect(findEntry(ownVisit, 'visit')).toMatchObject({
      is_elsewhere: false,
      amount: '70000.000',
      by: { id: admin.id },
    });
    expect(findEntry(otherVisit, 'visit')).toMatchObject({
      is_elsewhere: true,
      hotel: { id: fixtures.h2 },
      number: expect.stringMatching(/./),
      amount: null,
      currency: null,
      by: null,
    });
    expect(findEntry(redemption.id, 'voucher_redeem')).toMatchObject({
      is_elsewhere: true,
      hotel: { id: fixtures.h2 },
      by: null,
    });
    expect(reply.text).not.toContain('777123');

    const stranger = await sellMembership({
      hotel_id: fixtures.h2,
      member: await fixtures.createGuestInput({ hotel_id: fixtures.h2 }),
    });
    expectError(await request(stranger.member.id, clerk.token), 404, 'record_not_found');
  });

  test('shows all visits that the tier counts to every user of the member’s hotel', async () => {
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
    });
    const { member } = await sellMembership();
    for (const hotel_id of [fixtures.h1, fixtures.h2, fixtures.h2, fixtures.h3, fixtures.h1])
      await createVisit(member.id, { hotel_id, total_fb: '123450' });
    for (const { token } of [clerk, admin]) {
      const standing = await call<{ data: Standing }>(app, token, 'GET', `/api/member/${member.id}/standing`);
      const { visits, counted } = standing.body.data;
      const { spend } = await readOverview(member.id, token);
      expect([visits.counted, counted.length, spend?.visits]).toEqual([5, 5, 5]);
      const amounts = counted.filter(({ grand_total }) => grand_total !== null).map(({ hotel }) => hotel.id);
      expect(new Set(amounts)).toEqual(
        new Set(token === clerk.token ? [fixtures.h1] : [fixtures.h1, fixtures.h2, fixtures.h3]),
      );
      expect(spend?.totals.reduce((sum, { visits: n }) => sum + n, 0)).toBe(amounts.length);
    }
  });

  test('shows each kind to users who may view it; a card shows its issue if sales are hidden', async () => {
    const data = await sellMembership();
    await createVisit(data.member.id);
    await redeem(findFirstVoucher(data));
    await post('member_call', { member_id: data.member.id, outcome: 'reached' });
    const readOverviewWith = async (...codes: string[]) => {
      const user = await createUser(db, { level: 'group', codes: ['UPDATE_MEMBER', ...codes] });
      return readOverview(data.member.id, user.token);
    };
    const emptyOverview = await readOverviewWith();
    expect(emptyOverview).toMatchObject({ spend: null, redeemed: null, timeline: [] });
    expect(kindsOf(await readOverviewWith('VIEW_TRANSACTION'))).toEqual(['sold']);
    expect(kindsOf(await readOverviewWith('VIEW_MEMBER_CARD'))).toEqual(['card_issued']);
    expect(kindsOf(await readOverviewWith('VIEW_VISIT'))).toEqual(['visited']);
    expect(kindsOf(await readOverviewWith('VIEW_VOUCHER_REDEEM'))).toEqual(['redeemed']);
    expect(kindsOf(await readOverviewWith('VIEW_MAIL_LOG'))).toEqual(['mailed']);
    expect(kindsOf(await readOverviewWith('VIEW_MEMBER'))).toEqual(['called']);
  });

  test('shows nothing without a right to members', async () => {
    const { member } = await sellMembership();
    const user = await createUser(db, { level: 'group', codes: ['VIEW_VISIT'] });
    expectError(await request(member.id, user.token), 403, 'forbidden');
    expectError(await request(999_999_999), 404, 'record_not_found');
  });

  test('the response matches the document', async () => {
    const data = await sellMembership();
    await createVisit(data.member.id);
    await redeem(findFirstVoucher(data));
    const document = (await call<Schema>(app, null, 'GET', '/openapi.json')).body as Schema & {
      paths: Record<
        string,
        Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>
      >;
    };
    const schema =
      document.paths['/api/member/{id}/overview']?.['get']?.responses['200']?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    expect(findValueProblems((await request(data.member.id)).body, schema ?? {}, document)).toEqual([]);
  });
});

describe('the spending', () => {
  test('is shown per currency, in dollars at daily rates, and separately for this year', async () => {
    const { member } = await sellMembership();
    await createVisit(member.id, { total_fb: '100.125', total_room: '200.250', total_others: '0.125' });
    await sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
      values (${fixtures.h3}, ${member.id}, now() - interval '2 years', gen_random_uuid(), 'Sari', 900)`.execute(
      db.kysely,
    );
    const { rows } = await sql<{ usd: string }>`
      select sum(grand_total_usd)::text as usd from visit where member_id = ${member.id}`.execute(db.kysely);
    const { spend } = await readOverview(member.id);
    expect(spend?.visits).toBe(2);
    expect(spend?.totals.map(({ total }) => Number(total)).reduce((sum, n) => sum + n)).toBe(1200.5);
    expect(spend?.usd).toBe(rows[0]?.usd);
    expect(spend?.this_year).toMatchObject({ visits: 1, totals: [{ total: '300.500', visits: 1 }] });
  });
});

describe('resending a mail', () => {
  const send = (id: number, mail_type: unknown, token = admin.token): Promise<Reply<Record<string, unknown>>> =>
    post(`member/${id}/mail`, { mail_type }, token);
  const readMails = async (memberId: number): Promise<readonly { code: string; member_card_id: number | null }[]> =>
    (
      await sql<{ code: string; member_card_id: number | null }>`
        select d.code, c.member_card_id from mail_log l join option_detail d on d.id = l.mail_type_id
        join mail_cause c on c.mail_log_id = l.id
        where l.member_id = ${memberId} order by l.id`.execute(db.kysely)
    ).rows;

  test('orders a mail about the current card, once per request', async () => {
    const { member, member_card } = await sellMembership();
    for (const mailType of ['expiry-reminder', 'welcome']) {
      const reply = await send(member.id, mailType);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body).toEqual({ data: { mail_type: mailType, recipient: member.email } });
    }
    expect(await readMails(member.id)).toEqual([
      { code: 'welcome', member_card_id: member_card.id },
      { code: 'expiry-reminder', member_card_id: member_card.id },
      { code: 'welcome', member_card_id: member_card.id },
    ]);
  });

  test.each([
    ['all_notification', 'welcome', 'The member opted out: “All emails” is off.'],
    ['membership_notification', 'expiry-reminder', 'The member opted out: “Membership emails” is off.'],
    ['birthday_notification', 'birthday', 'The member opted out: “Birthday emails” is off.'],
  ])('is rejected with a message if %s is switched off', async (flag, mailType, expectedMessage) => {
    const { member } = await sellMembership();
    await sql`update member set ${sql.ref(flag)} = false where id = ${member.id}`.execute(db.kysely);
    const before = await readMails(member.id);
    expect(expectError(await send(member.id, mailType), 409, 'conflict').message).toBe(expectedMessage);
    expect(await readMails(member.id)).toEqual(before);
    expect((await readOverview(member.id)).mails).toContainEqual({ mail_type: mailType, reason: expectedMessage });
  });

  test('is rejected without a card, except for birthdays, and for a deleted member', async () => {
    const { id } = parseWritten(
      await post('member', {
        ...(await fixtures.createGuestInput()),
        membership_id: fixtures.gold,
        hotel_id: fixtures.h1,
        is_active: 1,
      }),
    );
    expect(expectError(await send(id, 'renewal'), 409).message).toBe('The member has no card.');
    expect((await send(id, 'birthday')).status).toBe(200);
    await call(app, admin.token, 'DELETE', `/api/member/${id}`);
    expectError(await send(id, 'birthday'), 409, 'conflict');
    const indonesian = await request(id, admin.token, 'id');
    expect(indonesian.body.data.mails?.[0]?.reason).toBe('Anggota ini sudah dihapus.');
  });

  test('accepts four types, from users who may change mails or members', async () => {
    const { member } = await sellMembership();
    expectInvalid(await send(member.id, 'password-reset'), 'mail_type');
    expectInvalid(await send(member.id, undefined), 'mail_type');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'VIEW_MAIL_LOG'] });
    expectError(await send(member.id, 'welcome', reader.token), 403, 'forbidden');
    expect((await readOverview(member.id, reader.token)).mails).toBeNull();
    const clerk = await createUser(db, { level: 'property', codes: ['UPDATE_MAIL_LOG'], assignments: [] });
    expectError(await send(member.id, 'welcome', clerk.token), 404);
  });
});
