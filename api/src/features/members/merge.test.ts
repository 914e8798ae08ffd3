import { getResource } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, recordIn } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { type Schema, valueProblems } from '../../testing/json-schema.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { respondsWhileLocked } from '../../testing/while-locked.ts';
import { createHotel } from '../../testing/base-records.ts';
import { createMerging, entryOf } from './merge-helpers.ts';

interface Described {
  readonly responses: Readonly<Record<string, { content: Readonly<Record<string, { schema: Schema }>> }>>;
}

const NOW = new Date('2026-05-22T03:00:00Z');
const api = await startTestApp();
const { app, db } = api;
const {
  admin,
  baseRecords,
  inputs,
  card,
  fullMember,
  get,
  holdersOf,
  merge,
  mergeNow,
  newMember,
  post,
  remove,
  undo,
  visit,
} = await createMerging(api, NOW);

describe('merging two members that are one person', () => {
  test('moves all records to the retained member, and old card numbers are still found', async () => {
    const retained = await fullMember();
    const absorbed = await fullMember({ first_name: 'Absorbed' });
    const shown = entryOf(await merge(retained.id, absorbed.id));
    expect(shown).toMatchObject({
      retained: { id: retained.id },
      absorbed: { id: absorbed.id },
      by: { id: admin.id },
      moved: {
        member_card: 1,
        member_voucher: 2,
        voucher_redeem: 1,
        transaction: 1,
        visit: 1,
        mail_log: 1,
        member_call: 1,
      },
      undo_until: '2026-06-21 03:00:00',
      can_undo: true,
      undone_at: null,
    });
    // The remaining references record the merge: who was absorbed, and by whom.
    expect(await holdersOf(absorbed.id)).toEqual([
      'member.merged_from_id',
      'member_card.merged_from_id',
      'member_merge.absorbed_id',
      'member_standing.member_id',
    ]);
    const removed = await get('member', absorbed.id);
    expect(removed).toMatchObject({ merged_into_id: retained.id, merged_into: { id: retained.id } });
    expect(removed['deleted_at']).not.toBeNull();
    const number = String(absorbed.card['sbec_no']);
    const found = await call<{ data: { members: { id: number }[] } }>(
      app,
      admin.token,
      'GET',
      `/api/search?q=${encodeURIComponent(number)}`,
    );
    expect(found.body.data.members.map(({ id }) => id)).toEqual([retained.id]);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('applies only the chosen fields, and an email together with its verification', async () => {
    const retained = await newMember({ first_name: 'Retained', home_address: 'Retained street', hobby: null });
    const absorbed = await newMember({
      first_name: 'Absorbed',
      email: 'Chosen@innkeeper.test',
      email_verified_at: '2026-01-02 03:04:05',
      home_address: null,
      hobby: 'Diving',
    });
    await mergeNow(retained.id, absorbed.id, {
      fields: { first_name: 'retained', email: 'absorbed', home_address: 'absorbed', hobby: 'absorbed' },
    });
    expect(await get('member', retained.id)).toMatchObject({
      first_name: 'Retained',
      last_name: retained['last_name'],
      email: 'Chosen@innkeeper.test',
      email_verified_at: '2026-01-02 03:04:05',
      home_address: null,
      hobby: 'Diving',
      merged_from_id: absorbed.id,
    });
  });

  test('keeps the earliest joining date and the tier of each visit', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    await card({ member_id: retained.id, start_date: '2024-01-01' });
    await card({ member_id: absorbed.id, start_date: '2021-01-01' });
    const level = async (of: number) =>
      (await sql`select id, membership_id from visit where member_id = ${of} order by id`.execute(db.kysely)).rows;
    await visit({ member_id: absorbed.id });
    await sql`update visit set membership_id = null where member_id = ${absorbed.id}`.execute(db.kysely);
    const before = await level(absorbed.id);
    const id = await mergeNow(retained.id, absorbed.id);
    expect(await get('member', retained.id)).toMatchObject({ member_date: '2021-01-01' });
    expect(await level(retained.id)).toEqual(before);
    entryOf(await undo(retained.id, id));
    expect(await get('member', retained.id)).toMatchObject({ member_date: '2024-01-01' });
    expect(await level(absorbed.id)).toEqual(before);
  });

  test('moves deleted records too, so a restored one belongs to the retained member', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    const old = await card({ member_id: absorbed.id });
    await remove('member_card', old.id);
    const { moved } = entryOf(await merge(retained.id, absorbed.id));
    expect(moved.member_card).toBe(0);
    expect((await post(`member_card/${old.id}/restore`)).status).toBe(200);
    expect(await get('member_card', old.id)).toMatchObject({ member_id: retained.id });
  });

  test('marks only cards that overlap another one', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    await card({ member_id: retained.id, start_date: '2026-01-01', end_date: '2026-12-31' });
    const before = await card({ member_id: absorbed.id, start_date: '2025-01-01', end_date: '2025-12-31' });
    const overlapping = await card({ member_id: absorbed.id, start_date: '2026-02-01', end_date: '2027-01-31' });
    await mergeNow(retained.id, absorbed.id);
    expect(await get('member_card', before.id)).toMatchObject({ member_id: retained.id, merged_from_id: null });
    expect(await get('member_card', overlapping.id)).toMatchObject({
      member_id: retained.id,
      merged_from_id: absorbed.id,
    });
    // Cards that did not come from a merge still must not overlap.
    const body = await inputs.required(getResource('member_card'), {
      member_id: retained.id,
      hotel_id: baseRecords.hotel,
      start_date: '2025-06-01',
      end_date: '2025-06-30',
    });
    expectError(await post('member_card', body), 409, 'conflict');
  });

  test('returns the documented response', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    const { body: document } = await call<Schema & { paths: Record<string, Record<string, Described>> }>(
      app,
      null,
      'GET',
      '/openapi.json',
    );
    const problemsOf = (reply: Reply<unknown>, method: string, path: string): string[] => {
      const schema = document.paths[path]?.[method]?.responses[reply.status]?.content['application/json']?.schema;
      if (!schema) throw new Error(`${method} ${path} does not describe status ${reply.status}`);
      return valueProblems(reply.body, schema, document);
    };
    const path = '/api/member/{id}/merge';
    expect(problemsOf(await merge(retained.id, absorbed.id, { dry_run: 1 }), 'post', path)).toEqual([]);
    const done = await merge(retained.id, absorbed.id);
    expect(problemsOf(done, 'post', path)).toEqual([]);
    expect(problemsOf(await merge(retained.id, absorbed.id), 'post', path)).toEqual([]);
    const list = await call(app, admin.token, 'GET', `/api/member/${retained.id}/merges`);
    expect(problemsOf(list, 'get', '/api/member/{id}/merges')).toEqual([]);
    const { id } = done.body.data;
    for (const reply of [await undo(retained.id, id), await undo(retained.id, id)])
      expect(problemsOf(reply, 'post', '/api/member/{id}/merge/{merge_id}/undo')).toEqual([]);
  });

  test('returns its result in a dry run without writing or waiting for locks', async () => {
    const [retained, absorbed] = [await fullMember(), await fullMember({ first_name: 'Twin', last_name: null })];
    const fields = { first_name: 'absorbed', last_name: 'absorbed', email: 'absorbed' };
    const stateBefore = await readDatabaseState(db);
    const shown = entryOf(await respondsWhileLocked(db, () => merge(retained.id, absorbed.id, { dry_run: 1, fields })));
    expect(shown).toMatchObject({ id: null, can_undo: false, moved: { member_voucher: 2, visit: 1 } });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    const done = entryOf(await merge(retained.id, absorbed.id, { fields }));
    expect(shown).toEqual({ ...done, id: null, can_undo: false });
  });

  test('is rejected in a dry run for the same reasons', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    await remove('member', absorbed.id);
    const requests = [
      [retained.id, retained.id],
      [retained.id, absorbed.id],
      [absorbed.id, retained.id],
      [999_999_999, retained.id],
    ] as const;
    for (const [into, from] of requests) {
      const [shown, rejected] = [await merge(into, from, { dry_run: 1 }), await merge(into, from)];
      expect(rejected.status).toBeGreaterThanOrEqual(404);
      const { request_id: _, ...why } = expectError(rejected, rejected.status);
      expect(expectError(shown, rejected.status)).toMatchObject(why);
    }
  });

  test('appears in the history of both members and of the moved records', async () => {
    const [retained, absorbed] = [await fullMember(), await fullMember()];
    await mergeNow(retained.id, absorbed.id);
    const historyOf = async (key: string, id: number) =>
      (
        await call<{ data: { action: string; by: { id: number }; changes: Input; labels: Input }[] }>(
          app,
          admin.token,
          'GET',
          `/api/${key}/${id}/history`,
        )
      ).body.data;
    expect(await historyOf('member', retained.id)).toContainEqual(
      expect.objectContaining({ changes: expect.objectContaining({ merged_from_id: [null, absorbed.id] }) }),
    );
    const removed = await historyOf('member', absorbed.id);
    expect(removed.map(({ action }) => action)).toContain('delete');
    expect(removed).toContainEqual(
      expect.objectContaining({ changes: expect.objectContaining({ merged_into_id: [null, retained.id] }) }),
    );
    expect((await historyOf('member_card', absorbed.card.id))[0]).toMatchObject({
      by: { id: admin.id },
      changes: { member_id: [absorbed.id, retained.id] },
    });
  });

  test('is rejected for the member itself, for deleted members and for fields that cannot be chosen', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    expectInvalid(await merge(retained.id, retained.id), 'member_id');
    expectInvalid(await merge(retained.id, 999_999_999), 'member_id');
    expectInvalid(
      await call(app, admin.token, 'POST', `/api/member/${retained.id}/merge`, { body: { dry_run: 2, more: 1 } }),
      'member_id',
      'dry_run',
      'more',
    );
    const { errors } = expectInvalid(
      await merge(retained.id, absorbed.id, {
        fields: { membership_id: 'absorbed', password: 'absorbed', email: 'other', toString: 'retained' },
      }),
      'membership_id',
      'password',
      'email',
      'toString',
    );
    expect(errors?.['email']).toEqual([expect.stringContaining('retained, absorbed')]);
    expectInvalid(await merge(retained.id, absorbed.id, { fields: ['email'] }), 'fields');
    await remove('member', absorbed.id);
    expectInvalid(await merge(retained.id, absorbed.id), 'member_id');
    expectError(await merge(absorbed.id, retained.id), 409, 'conflict');
    expectError(await merge(999_999_999, retained.id), 404, 'record_not_found');
    expectError(await call(app, admin.token, 'POST', '/api/member/x/merge', { body: { member_id: 1 } }), 404);
  });

  test('requires the rights to change and delete members, and both members to be visible', async () => {
    const elsewhere = await createHotel(db, baseRecords.country);
    const own = await newMember();
    const foreign = await newMember({ hotel_id: elsewhere, register_hotel_id: elsewhere });
    const assignments = [{ region_id: baseRecords.region, restrict_hotel_id: baseRecords.hotel }];
    for (const codes of [['VIEW_MEMBER', 'UPDATE_MEMBER'], ['VIEW_MEMBER', 'DELETE_MEMBER'], []]) {
      const user = await createUser(db, { level: 'property', codes, assignments });
      expectError(await merge(own.id, (await newMember()).id, {}, user.token), 403, 'forbidden');
    }
    const clerk = await createUser(db, { level: 'property', assignments });
    expectInvalid(await merge(own.id, foreign.id, {}, clerk.token), 'member_id');
    expectError(await merge(foreign.id, own.id, {}, clerk.token), 404, 'record_not_found');
    expectError(await call(app, clerk.token, 'GET', `/api/member/${foreign.id}/merges`), 404);
    // A member of both hotels: the hotel that is not the clerk's cannot be chosen.
    const both = await newMember({ register_hotel_id: elsewhere });
    expectInvalid(
      await merge(own.id, both.id, { fields: { register_hotel_id: 'absorbed' } }, clerk.token),
      'register_hotel_id',
    );
    expect((await merge(own.id, both.id, {}, clerk.token)).status).toBe(200);
  });

  test('does not prevent deleting and restoring the retained member or a moved card', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    const overlapping = await card({ member_id: absorbed.id });
    await card({ member_id: retained.id });
    await mergeNow(retained.id, absorbed.id);
    for (const [key, id] of [
      ['member_card', overlapping.id],
      ['member', retained.id],
    ] as const) {
      expect((await remove(key, id)).status).toBe(200);
      const restored = await post(`${key}/${id}/restore`);
      expect(restored.status, restored.text).toBe(200);
    }
  });

  test('runs once per idempotency key', async () => {
    const [retained, absorbed] = [await newMember(), await newMember()];
    const send = () =>
      call<{ data: MergeEntry }>(app, admin.token, 'POST', `/api/member/${retained.id}/merge`, {
        body: { member_id: absorbed.id },
        headers: { 'idempotency-key': `merge-${retained.id}` },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status, first.text).toBe(200);
    expect(second.text).toBe(first.text);
  });
});

/**
 * Given a soft-deleted member by a merge, then he is absent from lists, present in the trash, and his e-mail may be
 * registered again.
 */
test('an absorbed member is only in the trash, and the e-mail can be registered again', async () => {
  const retained = await newMember();
  const absorbed = await newMember({ email: 'gone@innkeeper.test' });
  await mergeNow(retained.id, absorbed.id);
  const list = async (query: string): Promise<number[]> => {
    const reply = await call<{ data: ResponseRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/member?filter[email][contains]=gone@innkeeper.test${query}`,
    );
    return reply.body.data.map(({ id }) => id);
  };
  expect(await list('')).toEqual([]);
  expect(await list('&deleted=1')).toEqual([absorbed.id]);
  const removed = recordIn(getResource('member'), await call(app, admin.token, 'GET', `/api/member/${absorbed.id}`));
  expect(removed).toMatchObject({ deleted_by: { id: admin.id }, merged_into: { id: retained.id } });
  expect(removed['deleted_at']).not.toBeNull();
  expect((await newMember({ email: 'gone@innkeeper.test' })).id).toBeGreaterThan(absorbed.id);
});

/**
 * Given an existing member with the same e-mail, then a member who was merged into another one is found as that one.
 */
test('the e-mail of an absorbed member finds the retained member', async () => {
  const [retained, absorbed, last] = [
    await newMember(),
    await newMember({ email: 'old@innkeeper.test' }),
    await newMember(),
  ];
  await mergeNow(retained.id, absorbed.id);
  await mergeNow(last.id, retained.id);
  const found = await call<{ data: unknown[] }>(
    app,
    admin.token,
    'GET',
    '/api/member/duplicates?email=old@innkeeper.test',
  );
  expect(found.body.data).toEqual([
    expect.objectContaining({ id: last.id, email: last['email'], deleted_at: null, matches: ['email'] }),
  ]);
});

test('the data reconciles after all tests', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});
