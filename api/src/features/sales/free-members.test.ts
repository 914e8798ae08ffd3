import type { Offers, Standing, CallListRow } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ageCard } from '../../testing/age-card.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Free members can be given another membership, and pay the full price for the first one that they buy. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { giveMembership } = fixtures;
/** A free member whose card was given this number of days ago. */
async function giveFreeSince(days: number) {
  const reply = await giveMembership();
  expect(reply.status, reply.text).toBe(201);
  const { member, member_card } = reply.body.data;
  await ageCard(db, member_card.id, days);
  const { rows } = await sql<{
    next: string;
  }>`select end_date + 1 as next from member_card where id = ${member_card.id}`.execute(db.kysely);
  return { id: member.id, next: rows[0]?.next ?? '' };
}
const read = async <T>(path: string): Promise<T> => {
  const reply = await call<{ data: T }>(app, admin.token, 'GET', `/api/${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const readEligibleSales = async (id: number) => (await read<Standing>(`member/${id}/standing`)).may.sale;

test('the next free membership starts on the day after the current one, or today if that has ended', async () => {
  const recentMember = await giveFreeSince(340);
  expect(await readEligibleSales(recentMember.id)).toMatchObject({ next: 'give', give: null, sell: null });
  expect((await giveMembership({ member_id: recentMember.id })).body.data).toMatchObject({
    transaction: { transaction_type: { code: '3' }, grand_total: '0.000' },
    member_card: { start_date: recentMember.next },
  });
  expect(expectError(await giveMembership({ member_id: recentMember.id }), 409, 'conflict').message).toMatch(/already/);
  const lateMember = await giveFreeSince(365 + 20);
  expect(await readEligibleSales(lateMember.id)).toMatchObject({ next: 'give' });
  expect((await giveMembership({ member_id: lateMember.id })).body.data.member_card.start_date).toBe(
    await fixtures.dayFromNow(0),
  );
  const earlyMember = await giveFreeSince(100);
  expect(expectError(await giveMembership({ member_id: earlyMember.id }), 409, 'conflict').message).toMatch(
    /complimentary until/,
  );
  expect(await readEligibleSales(earlyMember.id)).toMatchObject({ next: 'sell', sell: null });
  expect(await readEligibleSales((await giveFreeSince(365 + 181)).id)).toMatchObject({ next: 'sell', sell: null });
});

test('the renewal price is offered only to members who have or had a paid card', async () => {
  const guest = await giveFreeSince(340);
  const renew = (member_id: number) => fixtures.sell({ type: 2, member_id });
  expect(expectError(await renew(guest.id), 409, 'conflict').message).toMatch(/is complimentary/);
  const { rejection, allowed } = await read<Offers>(
    `transaction/offers?hotel_id=${fixtures.h1}&type=2&member_id=${guest.id}`,
  );
  expect(rejection?.message).toMatch(/is complimentary/);
  expect(allowed).toEqual([1, 3]);
  const purchase = await fixtures.sell({ type: 1, member_id: guest.id });
  expect(purchase.body.data).toMatchObject({
    transaction: { transaction_type: { code: '1' }, grand_total: '1500000.000' },
    member_card: { start_date: await fixtures.dayFromNow(0), membership_id: fixtures.gold },
  });
  const { member } = (await fixtures.sell()).body.data;
  const shift = 365 + 60;
  await sql`update member_card set start_date = start_date - ${shift}::integer, end_date = end_date - ${shift}::integer
    where member_id = ${member.id}`.execute(db.kysely);
  await giveMembership({ member_id: member.id });
  await sql`update member_card set start_date = start_date - 340, end_date = end_date - 340
    where member_id = ${member.id}`.execute(db.kysely);
  expect((await renew(member.id)).body.data.transaction).toMatchObject({ grand_total: '1200000.000' });
});

test('a member upgraded from a free membership counts as unpaid, and is eligible for another one', async () => {
  const guest = await giveFreeSince(340);
  await call(app, admin.token, 'POST', `/api/member/${guest.id}/membership`, {
    body: { membership_id: fixtures.platinum, remark: 'Wedding' },
  });
  expect(await readEligibleSales(guest.id)).toMatchObject({
    next: 'give',
    renew: expect.stringMatching(/is complimentary/),
  });
});

test('the renewals due list the price of each member', async () => {
  const guest = await giveFreeSince(350);
  const rows = await read<CallListRow[]>('work_list/renewal?per_page=100');
  expect(rows.find(({ member }) => member.id === guest.id)?.may.sale).toMatchObject({ next: 'give', give: null });
});
