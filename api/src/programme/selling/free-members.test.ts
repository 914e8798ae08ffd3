import type { Offers, Standing, WorkListRow } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ageCard } from '../../testing/age-card.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Free members are given a membership again, and pay the full price for the first one that they buy. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { give } = house;
/** A free member whose card was given so many days ago. */
async function givenSince(days: number) {
  const reply = await give();
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
const mayOf = async (id: number) => (await read<Standing>(`member/${id}/standing`)).may.sale;

test('a membership is given again from the day after the end, near it, and from today after it', async () => {
  const near = await givenSince(340);
  expect(await mayOf(near.id)).toMatchObject({ next: 'give', give: null, sell: null });
  expect((await give({ member_id: near.id })).body.data).toMatchObject({
    transaction: { transaction_type: { code: '3' }, grand_total: '0.000' },
    member_card: { start_date: near.next },
  });
  expect(expectError(await give({ member_id: near.id }), 409, 'conflict').message).toMatch(/already/);
  const late = await givenSince(365 + 20);
  expect(await mayOf(late.id)).toMatchObject({ next: 'give' });
  expect((await give({ member_id: late.id })).body.data.member_card.start_date).toBe(await house.day(0));
  const early = await givenSince(100);
  expect(expectError(await give({ member_id: early.id }), 409, 'conflict').message).toMatch(/free of charge until/);
  expect(await mayOf(early.id)).toMatchObject({ next: 'sell', sell: null });
  expect(await mayOf((await givenSince(365 + 181)).id)).toMatchObject({ next: 'sell', sell: null });
});

test('a renewal price is for who holds or held a paid card', async () => {
  const guest = await givenSince(340);
  const renew = (member_id: number) => house.sell({ type: 2, member_id });
  expect(expectError(await renew(guest.id), 409, 'conflict').message).toMatch(/free membership/);
  const { refusal, allowed } = await read<Offers>(
    `transaction/offers?hotel_id=${house.h1}&type=2&member_id=${guest.id}`,
  );
  expect(refusal?.message).toMatch(/free membership/);
  expect(allowed).toEqual([1, 3]);
  const bought = await house.sell({ type: 1, member_id: guest.id });
  expect(bought.body.data).toMatchObject({
    transaction: { transaction_type: { code: '1' }, grand_total: '1500000.000' },
    member_card: { start_date: await house.day(0), membership_id: house.gold },
  });
  const { member } = (await house.sell()).body.data;
  const shift = 365 + 60;
  await sql`update member_card set start_date = start_date - ${shift}::integer, end_date = end_date - ${shift}::integer where member_id = ${member.id}`.execute(
    db.kysely,
  );
  await give({ member_id: member.id });
  await sql`update member_card set start_date = start_date - 340, end_date = end_date - 340 where member_id = ${member.id}`.execute(
    db.kysely,
  );
  expect((await renew(member.id)).body.data.transaction).toMatchObject({ grand_total: '1200000.000' });
});

test('a member who rose from a free membership has paid nothing, and is given one again', async () => {
  const guest = await givenSince(340);
  await call(app, admin.token, 'POST', `/api/member/${guest.id}/membership`, {
    body: { membership_id: house.platinum, remark: 'Wedding' },
  });
  expect(await mayOf(guest.id)).toMatchObject({ next: 'give', renew: expect.stringMatching(/free membership/) });
});

test('the list of renewals that are due tells what each member is asked for', async () => {
  const guest = await givenSince(350);
  const rows = await read<WorkListRow[]>('work_list/renewal?per_page=100');
  expect(rows.find(({ member }) => member.id === guest.id)?.may.sale).toMatchObject({ next: 'give', give: null });
});
