import type { MergeEntry } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createMergeHelpers, readMergeEntry } from './merge-helpers.ts';

const DAY_MS = 86_400_000;

const NOW = new Date('2026-05-22T03:00:00Z');
const api = await startTestApp();
const { app, db } = api;
const { admin, card, readMemberData, createFullMember, get, mergeNow, createMember, post, undo, visit } =
  await createMergeHelpers(api, NOW);

describe('undoing a merge', () => {
  test('restores everything within 30 days', async () => {
    const [retained, absorbed] = [await createFullMember(), await createFullMember({ first_name: 'Twin' })];
    const before = await readMemberData(retained.id, absorbed.id);
    const id = await mergeNow(retained.id, absorbed.id, { fields: { first_name: 'absorbed', email: 'absorbed' } });
    expect(await readMemberData(retained.id, absorbed.id)).not.toEqual(before);
    api.setClock(new Date(NOW.getTime() + 30 * DAY_MS));
    const undoneEntry = readMergeEntry(await undo(retained.id, id));
    api.setClock(NOW);
    expect(undoneEntry).toMatchObject({
      can_undo: false,
      undone_by: { id: admin.id },
      undone_at: '2026-06-21 03:00:00',
    });
    expect(await readMemberData(retained.id, absorbed.id)).toEqual(before);
    expectError(await undo(retained.id, id), 409, 'conflict');
    const list = await call<{ data: MergeEntry[] }>(app, admin.token, 'GET', `/api/member/${absorbed.id}/merges`);
    expect(list.body.data).toEqual([undoneEntry]);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is rejected with a message after 30 days', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const id = await mergeNow(retained.id, absorbed.id);
    api.setClock(new Date(NOW.getTime() + 30 * DAY_MS + 1000));
    const reply = await undo(retained.id, id);
    const list = await call<{ data: MergeEntry[] }>(app, admin.token, 'GET', `/api/member/${retained.id}/merges`);
    api.setClock(NOW);
    expect(expectError(reply, 409, 'conflict').message).toMatch(/30 days/);
    expect(list.body.data).toMatchObject([{ id, can_undo: false }]);
  });

  test('leaves later records and later changes with the retained member', async () => {
    const [retained, absorbed] = [
      await createMember({ hobby: 'Golf' }),
      await createMember({ first_name: 'Away', hobby: 'Dive' }),
    ];
    const oldVisit = await visit({ member_id: absorbed.id });
    expect(oldVisit.status, oldVisit.text).toBe(201);
    const id = await mergeNow(retained.id, absorbed.id, { fields: { first_name: 'absorbed', hobby: 'absorbed' } });
    await post(`member/${retained.id}`, { hobby: 'Chess' });
    await visit({ member_id: retained.id });
    readMergeEntry(await undo(retained.id, id));
    expect(await get('member', retained.id)).toMatchObject({ first_name: retained['first_name'], hobby: 'Chess' });
    const countVisits = async (member: number) =>
      (await sql`select id from visit where member_id = ${member}`.execute(db.kysely)).rows.length;
    expect([await countVisits(retained.id), await countVisits(absorbed.id)]).toEqual([1, 1]);
  });

  test('moves back a card that was upgraded from a moved one', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const from = await card({ member_id: absorbed.id });
    const id = await mergeNow(retained.id, absorbed.id);
    const upgradeResult = await sql<{ id: number }>`
      with level as (insert into membership (name, price, renewal_price, is_free, rank, min_visit, min_visit_to_upgrade,
            is_regional)
                     values ('Above', 1, 1, false, 99, 0, 0, false) returning id)
      insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active, upgraded_from_id)
      select member_id, level.id, hotel_id, start_date, end_date, true, ${from.id} from member_card, level
      where member_card.id = ${from.id}
      returning id`.execute(db.kysely);
    readMergeEntry(await undo(retained.id, id));
    expect(await get('member_card', upgradeResult.rows[0]?.id ?? 0)).toMatchObject({ member_id: absorbed.id });
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is rejected with a message while another member has the email', async () => {
    const retained = await createMember({ email: 'mine@innkeeper.test' });
    const absorbed = await createMember({ email: 'theirs@innkeeper.test' });
    const id = await mergeNow(retained.id, absorbed.id);
    const newOwner = await createMember({ email: 'Theirs@innkeeper.test' });
    const stateBefore = await readDatabaseState(db);
    expect(expectError(await undo(retained.id, id), 409, 'conflict').message).toMatch(/email/);
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    await post(`member/${newOwner.id}`, { email: 'other@innkeeper.test' });
    expect((await undo(retained.id, id)).status).toBe(200);
  });

  test('is the only way to restore an absorbed member', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    await mergeNow(retained.id, absorbed.id);
    expect(expectError(await post(`member/${absorbed.id}/restore`), 409, 'conflict').message).toMatch(/Undo the merge/);
  });

  test('must start with the last merge of a chain, and says so', async () => {
    const [a, b, c] = [
      await createFullMember({ first_name: 'Anna' }),
      await createFullMember(),
      await createFullMember({ first_name: 'Citra' }),
    ];
    const before = await readMemberData(a.id, b.id, c.id);
    const first = await mergeNow(b.id, a.id);
    const second = await mergeNow(c.id, b.id);
    expect(expectError(await undo(b.id, first), 409, 'conflict').message).toContain('Citra');
    readMergeEntry(await undo(c.id, second));
    readMergeEntry(await undo(b.id, first));
    expect(await readMemberData(a.id, b.id, c.id)).toEqual(before);
  });

  test('works in any order for several merges into one member', async () => {
    const [a, b, c] = [await createFullMember(), await createFullMember(), await createFullMember()];
    const before = await readMemberData(a.id, b.id, c.id);
    const first = await mergeNow(c.id, a.id);
    const second = await mergeNow(c.id, b.id);
    expect(await get('member', c.id)).toMatchObject({ merged_from_id: b.id });
    readMergeEntry(await undo(c.id, first));
    expect(await get('member', c.id)).toMatchObject({ merged_from_id: b.id });
    readMergeEntry(await undo(c.id, second));
    expect(await readMemberData(a.id, b.id, c.id)).toEqual(before);
  });

  test('rejects a merge of another member', async () => {
    const [retained, absorbed, otherMember] = [await createMember(), await createMember(), await createMember()];
    const id = await mergeNow(retained.id, absorbed.id);
    expectError(await undo(otherMember.id, id), 404, 'record_not_found');
    expectError(await undo(retained.id, 999_999), 404, 'record_not_found');
    expectError(await undo(999_999_999, id), 404, 'record_not_found');
  });
});

test('the data reconciles after all tests', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});
