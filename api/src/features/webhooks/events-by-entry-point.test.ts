import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createSystem } from '../../testing/system.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** Every change is sent, whichever entry point it came through; a change that is rolled back is not. */

const { api, app, db, admin, inputs, fixtures, hook, messagesTo, typesOf, memberOf, done } = await startWebhooks();
const { id: all } = await hook();
const since = async () => typesOf(await messagesTo(all));
const reason = { reason: 'A test' };

let bills = 0;
const posted = async (memberId: number) =>
  (
    await done('POST', 'visit', {
      hotel_id: fixtures.h1,
      member_id: memberId,
      reference_no: `W${(bills += 1)}`,
      total_fb: '100000',
      staff_name: 'Till',
    })
  ).data;

describe('members', () => {
  test('send events when created, changed, deleted and restored, with the previous values', async () => {
    const member = await memberOf();
    expect(await since()).toEqual(['member.created']);
    await done('POST', `member/${member.id}`, { first_name: 'Sri', is_active: 0 });
    const [changed, ...more] = await messagesTo(all);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      type: 'member.updated',
      data: { id: member.id, first_name: 'Sri', is_active: 0, hotel: { id: fixtures.h1 } },
      previous: { first_name: member.first_name, is_active: 1 },
    });
    await done('POST', `member/${member.id}`, { hobby: 'Chess', identity_no: '7' });
    expect(await since()).toEqual([]); // sends no event about it
    await done('DELETE', `member/${member.id}`);
    expect((await messagesTo(all)).map(({ type, data }) => [type, data.deleted_at !== null])).toEqual([
      ['member.updated', true],
    ]);
    await done('POST', `member/${member.id}/restore`);
    expect(await since()).toEqual(['member.updated']);
  });

  test('send one event each on bulk edit and bulk delete', async () => {
    const members = [await memberOf(), await memberOf()];
    const ids = members.map(({ id }) => id);
    await messagesTo(all);
    await done('POST', 'member/updateBulk', { ids, set: { is_active: 0 } });
    expect((await messagesTo(all)).map(({ type, data }) => [type, data.id])).toEqual(
      ids.map((id) => ['member.updated', id]),
    );
    await done('POST', 'member/destroyBulk', { ids });
    expect(await since()).toEqual(['member.updated', 'member.updated']);
  });

  test('send events for both and for the moved visits, when merged and when unmerged', async () => {
    const [retained, absorbed] = [await memberOf(), await memberOf()];
    const visit = await posted(absorbed.id);
    await messagesTo(all);
    const { data } = await done<{ data: { id: number } }>('POST', `member/${retained.id}/merge`, {
      member_id: absorbed.id,
    });
    const merged = await messagesTo(all);
    expect(merged.filter(({ type }) => type === 'visit.moved')).toMatchObject([
      { data: { id: visit.id, member_id: retained.id }, previous: { member_id: absorbed.id } },
    ]);
    expect(merged.filter(({ type }) => type === 'member.updated')).toMatchObject([
      { data: { id: absorbed.id, merged_into_id: retained.id } },
    ]);
    await done('POST', `member/${retained.id}/merge/${data.id}/undo`);
    expect(await since()).toEqual(expect.arrayContaining(['visit.moved', 'member.updated']));
  });
});

describe('visits and redemptions', () => {
  test('send events when posted, moved, deleted and restored', async () => {
    const [from, to] = [await memberOf(), await memberOf()];
    await messagesTo(all);
    const visit = await posted(from.id);
    expect(await messagesTo(all)).toMatchObject([
      { type: 'visit.posted', data: { grand_total: '100000.000' }, previous: null },
    ]);
    await done('POST', `visit/${visit.id}/move`, { member_id: to.id, remark: 'Wrong guest' });
    expect(await messagesTo(all)).toMatchObject([
      { type: 'visit.moved', data: { member_id: to.id }, previous: { member_id: from.id } },
    ]);
    await done('DELETE', `visit/${visit.id}`);
    await done('POST', `visit/${visit.id}/restore`);
    expect(await since()).toEqual(['visit.deleted', 'visit.posted']);
  });

  test('send events if posted by a hotel’s own system, but not by one in test mode', async () => {
    const member = await memberOf();
    await messagesTo(all);
    const visit = { member_id: member.id, total_fb: '5000', staff_name: 'PMS' };
    const { request } = await createSystem(api, fixtures.h1);
    expect((await request('POST', 'visits', { ...visit, reference_no: 'PMS-1' })).status).toBe(201);
    expect((await request('POST', 'visits/batch', { visits: [{ ...visit, reference_no: 'PMS-2' }] })).status).toBe(200);
    expect(await since()).toEqual(['visit.posted', 'visit.posted']);
    const testIntegration = await createSystem(api, fixtures.h1, { is_test: true });
    expect((await testIntegration.request('POST', 'visits', { ...visit, reference_no: 'PMS-3' })).status).toBe(201);
    expect(await since()).toEqual([]);
  });

  test('send events when a voucher is redeemed and when the redemption is voided', async () => {
    const { data } = (await fixtures.sell()).body;
    await messagesTo(all);
    await done('POST', 'voucher_redeem', {
      member_voucher_id: data.member_vouchers[0]?.id,
      redeem_hotel_id: fixtures.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'R-1',
      staff_name: 'Till',
    });
    const [redeemed] = await messagesTo(all);
    expect(redeemed).toMatchObject({ type: 'voucher.redeemed', data: { redeem_hotel_id: fixtures.h1 } });
    await done('DELETE', `voucher_redeem/${redeemed?.data.id}`, reason);
    expect(await since()).toEqual(['voucher.voided']);
  });
});

describe('sales', () => {
  test('send events with the card, and when cancelled and restored', async () => {
    const { data } = (await fixtures.sell()).body;
    const made = await messagesTo(all);
    expect(typesOf(made)).toEqual(expect.arrayContaining(['member.created', 'card.issued', 'sale.made']));
    expect(made.find(({ type }) => type === 'sale.made')?.data).toMatchObject({ id: data.transaction.id });
    await done('DELETE', `transaction/${data.transaction.id}`, reason);
    expect((await since()).filter((type) => type.startsWith('sale'))).toEqual(['sale.cancelled']);
    await done('POST', `transaction/${data.transaction.id}/restore`);
    const restored = await since();
    expect(restored.filter((type) => /^(sale|card)/.test(type)).sort()).toEqual(['card.issued', 'sale.made']);
  });

  test('send events, unlike other transactions', async () => {
    await inputs.create(resources.transaction, { hotel_id: fixtures.h1 });
    expect((await since()).filter((type) => type.startsWith('sale'))).toEqual([]);
  });
});

describe('a tier', () => {
  test('sends one event when it is reached by bills of a hotel’s own system', async () => {
    const { data } = (await fixtures.sell()).body;
    const { request } = await createSystem(api, fixtures.h1);
    await messagesTo(all);
    const night = Array.from({ length: 12 }, (_, i) => ({
      card_no: data.member_card.sbec_no,
      reference_no: `N-${i}`,
      total_fb: '100000',
      staff_name: 'PMS',
    }));
    const halves = [night.slice(0, 7), night.slice(5), night];
    await Promise.all(halves.map((visits) => request('POST', 'visits/batch', { visits })));
    await request('POST', 'visits/batch', { visits: night });
    const messages = await messagesTo(all);
    expect(messages.filter(({ type }) => type === 'member.upgraded')).toMatchObject([
      {
        data: { id: data.member.id, membership: { id: fixtures.platinum } },
        previous: { membership_id: fixtures.gold },
      },
    ]);
    expect(messages.filter(({ type }) => type === 'card.issued')).toHaveLength(1);
    expect(messages.filter(({ type }) => type === 'visit.posted')).toHaveLength(12);
  });

  test('sends an event when it follows from complimentary visits, but not when it is lost', async () => {
    const { data } = (await fixtures.sell()).body;
    await messagesTo(all);
    await sql`update option_detail set value = '8' where code = 'per-term'`.execute(db.kysely);
    const credit = (comp_visits_period: number, comp_visits_reason: string) =>
      done('POST', `member/${data.member.id}`, { comp_visits_period, comp_visits_reason });
    await credit(8, 'Power cut');
    expect((await since()).filter((type) => type === 'member.upgraded')).toHaveLength(1);
    await credit(0, 'Another guest');
    expect((await since()).filter((type) => type === 'member.upgraded')).toEqual([]);
  });
});

test('changed rules send one event for each member they upgrade', async () => {
  const upgradedMembers = [(await fixtures.sell()).body.data.member.id, (await fixtures.sell()).body.data.member.id];
  for (const id of upgradedMembers) for (let n = 0; n < 3; n += 1) await posted(id);
  await messagesTo(all);
  await done('POST', `membership/${fixtures.gold}`, { min_visit_to_upgrade: 3, min_visit: 2 });
  const messages = await messagesTo(all);
  const upgraded = messages.filter(({ type }) => type === 'member.upgraded').map(({ data }) => data.id);
  expect(new Set(upgraded.filter((id) => upgradedMembers.includes(id)))).toEqual(new Set(upgradedMembers));
  expect(new Set(upgraded).size).toBe(upgraded.length);
  expect(messages.filter(({ type }) => type === 'card.issued')).toHaveLength(upgraded.length);
  await done('POST', `membership/${fixtures.gold}`, { min_visit_to_upgrade: 8, min_visit: 4 });
  expect((await since()).filter((type) => type === 'member.upgraded')).toEqual([]);
});

test('a member with an ended card sends one event on the day the status becomes lapsed', async () => {
  const { data } = (await fixtures.sell()).body;
  await messagesTo(all);
  await sql`update member_card set start_date = start_date - 700, end_date = end_date - 700
    where id = ${data.member_card.id}`.execute(db.kysely);
  await sql`select recompute_due_standing(100)`.execute(db.kysely);
  const lapsed = (await messagesTo(all)).filter(({ type }) => type === 'member.lapsed');
  expect(lapsed.map((message) => message.data.id)).toEqual([data.member.id]);
});

test('a bulk import and its undo send events for their records', async () => {
  const { first_name, ...row } = await inputs.required(resources.member, {
    membership_id: fixtures.gold,
    hotel_id: fixtures.h1,
  });
  const names = ['first_name', ...Object.keys(row)];
  const lines = [names, [first_name, ...Object.values(row)]].map((cells) => cells.join(',')).join('\n');
  await messagesTo(all);
  const imported = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/member/import', {
    body: { file: Buffer.from(`${lines}\n`) },
  });
  expect(imported.status, imported.text).toBe(201);
  expect(await since()).toEqual(['member.created']);
  await done('POST', `import/${imported.body.data.id}/undo`);
  expect(await since()).toEqual(['member.updated']);
});

test('a change that is rolled back sends no event, and no event is stored without an active webhook', async () => {
  const rolledBack = db.kysely.transaction().execute(async (tx) => {
    await sql`update member set first_name = 'Nobody' where id = (select min(id) from member)`.execute(tx);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await since()).toEqual([]);
  await done('POST', `webhook/${all}`, { is_active: 0 });
  await memberOf();
  expect((await sql`select from webhook_event`.execute(db.kysely)).rows).toEqual([]);
});
