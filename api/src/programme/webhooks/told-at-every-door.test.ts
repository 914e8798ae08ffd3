import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createSystem } from '../../testing/system.ts';
import { startWebhooks } from './test-webhooks.ts';

/** Each change is told, by whichever door it came in, and one that is taken back is not. */

const { api, app, db, admin, inputs, house, hook, told, typesOf, memberOf, done } = await startWebhooks();
const { id: all } = await hook();
const since = async () => typesOf(await told(all));
const reason = { reason: 'A test' };

let bills = 0;
const posted = async (memberId: number) =>
  (
    await done('POST', 'visit', {
      hotel_id: house.h1,
      member_id: memberId,
      reference_no: `W${(bills += 1)}`,
      total_fb: '100000',
      staff_name: 'Till',
    })
  ).data;

describe('members', () => {
  test('are told of when they are made, changed, deleted and restored, with what stood before', async () => {
    const member = await memberOf();
    expect(await since()).toEqual(['member.created']);
    await done('POST', `member/${member.id}`, { first_name: 'Sri', is_active: 0 });
    const [changed, ...more] = await told(all);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      type: 'member.updated',
      data: { id: member.id, first_name: 'Sri', is_active: 0, hotel: { id: house.h1 } },
      previous: { first_name: member.first_name, is_active: 1 },
    });
    await done('POST', `member/${member.id}`, { hobby: 'Chess', identity_no: '7' });
    expect(await since()).toEqual([]); // nothing of that is told
    await done('DELETE', `member/${member.id}`);
    expect((await told(all)).map(({ type, data }) => [type, data.deleted_at !== null])).toEqual([
      ['member.updated', true],
    ]);
    await done('POST', `member/${member.id}/restore`);
    expect(await since()).toEqual(['member.updated']);
  });

  test('are told of by bulk edit and bulk delete, one by one', async () => {
    const members = [await memberOf(), await memberOf()];
    const ids = members.map(({ id }) => id);
    await told(all);
    await done('POST', 'member/updateBulk', { ids, set: { is_active: 0 } });
    expect((await told(all)).map(({ type, data }) => [type, data.id])).toEqual(ids.map((id) => ['member.updated', id]));
    await done('POST', 'member/destroyBulk', { ids });
    expect(await since()).toEqual(['member.updated', 'member.updated']);
  });

  test('that are merged, and apart again, tell of both and of the visits that moved', async () => {
    const [kept, absorbed] = [await memberOf(), await memberOf()];
    const visit = await posted(absorbed.id);
    await told(all);
    const { data } = await done<{ data: { id: number } }>('POST', `member/${kept.id}/merge`, {
      member_id: absorbed.id,
    });
    const merged = await told(all);
    expect(merged.filter(({ type }) => type === 'visit.moved')).toMatchObject([
      { data: { id: visit.id, member_id: kept.id }, previous: { member_id: absorbed.id } },
    ]);
    expect(merged.filter(({ type }) => type === 'member.updated')).toMatchObject([
      { data: { id: absorbed.id, merged_into_id: kept.id } },
    ]);
    await done('POST', `member/${kept.id}/merge/${data.id}/undo`);
    expect(await since()).toEqual(expect.arrayContaining(['visit.moved', 'member.updated']));
  });
});

describe('visits and redemptions', () => {
  test('are told of when they are posted, moved, deleted and restored', async () => {
    const [from, to] = [await memberOf(), await memberOf()];
    await told(all);
    const visit = await posted(from.id);
    expect(await told(all)).toMatchObject([
      { type: 'visit.posted', data: { grand_total: '100000.000' }, previous: null },
    ]);
    await done('POST', `visit/${visit.id}/move`, { member_id: to.id, remark: 'Wrong guest' });
    expect(await told(all)).toMatchObject([
      { type: 'visit.moved', data: { member_id: to.id }, previous: { member_id: from.id } },
    ]);
    await done('DELETE', `visit/${visit.id}`);
    await done('POST', `visit/${visit.id}/restore`);
    expect(await since()).toEqual(['visit.deleted', 'visit.posted']);
  });

  test('of a hotel’s own system are told of, and those on trial are not', async () => {
    const member = await memberOf();
    await told(all);
    const visit = { member_id: member.id, total_fb: '5000', staff_name: 'PMS' };
    const { ask } = await createSystem(api, house.h1);
    expect((await ask('POST', 'visits', { ...visit, reference_no: 'PMS-1' })).status).toBe(201);
    expect((await ask('POST', 'visits/batch', { visits: [{ ...visit, reference_no: 'PMS-2' }] })).status).toBe(200);
    expect(await since()).toEqual(['visit.posted', 'visit.posted']);
    const trial = await createSystem(api, house.h1, { is_test: true });
    expect((await trial.ask('POST', 'visits', { ...visit, reference_no: 'PMS-3' })).status).toBe(201);
    expect(await since()).toEqual([]);
  });

  test('are told of when they are redeemed and voided', async () => {
    const { data } = (await house.sell()).body;
    await told(all);
    await done('POST', 'voucher_redeem', {
      member_voucher_id: data.member_vouchers[0]?.id,
      redeem_hotel_id: house.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'R-1',
      staff_name: 'Till',
    });
    const [redeemed] = await told(all);
    expect(redeemed).toMatchObject({ type: 'voucher.redeemed', data: { redeem_hotel_id: house.h1 } });
    await done('DELETE', `voucher_redeem/${redeemed?.data.id}`, reason);
    expect(await since()).toEqual(['voucher.voided']);
  });
});

describe('sales', () => {
  test('are told of with the card, and when they are cancelled and come back', async () => {
    const { data } = (await house.sell()).body;
    const made = await told(all);
    expect(typesOf(made)).toEqual(expect.arrayContaining(['member.created', 'card.issued', 'sale.made']));
    expect(made.find(({ type }) => type === 'sale.made')?.data).toMatchObject({ id: data.transaction.id });
    await done('DELETE', `transaction/${data.transaction.id}`, reason);
    expect((await since()).filter((type) => type.startsWith('sale'))).toEqual(['sale.cancelled']);
    await done('POST', `transaction/${data.transaction.id}/restore`);
    const restored = await since();
    expect(restored.filter((type) => /^(sale|card)/.test(type)).sort()).toEqual(['card.issued', 'sale.made']);
  });

  test('alone are sales: other transactions are not told of', async () => {
    await inputs.create(resources.transaction, { hotel_id: house.h1 });
    expect((await since()).filter((type) => type.startsWith('sale'))).toEqual([]);
  });
});

describe('a level', () => {
  test('that is reached by bills of a hotel’s own system is told of once', async () => {
    const { data } = (await house.sell()).body;
    const { ask } = await createSystem(api, house.h1);
    await told(all);
    const night = Array.from({ length: 12 }, (_, i) => ({
      card_no: data.member_card.sbec_no,
      reference_no: `N-${i}`,
      total_fb: '100000',
      staff_name: 'PMS',
    }));
    const halves = [night.slice(0, 7), night.slice(5), night];
    await Promise.all(halves.map((visits) => ask('POST', 'visits/batch', { visits })));
    await ask('POST', 'visits/batch', { visits: night });
    const messages = await told(all);
    expect(messages.filter(({ type }) => type === 'member.upgraded')).toMatchObject([
      { data: { id: data.member.id, membership: { id: house.platinum } }, previous: { membership_id: house.gold } },
    ]);
    expect(messages.filter(({ type }) => type === 'card.issued')).toHaveLength(1);
    expect(messages.filter(({ type }) => type === 'visit.posted')).toHaveLength(12);
  });

  test('that follows from complimentary visits is told of; one that is lost is not', async () => {
    const { data } = (await house.sell()).body;
    await told(all);
    await sql`update option_detail set value = '8' where code = 'per-term'`.execute(db.kysely);
    const credit = (comp_visits_period: number, comp_visits_reason: string) =>
      done('POST', `member/${data.member.id}`, { comp_visits_period, comp_visits_reason });
    await credit(8, 'Power cut');
    expect((await since()).filter((type) => type === 'member.upgraded')).toHaveLength(1);
    await credit(0, 'Another guest');
    expect((await since()).filter((type) => type === 'member.upgraded')).toEqual([]);
  });
});

test('a level that other rules lift is told of, of each whom they lift once', async () => {
  const lifted = [(await house.sell()).body.data.member.id, (await house.sell()).body.data.member.id];
  for (const id of lifted) for (let n = 0; n < 3; n += 1) await posted(id);
  await told(all);
  await done('POST', `membership/${house.gold}`, { min_visit_to_upgrade: 3, min_visit: 2 });
  const messages = await told(all);
  const upgraded = messages.filter(({ type }) => type === 'member.upgraded').map(({ data }) => data.id);
  expect(new Set(upgraded.filter((id) => lifted.includes(id)))).toEqual(new Set(lifted));
  expect(new Set(upgraded).size).toBe(upgraded.length);
  expect(messages.filter(({ type }) => type === 'card.issued')).toHaveLength(upgraded.length);
  await done('POST', `membership/${house.gold}`, { min_visit_to_upgrade: 8, min_visit: 4 });
  expect((await since()).filter((type) => type === 'member.upgraded')).toEqual([]);
});

test('a member whose card has ended is told of on the day on which the standing becomes lapsed, once', async () => {
  const { data } = (await house.sell()).body;
  await told(all);
  await sql`update member_card set start_date = start_date - 700, end_date = end_date - 700 where id = ${data.member_card.id}`.execute(
    db.kysely,
  );
  await sql`select refresh_due_standing(100)`.execute(db.kysely);
  const lapsed = (await told(all)).filter(({ type }) => type === 'member.lapsed');
  expect(lapsed.map((message) => message.data.id)).toEqual([data.member.id]);
});

test('records of a bulk import are told of, and taking them back too', async () => {
  const { first_name, ...row } = await inputs.required(resources.member, {
    membership_id: house.gold,
    hotel_id: house.h1,
  });
  const names = ['first_name', ...Object.keys(row)];
  const lines = [names, [first_name, ...Object.values(row)]].map((cells) => cells.join(',')).join('\n');
  await told(all);
  const brought = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/member/import', {
    body: { file: Buffer.from(`${lines}\n`) },
  });
  expect(brought.status, brought.text).toBe(201);
  expect(await since()).toEqual(['member.created']);
  await done('POST', `import/${brought.body.data.id}/undo`);
  expect(await since()).toEqual(['member.updated']);
});

test('a change that is rolled back is not told, and nothing is entered while no webhook is on', async () => {
  const rolled = db.kysely.transaction().execute(async (tx) => {
    await sql`update member set first_name = 'Nobody' where id = (select min(id) from member)`.execute(tx);
    throw new Error('rolled back');
  });
  await expect(rolled).rejects.toThrow('rolled back');
  expect(await since()).toEqual([]);
  await done('POST', `webhook/${all}`, { is_active: 0 });
  await memberOf();
  expect((await sql`select from webhook_event`.execute(db.kysely)).rows).toEqual([]);
});
