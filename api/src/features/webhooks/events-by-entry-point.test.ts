import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { createSystem } from '../../testing/system.ts';
import { startWebhooks } from './webhook-helpers.ts';

/** Every change is sent, whichever entry point it came through; a change that is rolled back is not. */

const { api, app, db, admin, inputs, fixtures, createWebhook, readMessages, typesOf, createMember, requestOk } =
  await startWebhooks();
const { id: allHookId } = await createWebhook();
const readNewTypes = async () => typesOf(await readMessages(allHookId));
const reason = { reason: 'A test' };

let bills = 0;
const postBill = async (memberId: number) =>
  (
    await requestOk('POST', 'visit', {
      hotel_id: fixtures.h1,
      member_id: memberId,
      reference_no: `W${(bills += 1)}`,
      total_fb: '100000',
      staff_name: 'Till',
    })
  ).data;

describe('members', () => {
  test('send events when created, changed, deleted and restored, with the previous values', async () => {
    const member = await createMember();
    expect(await readNewTypes()).toEqual(['member.created']);
    await requestOk('POST', `member/${member.id}`, { first_name: 'Sri', is_active: 0 });
    const [message, ...otherMessages] = await readMessages(allHookId);
    expect(otherMessages).toEqual([]);
    expect(message).toMatchObject({
      type: 'member.updated',
      data: { id: member.id, first_name: 'Sri', is_active: 0, hotel: { id: fixtures.h1 } },
      previous: { first_name: member.first_name, is_active: 1 },
    });
    await requestOk('POST', `member/${member.id}`, { hobby: 'Chess', identity_no: '7' });
    expect(await readNewTypes()).toEqual([]); // sends no event about it
    await requestOk('DELETE', `member/${member.id}`);
    expect((await readMessages(allHookId)).map(({ type, data }) => [type, data.deleted_at !== null])).toEqual([
      ['member.updated', true],
    ]);
    await requestOk('POST', `member/${member.id}/restore`);
    expect(await readNewTypes()).toEqual(['member.updated']);
  });

  test('send one event each on bulk edit and bulk delete', async () => {
    const members = [await createMember(), await createMember()];
    const ids = members.map(({ id }) => id);
    await readMessages(allHookId);
    await requestOk('POST', 'member/updateBulk', { ids, set: { is_active: 0 } });
    expect((await readMessages(allHookId)).map(({ type, data }) => [type, data.id])).toEqual(
      ids.map((id) => ['member.updated', id]),
    );
    await requestOk('POST', 'member/destroyBulk', { ids });
    expect(await readNewTypes()).toEqual(['member.updated', 'member.updated']);
  });

  test('send events for both and for the moved visits when they are merged and unmerged', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const visit = await postBill(absorbed.id);
    await readMessages(allHookId);
    const { data } = await requestOk<{ data: { id: number } }>('POST', `member/${retained.id}/merge`, {
      member_id: absorbed.id,
    });
    const mergeMessages = await readMessages(allHookId);
    expect(mergeMessages.filter(({ type }) => type === 'visit.moved')).toMatchObject([
      { data: { id: visit.id, member_id: retained.id }, previous: { member_id: absorbed.id } },
    ]);
    expect(mergeMessages.filter(({ type }) => type === 'member.updated')).toMatchObject([
      { data: { id: absorbed.id, merged_into_id: retained.id } },
    ]);
    await requestOk('POST', `member/${retained.id}/merge/${data.id}/undo`);
    expect(await readNewTypes()).toEqual(expect.arrayContaining(['visit.moved', 'member.updated']));
  });
});

describe('visits and redemptions', () => {
  test('send events when posted, moved, deleted and restored', async () => {
    const [from, to] = [await createMember(), await createMember()];
    await readMessages(allHookId);
    const visit = await postBill(from.id);
    expect(await readMessages(allHookId)).toMatchObject([
      { type: 'visit.posted', data: { grand_total: '100000.000' }, previous: null },
    ]);
    await requestOk('POST', `visit/${visit.id}/move`, { member_id: to.id, remark: 'Wrong guest' });
    expect(await readMessages(allHookId)).toMatchObject([
      { type: 'visit.moved', data: { member_id: to.id }, previous: { member_id: from.id } },
    ]);
    await requestOk('DELETE', `visit/${visit.id}`);
    await requestOk('POST', `visit/${visit.id}/restore`);
    expect(await readNewTypes()).toEqual(['visit.deleted', 'visit.posted']);
  });

  test('send events if posted by a hotel’s own system, but not by one in test mode', async () => {
    const member = await createMember();
    await readMessages(allHookId);
    const visit = { member_id: member.id, total_fb: '5000', staff_name: 'PMS' };
    const { request } = await createSystem(api, fixtures.h1);
    expect((await request('POST', 'visits', { ...visit, reference_no: 'PMS-1' })).status).toBe(201);
    expect((await request('POST', 'visits/batch', { visits: [{ ...visit, reference_no: 'PMS-2' }] })).status).toBe(200);
    expect(await readNewTypes()).toEqual(['visit.posted', 'visit.posted']);
    const testIntegration = await createSystem(api, fixtures.h1, { is_test: true });
    expect((await testIntegration.request('POST', 'visits', { ...visit, reference_no: 'PMS-3' })).status).toBe(201);
    expect(await readNewTypes()).toEqual([]);
  });

  test('send events when a voucher is redeemed and when the redemption is voided', async () => {
    const { data } = (await fixtures.sell()).body;
    await readMessages(allHookId);
    await requestOk('POST', 'voucher_redeem', {
      member_voucher_id: data.member_vouchers[0]?.id,
      redeem_hotel_id: fixtures.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'R-1',
      staff_name: 'Till',
    });
    const [redeemMessage] = await readMessages(allHookId);
    expect(redeemMessage).toMatchObject({ type: 'voucher.redeemed', data: { redeem_hotel_id: fixtures.h1 } });
    await requestOk('DELETE', `voucher_redeem/${redeemMessage?.data.id}`, reason);
    expect(await readNewTypes()).toEqual(['voucher.voided']);
  });
});

describe('sales', () => {
  test('send events with the card, and when cancelled and restored', async () => {
    const { data } = (await fixtures.sell()).body;
    const messages = await readMessages(allHookId);
    expect(typesOf(messages)).toEqual(expect.arrayContaining(['member.created', 'card.issued', 'sale.made']));
    expect(messages.find(({ type }) => type === 'sale.made')?.data).toMatchObject({ id: data.transaction.id });
    await requestOk('DELETE', `transaction/${data.transaction.id}`, reason);
    expect((await readNewTypes()).filter((type) => type.startsWith('sale'))).toEqual(['sale.cancelled']);
    await requestOk('POST', `transaction/${data.transaction.id}/restore`);
    const restoreTypes = await readNewTypes();
    expect(restoreTypes.filter((type) => /^(sale|card)/.test(type)).sort()).toEqual(['card.issued', 'sale.made']);
  });

  test('send events, unlike other transactions', async () => {
    await inputs.create(resources.transaction, { hotel_id: fixtures.h1 });
    expect((await readNewTypes()).filter((type) => type.startsWith('sale'))).toEqual([]);
  });
});

describe('a tier', () => {
  test('sends one event when it is reached by bills of a hotel’s own system', async () => {
    const { data } = (await fixtures.sell()).body;
    const { request } = await createSystem(api, fixtures.h1);
    await readMessages(allHookId);
    const night = Array.from({ length: 12 }, (_, i) => ({
      card_no: data.member_card.sbec_no,
      reference_no: `N-${i}`,
      total_fb: '100000',
      staff_name: 'PMS',
    }));
    const batches = [night.slice(0, 7), night.slice(5), night];
    await Promise.all(batches.map((visits) => request('POST', 'visits/batch', { visits })));
    await request('POST', 'visits/batch', { visits: night });
    const messages = await readMessages(allHookId);
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
    await readMessages(allHookId);
    await sql`update option_detail set value = '8' where code = 'per-term'`.execute(db.kysely);
    const creditVisits = (comp_visits_period: number, comp_visits_reason: string) =>
      requestOk('POST', `member/${data.member.id}`, { comp_visits_period, comp_visits_reason });
    await creditVisits(8, 'Power cut');
    expect((await readNewTypes()).filter((type) => type === 'member.upgraded')).toHaveLength(1);
    await creditVisits(0, 'Another guest');
    expect((await readNewTypes()).filter((type) => type === 'member.upgraded')).toEqual([]);
  });
});

test('changed rules send one event for each member they upgrade', async () => {
  const upgradedMembers = [(await fixtures.sell()).body.data.member.id, (await fixtures.sell()).body.data.member.id];
  for (const id of upgradedMembers) for (let n = 0; n < 3; n += 1) await postBill(id);
  await readMessages(allHookId);
  await requestOk('POST', `membership/${fixtures.gold}`, { min_visit_to_upgrade: 3, min_visit: 2 });
  const messages = await readMessages(allHookId);
  const upgraded = messages.filter(({ type }) => type === 'member.upgraded').map(({ data }) => data.id);
  expect(new Set(upgraded.filter((id) => upgradedMembers.includes(id)))).toEqual(new Set(upgradedMembers));
  expect(new Set(upgraded).size).toBe(upgraded.length);
  expect(messages.filter(({ type }) => type === 'card.issued')).toHaveLength(upgraded.length);
  await requestOk('POST', `membership/${fixtures.gold}`, { min_visit_to_upgrade: 8, min_visit: 4 });
  expect((await readNewTypes()).filter((type) => type === 'member.upgraded')).toEqual([]);
});

test('a member with an ended card sends one event on the day the status becomes lapsed', async () => {
  const { data } = (await fixtures.sell()).body;
  await readMessages(allHookId);
  await sql`update member_card set start_date = start_date - 700, end_date = end_date - 700
    where id = ${data.member_card.id}`.execute(db.kysely);
  await sql`select recompute_due_standing(100)`.execute(db.kysely);
  const lapsed = (await readMessages(allHookId)).filter(({ type }) => type === 'member.lapsed');
  expect(lapsed.map((message) => message.data.id)).toEqual([data.member.id]);
});

test('a bulk import and its undo send events for their records', async () => {
  const { first_name, ...row } = await inputs.createRequired(resources.member, {
    membership_id: fixtures.gold,
    hotel_id: fixtures.h1,
  });
  const names = ['first_name', ...Object.keys(row)];
  const lines = [names, [first_name, ...Object.values(row)]].map((cells) => cells.join(',')).join('\n');
  await readMessages(allHookId);
  const importReply = await call<{ data: { id: number } }>(app, admin.token, 'POST', '/api/member/import', {
    body: { file: Buffer.from(`${lines}\n`) },
  });
  expect(importReply.status, importReply.text).toBe(201);
  expect(await readNewTypes()).toEqual(['member.created']);
  await requestOk('POST', `import/${importReply.body.data.id}/undo`);
  expect(await readNewTypes()).toEqual(['member.updated']);
});

test('a change that is rolled back sends no event, and no event is stored without an active webhook', async () => {
  const rolledBack = db.kysely.transaction().execute(async (tx) => {
    await sql`update member set first_name = 'Nobody' where id = (select min(id) from member)`.execute(tx);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await readNewTypes()).toEqual([]);
  await requestOk('POST', `webhook/${allHookId}`, { is_active: 0 });
  await createMember();
  expect((await sql`select from webhook_event`.execute(db.kysely)).rows).toEqual([]);
});
