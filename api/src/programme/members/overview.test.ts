import { TIMELINE_MAX, type TimelineKind } from '@innkeeper/contract';
import type { MemberOverview, Standing } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { type Schema, valueFaults } from '../../testing/json-schema.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createWorld } from '../../testing/world.ts';

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
await allowThousandths(db);
const { post, redeem } = createProgramme(api, admin, inputs, house.h1);

const ask = (id: number, token = admin.token, language = 'en') =>
  call<{ data: MemberOverview }>(app, token, 'GET', `/api/member/${id}/overview`, {
    headers: { 'accept-language': language },
  });
async function overview(id: number, token = admin.token): Promise<MemberOverview> {
  const reply = await ask(id, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}
const kindsOf = ({ timeline }: MemberOverview): TimelineKind[] => timeline.map(({ kind }) => kind);
const sold = async (overrides: Input = {}) => {
  const reply = await house.sell(overrides);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
let bills = 0;
async function visit(memberId: number, overrides: Input = {}): Promise<number> {
  bills += 1;
  const reply = await post('visit', {
    hotel_id: house.h1,
    member_id: memberId,
    reference_no: `O${bills}`,
    total_fb: '100000',
    staff_name: 'Ayu',
    remark: 'From the paper book',
    ...overrides,
  });
  expect(reply.status, reply.text).toBe(201);
  return writtenIn(reply).id;
}
const voucherOf = (data: Awaited<ReturnType<typeof sold>>) => {
  const [first] = data.member_vouchers;
  if (!first) throw new Error('A Gold card brings vouchers');
  return first;
};

describe('the timeline', () => {
  test('tells the newest first, and a redemption made by mistake as two events', async () => {
    const data = await sold();
    const member = data.member.id;
    const redemption = writtenIn(
      await redeem(voucherOf(data), { redeem_date: new Date().toISOString(), remark: null }),
    );
    await visit(member, { visit_date: new Date(Date.now() - 2 * 86_400_000).toISOString() });
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'Wrong guest' } });
    await post('member_call', { member_id: member, outcome: 'reached', note: 'Happy' });
    const { timeline, redeemed } = await overview(member);
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
    expect(timeline.at(-1)).toMatchObject({ kind: 'visited', amount: '100000.000', hotel: { id: house.h1 } });
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

  test('shows an upgrade that was sold once, by its sale', async () => {
    const { member } = await sold();
    const { transaction } = await sold({ type: 6, member_id: member.id, membership_id: house.platinum });
    const { timeline } = await overview(member.id);
    expect(timeline.filter(({ name }) => name === 'Platinum')).toMatchObject([
      { kind: 'upgrade_sold', resource: 'transaction', id: transaction.id, amount: '1500000.000' },
    ]);
  });

  /** Given an unused D, when redeemed at H2 with booking_no and staff_name, then the member page shows it. */
  test('12: a voucher redeemed at another hotel shows on the member page', async () => {
    const data = await sold();
    const voucher = voucherOf(data);
    await redeem(voucher, { redeem_hotel_id: house.h2, booking_no: 'B-77', staff_name: 'Sari' });
    const { redeemed, timeline } = await overview(data.member.id);
    expect(redeemed).toMatchObject({
      count: 1,
      recent: [{ voucher_no: voucher.voucher_no, name: 'D', hotel: { id: house.h2 } }],
    });
    const hotel = expect.objectContaining({ id: house.h2 });
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'redeemed', name: 'D', hotel }));
  });

  test('tells levels by visits as nobody’s doing, and one set by hand with who and why', async () => {
    const { member } = await sold();
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await visit(member.id));
    await call(app, admin.token, 'DELETE', `/api/visit/${ids[0]}`);
    const other = await sold();
    const set = await post(`member/${other.member.id}/membership`, {
      membership_id: house.platinum,
      remark: 'Friend of the house',
    });
    expect(set.status, set.text).toBe(200);
    const risen = (await overview(member.id)).timeline.filter(({ resource }) => resource === 'member_card');
    expect(risen.map(({ kind, name, by }) => ({ kind, name, by }))).toEqual(
      expect.arrayContaining([
        { kind: 'upgraded', name: 'Platinum', by: null },
        { kind: 'withdrawn', name: 'Platinum', by: null },
      ]),
    );
    expect((await overview(other.member.id)).timeline).toContainEqual(
      expect.objectContaining({
        kind: 'set_by_hand',
        name: 'Platinum',
        note: 'Friend of the house',
        by: expect.objectContaining({ id: admin.id }),
      }),
    );
  });

  test('a level that is set by hand where the member has it already says who set it, not who sold the card', async () => {
    const { member } = await sold();
    const chief = await createUser(db, { level: 'group' });
    await post(`member/${member.id}/membership`, { membership_id: house.gold, remark: 'Promised' }, chief.token);
    expect((await overview(member.id)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'set_by_hand', note: 'Promised', by: expect.objectContaining({ id: chief.id }) }),
    );
    const standing = await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${member.id}/standing`);
    expect(standing.body.data.by_hand).toMatchObject({ remark: 'Promised', by: { id: chief.id } });
  });

  test('tells a cancelled sale as two events, and a merge by the member who was absorbed', async () => {
    const [kept, absorbed] = [await sold(), await sold()];
    await call(app, admin.token, 'DELETE', `/api/transaction/${absorbed.transaction.id}`, REASON);
    const merge = await post(`member/${kept.member.id}/merge`, { member_id: absorbed.member.id });
    expect(merge.status, merge.text).toBe(200);
    const { timeline } = await overview(kept.member.id);
    const about = timeline.filter(({ id, resource }) => resource === 'transaction' && id === absorbed.transaction.id);
    expect(about.map(({ kind }) => kind)).toEqual(['cancelled', 'sold']);
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'merged', resource: 'member', id: absorbed.member.id, by: expect.anything() }),
    );
  });

  test('keeps a void whose redemption was restored, and a cancelling whose sale was: both, with who and why', async () => {
    const data = await sold();
    const redemption = writtenIn(await redeem(voucherOf(data)));
    const chief = await createUser(db, { level: 'group' });
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'Wrong guest' } });
    await post(`voucher_redeem/${redemption.id}/restore`, {}, chief.token);
    await call(app, admin.token, 'DELETE', `/api/voucher_redeem/${redemption.id}`, { body: { reason: 'After all' } });
    await call(app, admin.token, 'DELETE', `/api/transaction/${data.transaction.id}`, {
      body: { reason: 'Paid twice' },
    });
    await post(`transaction/${data.transaction.id}/restore`, {}, chief.token);
    const about = (await overview(data.member.id)).timeline.flatMap(({ id, resource, kind, note, by }) =>
      (resource === 'voucher_redeem' && id === redemption.id) || resource === 'transaction'
        ? [[kind, note, by?.id]]
        : [],
    );
    const byKind = (kind: string) => about.filter(([one]) => one === kind);
    expect(byKind('voided')).toEqual([
      ['voided', 'After all', admin.id],
      ['voided', 'Wrong guest', admin.id],
    ]);
    expect(byKind('void_undone')).toEqual([['void_undone', null, chief.id]]);
    expect(byKind('cancelled')).toEqual([['cancelled', 'Paid twice', admin.id]]);
    expect(byKind('cancel_undone')).toEqual([['cancel_undone', null, chief.id]]);
    expect(byKind('redeemed')).toHaveLength(1);
  });

  test('ends with the sixtieth entry, however many there are', async () => {
    const { member } = await sold();
    await sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
      select ${house.h1}, ${member.id}, now() - n * interval '1 hour', gen_random_uuid(), 'Sari', 1 from generate_series(1, 500) n`.execute(
      db.kysely,
    );
    const { timeline, spend } = await overview(member.id);
    expect(timeline).toHaveLength(TIMELINE_MAX);
    expect(spend?.visits).toBe(500);
  });
});

describe('the records that the actor sees', () => {
  test('24: a user of H1 sees amounts of H1 alone, and of what was elsewhere day, hotel and number', async () => {
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: house.r1, restrict_hotel_id: house.h1 }],
    });
    const data = await sold();
    const redemption = writtenIn(await redeem(voucherOf(data), { redeem_hotel_id: house.h2 }));
    const here = await visit(data.member.id, { total_fb: '70000' });
    const there = await visit(data.member.id, { hotel_id: house.h2, total_fb: '777123' });
    const reply = await ask(data.member.id, clerk.token);
    const seen = reply.body.data;
    expect(seen.spend).toMatchObject({
      visits: 2,
      elsewhere: 1,
      totals: [{ visits: 1, total: '70000.000' }],
      this_year: { visits: 2, elsewhere: 1, totals: [{ visits: 1, total: '70000.000' }] },
    });
    expect(seen.redeemed).toMatchObject({
      count: 1,
      recent: [{ id: redemption.id, is_elsewhere: true, hotel: { id: house.h2 } }],
    });
    const at = (id: number, resource: string) =>
      seen.timeline.find((entry) => entry.id === id && entry.resource === resource);
    expect(at(here, 'visit')).toMatchObject({ is_elsewhere: false, amount: '70000.000', by: { id: admin.id } });
    expect(at(there, 'visit')).toMatchObject({
      is_elsewhere: true,
      hotel: { id: house.h2 },
      number: expect.stringMatching(/./),
      amount: null,
      currency: null,
      by: null,
    });
    expect(at(redemption.id, 'voucher_redeem')).toMatchObject({
      is_elsewhere: true,
      hotel: { id: house.h2 },
      by: null,
    });
    expect(reply.text).not.toContain('777123');

    const stranger = await sold({ hotel_id: house.h2, member: await house.guest({ hotel_id: house.h2 }) });
    expectError(await ask(stranger.member.id, clerk.token), 404, 'record_not_found');
  });

  test('as many visits in all as the level counts, whoever of the member’s hotel asks', async () => {
    const clerk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: house.r1, restrict_hotel_id: house.h1 }],
    });
    const { member } = await sold();
    for (const hotel_id of [house.h1, house.h2, house.h2, house.h3, house.h1])
      await visit(member.id, { hotel_id, total_fb: '123450' });
    for (const { token } of [clerk, admin]) {
      const standing = await call<{ data: Standing }>(app, token, 'GET', `/api/member/${member.id}/standing`);
      const { visits, counted } = standing.body.data;
      const { spend } = await overview(member.id, token);
      expect([visits.counted, counted.length, spend?.visits]).toEqual([5, 5, 5]);
      const amounts = counted.filter(({ grand_total }) => grand_total !== null).map(({ hotel }) => hotel.id);
      expect(new Set(amounts)).toEqual(new Set(token === clerk.token ? [house.h1] : [house.h1, house.h2, house.h3]));
      expect(spend?.totals.reduce((sum, { visits: n }) => sum + n, 0)).toBe(amounts.length);
    }
  });

  test('each kind is told to who may view its records; a card tells its issue where sales do not', async () => {
    const data = await sold();
    await visit(data.member.id);
    await redeem(voucherOf(data));
    await post('member_call', { member_id: data.member.id, outcome: 'reached' });
    const seenWith = async (...codes: string[]) => {
      const user = await createUser(db, { level: 'group', codes: ['UPDATE_MEMBER', ...codes] });
      return overview(data.member.id, user.token);
    };
    const nothing = await seenWith();
    expect(nothing).toMatchObject({ spend: null, redeemed: null, timeline: [] });
    expect(kindsOf(await seenWith('VIEW_TRANSACTION'))).toEqual(['sold']);
    expect(kindsOf(await seenWith('VIEW_MEMBER_CARD'))).toEqual(['card_issued']);
    expect(kindsOf(await seenWith('VIEW_VISIT'))).toEqual(['visited']);
    expect(kindsOf(await seenWith('VIEW_VOUCHER_REDEEM'))).toEqual(['redeemed']);
    expect(kindsOf(await seenWith('VIEW_MAIL_LOG'))).toEqual(['mailed']);
    expect(kindsOf(await seenWith('VIEW_MEMBER'))).toEqual(['called']);
  });

  test('nothing without a right to members', async () => {
    const { member } = await sold();
    const user = await createUser(db, { level: 'group', codes: ['VIEW_VISIT'] });
    expectError(await ask(member.id, user.token), 403, 'forbidden');
    expectError(await ask(999_999_999), 404, 'record_not_found');
  });

  test('the document says what comes', async () => {
    const data = await sold();
    await visit(data.member.id);
    await redeem(voucherOf(data));
    const document = (await call<Schema>(app, null, 'GET', '/openapi.json')).body as Schema & {
      paths: Record<
        string,
        Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>
      >;
    };
    const schema =
      document.paths['/api/member/{id}/overview']?.['get']?.responses['200']?.content['application/json']?.schema;
    expect(schema).toBeDefined();
    expect(valueFaults((await ask(data.member.id)).body, schema ?? {}, document)).toEqual([]);
  });
});

describe('the spending', () => {
  test('is told in each currency, in dollars by the rates of the days, and of this year apart', async () => {
    const { member } = await sold();
    await visit(member.id, { total_fb: '100.125', total_room: '200.250', total_others: '0.125' });
    await sql`insert into visit (hotel_id, member_id, visit_date, reference_no, staff_name, total_fb)
      values (${house.h3}, ${member.id}, now() - interval '2 years', gen_random_uuid(), 'Sari', 900)`.execute(
      db.kysely,
    );
    const { rows } = await sql<{ usd: string }>`
      select sum(grand_total_usd)::text as usd from visit where member_id = ${member.id}`.execute(db.kysely);
    const { spend } = await overview(member.id);
    expect(spend?.visits).toBe(2);
    expect(spend?.totals.map(({ total }) => Number(total)).reduce((sum, n) => sum + n)).toBe(1200.5);
    expect(spend?.usd).toBe(rows[0]?.usd);
    expect(spend?.this_year).toMatchObject({ visits: 1, totals: [{ total: '300.500', visits: 1 }] });
  });
});

describe('a mail once more', () => {
  const send = (id: number, mail_type: unknown, token = admin.token): Promise<Reply<Record<string, unknown>>> =>
    post(`member/${id}/mail`, { mail_type }, token);
  const mailsOf = async (memberId: number): Promise<readonly { code: string; member_card_id: number | null }[]> =>
    (
      await sql<{ code: string; member_card_id: number | null }>`
        select d.code, c.member_card_id from mail_log l join option_detail d on d.id = l.mail_type_id join mail_cause c on c.mail_log_id = l.id
        where l.member_id = ${memberId} order by l.id`.execute(db.kysely)
    ).rows;

  test('is ordered about the card at hand, and again when asked again', async () => {
    const { member, member_card } = await sold();
    for (const mailType of ['expiry-reminder', 'welcome']) {
      const reply = await send(member.id, mailType);
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body).toEqual({ data: { mail_type: mailType, recipient: member.email } });
    }
    expect(await mailsOf(member.id)).toEqual([
      { code: 'welcome', member_card_id: member_card.id },
      { code: 'expiry-reminder', member_card_id: member_card.id },
      { code: 'welcome', member_card_id: member_card.id },
    ]);
  });

  test.each([
    ['all_notification', 'welcome', 'The member wants no mails: “All mails” is switched off.'],
    [
      'membership_notification',
      'expiry-reminder',
      'The member wants no mails about the membership: “Membership mails” is switched off.',
    ],
    ['birthday_notification', 'birthday', 'The member wants no birthday mails: “Birthday mails” is switched off.'],
  ])('is refused in words where %s is switched off', async (flag, mailType, words) => {
    const { member } = await sold();
    await sql`update member set ${sql.ref(flag)} = false where id = ${member.id}`.execute(db.kysely);
    const before = await mailsOf(member.id);
    expect(expectError(await send(member.id, mailType), 409, 'conflict').message).toBe(words);
    expect(await mailsOf(member.id)).toEqual(before);
    expect((await overview(member.id)).mails).toContainEqual({ mail_type: mailType, reason: words });
  });

  test('is refused without a card, but for the birthday, and to a member who was deleted', async () => {
    const { id } = writtenIn(
      await post('member', { ...(await house.guest()), membership_id: house.gold, hotel_id: house.h1, is_active: 1 }),
    );
    expect(expectError(await send(id, 'renewal'), 409).message).toBe('The member has no card.');
    expect((await send(id, 'birthday')).status).toBe(200);
    await call(app, admin.token, 'DELETE', `/api/member/${id}`);
    expectError(await send(id, 'birthday'), 409, 'conflict');
    const indonesian = await ask(id, admin.token, 'id');
    expect(indonesian.body.data.mails?.[0]?.reason).toBe('Anggota ini sudah dihapus.');
  });

  test('takes one of four types, from who may change mails or members', async () => {
    const { member } = await sold();
    expectInvalid(await send(member.id, 'password-reset'), 'mail_type');
    expectInvalid(await send(member.id, undefined), 'mail_type');
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER', 'VIEW_MAIL_LOG'] });
    expectError(await send(member.id, 'welcome', reader.token), 403, 'forbidden');
    expect((await overview(member.id, reader.token)).mails).toBeNull();
    const clerk = await createUser(db, { level: 'property', codes: ['UPDATE_MAIL_LOG'], assignments: [] });
    expectError(await send(member.id, 'welcome', clerk.token), 404);
  });
});
