import { getResource } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseRecord } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { type Schema, findValueProblems } from '../../testing/json-schema.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { respondsWhileLocked } from '../../testing/while-locked.ts';
import { createHotel } from '../../testing/base-records.ts';
import { createMergeHelpers, readMergeEntry } from './merge-helpers.ts';

interface DescribedDocument {
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
  createFullMember,
  get,
  findReferences,
  merge,
  mergeNow,
  createMember,
  post,
  remove,
  undo,
  visit,
} = await createMergeHelpers(api, NOW);

describe('merging two members that are one person', () => {
  test('moves all records to the retained member, and old card numbers are still found', async () => {
    const retained = await createFullMember();
    const absorbed = await createFullMember({ first_name: 'Absorbed' });
    const entry = readMergeEntry(await merge(retained.id, absorbed.id));
    expect(entry).toMatchObject({
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
    expect(await findReferences(absorbed.id)).toEqual([
      'member.merged_from_id',
      'member_card.merged_from_id',
      'member_merge.absorbed_id',
      'member_standing.member_id',
    ]);
    const deleteReply = await get('member', absorbed.id);
    expect(deleteReply).toMatchObject({ merged_into_id: retained.id, merged_into: { id: retained.id } });
    expect(deleteReply['deleted_at']).not.toBeNull();
    const number = String(absorbed.card['sbec_no']);
    const matchingReply = await call<{ data: { members: { id: number }[] } }>(
      app,
      admin.token,
      'GET',
      `/api/search?q=${encodeURIComponent(number)}`,
    );
    expect(matchingReply.body.data.members.map(({ id }) => id)).toEqual([retained.id]);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('applies only the chosen fields, each with the columns that belong to it', async () => {
    const retained = await createMember({ first_name: 'Retained', home_address: 'Retained street', hobby: null });
    const absorbed = await createMember({
      first_name: 'Absorbed',
      email: 'Chosen@innkeeper.test',
      email_verified_at: '2026-01-02 03:04:05',
      phone_no: '(021) 5550123',
      home_address: null,
      hobby: 'Diving',
    });
    await mergeNow(retained.id, absorbed.id, {
      fields: {
        first_name: 'retained',
        email: 'absorbed',
        phone_no: 'absorbed',
        home_address: 'absorbed',
        hobby: 'absorbed',
      },
    });
    expect(await get('member', retained.id)).toMatchObject({
      first_name: 'Retained',
      last_name: retained['last_name'],
      email: 'Chosen@innkeeper.test',
      email_verified_at: '2026-01-02 03:04:05',
      phone_no: '(021) 5550123',
      phone_e164: '+62215550123',
      home_address: null,
      hobby: 'Diving',
      merged_from_id: absorbed.id,
    });
  });

  test('keeps the earliest joining date and the tier of each visit', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    await card({ member_id: retained.id, start_date: '2024-01-01' });
    await card({ member_id: absorbed.id, start_date: '2021-01-01' });
    const readVisitTiers = async (memberId: number) =>
      (await sql`select id, membership_id from visit where member_id = ${memberId} order by id`.execute(db.kysely))
        .rows;
    await visit({ member_id: absorbed.id });
    await sql`update visit set membership_id = null where member_id = ${absorbed.id}`.execute(db.kysely);
    const before = await readVisitTiers(absorbed.id);
    const id = await mergeNow(retained.id, absorbed.id);
    expect(await get('member', retained.id)).toMatchObject({ member_date: '2021-01-01' });
    expect(await readVisitTiers(retained.id)).toEqual(before);
    readMergeEntry(await undo(retained.id, id));
    expect(await get('member', retained.id)).toMatchObject({ member_date: '2024-01-01' });
    expect(await readVisitTiers(absorbed.id)).toEqual(before);
  });

  test('moves deleted records too, so a restored one belongs to the retained member', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const oldCard = await card({ member_id: absorbed.id });
    await remove('member_card', oldCard.id);
    const { moved: movedRecords } = readMergeEntry(await merge(retained.id, absorbed.id));
    expect(movedRecords.member_card).toBe(0);
    expect((await post(`member_card/${oldCard.id}/restore`)).status).toBe(200);
    expect(await get('member_card', oldCard.id)).toMatchObject({ member_id: retained.id });
  });

  test('marks only cards that overlap another card', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
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
    const body = await inputs.createRequired(getResource('member_card'), {
      member_id: retained.id,
      hotel_id: baseRecords.hotel,
      start_date: '2025-06-01',
      end_date: '2025-06-30',
    });
    expectError(await post('member_card', body), 409, 'conflict');
  });

  test('returns the documented response', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const { body: document } = await call<Schema & { paths: Record<string, Record<string, DescribedDocument>> }>(
      app,
      null,
      'GET',
      '/openapi.json',
    );
    const findProblems = (reply: Reply<unknown>, method: string, path: string): string[] => {
      const schema = document.paths[path]?.[method]?.responses[reply.status]?.content['application/json']?.schema;
      if (!schema) throw new Error(`${method} ${path} does not describe status ${reply.status}`);
      return findValueProblems(reply.body, schema, document);
    };
    const path = '/api/member/{id}/merge';
    expect(findProblems(await merge(retained.id, absorbed.id, { dry_run: 1 }), 'post', path)).toEqual([]);
    const reply = await merge(retained.id, absorbed.id);
    expect(findProblems(reply, 'post', path)).toEqual([]);
    expect(findProblems(await merge(retained.id, absorbed.id), 'post', path)).toEqual([]);
    const list = await call(app, admin.token, 'GET', `/api/member/${retained.id}/merges`);
    expect(findProblems(list, 'get', '/api/member/{id}/merges')).toEqual([]);
    const { id } = reply.body.data;
    for (const reply of [await undo(retained.id, id), await undo(retained.id, id)])
      expect(findProblems(reply, 'post', '/api/member/{id}/merge/{merge_id}/undo')).toEqual([]);
  });

  test('returns its result in a dry run without writing or waiting for locks', async () => {
    const [retained, absorbed] = [
      await createFullMember(),
      await createFullMember({ first_name: 'Twin', last_name: null }),
    ];
    const fields = { first_name: 'absorbed', last_name: 'absorbed', email: 'absorbed' };
    const stateBefore = await readDatabaseState(db);
    const entry = readMergeEntry(
      await respondsWhileLocked(db, () => merge(retained.id, absorbed.id, { dry_run: 1, fields })),
    );
    expect(entry).toMatchObject({ id: null, can_undo: false, moved: { member_voucher: 2, visit: 1 } });
    expect(await readDatabaseState(db)).toEqual(stateBefore);
    const firstEntry = readMergeEntry(await merge(retained.id, absorbed.id, { fields }));
    expect(entry).toEqual({ ...firstEntry, id: null, can_undo: false });
  });

  test('is rejected in a dry run for the same reasons', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    await remove('member', absorbed.id);
    const requests = [
      [retained.id, retained.id],
      [retained.id, absorbed.id],
      [absorbed.id, retained.id],
      [999_999_999, retained.id],
    ] as const;
    for (const [retainedId, absorbedId] of requests) {
      const [reply, rejectedReply] = [
        await merge(retainedId, absorbedId, { dry_run: 1 }),
        await merge(retainedId, absorbedId),
      ];
      expect(rejectedReply.status).toBeGreaterThanOrEqual(404);
      const { request_id: _, ...rejection } = expectError(rejectedReply, rejectedReply.status);
      expect(expectError(reply, rejectedReply.status)).toMatchObject(rejection);
    }
  });

  test('appears in the history of both members and of the moved records', async () => {
    const [retained, absorbed] = [await createFullMember(), await createFullMember()];
    await mergeNow(retained.id, absorbed.id);
    const readHistory = async (key: string, id: number) =>
      (
        await call<{ data: { action: string; by: { id: number }; changes: Input; labels: Input }[] }>(
          app,
          admin.token,
          'GET',
          `/api/${key}/${id}/history`,
        )
      ).body.data;
    expect(await readHistory('member', retained.id)).toContainEqual(
      expect.objectContaining({ changes: expect.objectContaining({ merged_from_id: [null, absorbed.id] }) }),
    );
    const deletedHistory = await readHistory('member', absorbed.id);
    expect(deletedHistory.map(({ action }) => action)).toContain('delete');
    expect(deletedHistory).toContainEqual(
      expect.objectContaining({ changes: expect.objectContaining({ merged_into_id: [null, retained.id] }) }),
    );
    expect((await readHistory('member_card', absorbed.card.id))[0]).toMatchObject({
      by: { id: admin.id },
      changes: { member_id: [absorbed.id, retained.id] },
    });
  });

  test('is rejected for the member itself, for deleted members and for fields that cannot be chosen', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
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
    const otherHotel = await createHotel(db, baseRecords.country);
    const ownMember = await createMember();
    const foreignMember = await createMember({ hotel_id: otherHotel, register_hotel_id: otherHotel });
    const assignments = [{ region_id: baseRecords.region, restrict_hotel_id: baseRecords.hotel }];
    for (const codes of [['VIEW_MEMBER', 'UPDATE_MEMBER'], ['VIEW_MEMBER', 'DELETE_MEMBER'], []]) {
      const user = await createUser(db, { level: 'property', codes, assignments });
      expectError(await merge(ownMember.id, (await createMember()).id, {}, user.token), 403, 'forbidden');
    }
    const clerk = await createUser(db, { level: 'property', assignments });
    expectInvalid(await merge(ownMember.id, foreignMember.id, {}, clerk.token), 'member_id');
    expectError(await merge(foreignMember.id, ownMember.id, {}, clerk.token), 404, 'record_not_found');
    expectError(await call(app, clerk.token, 'GET', `/api/member/${foreignMember.id}/merges`), 404);
    // A member of both hotels: the hotel that is not the clerk's cannot be chosen.
    const sharedMember = await createMember({ register_hotel_id: otherHotel });
    expectInvalid(
      await merge(ownMember.id, sharedMember.id, { fields: { register_hotel_id: 'absorbed' } }, clerk.token),
      'register_hotel_id',
    );
    expect((await merge(ownMember.id, sharedMember.id, {}, clerk.token)).status).toBe(200);
  });

  test('does not prevent deleting and restoring the retained member or a moved card', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
    const overlapping = await card({ member_id: absorbed.id });
    await card({ member_id: retained.id });
    await mergeNow(retained.id, absorbed.id);
    for (const [key, id] of [
      ['member_card', overlapping.id],
      ['member', retained.id],
    ] as const) {
      expect((await remove(key, id)).status).toBe(200);
      const restoreReply = await post(`${key}/${id}/restore`);
      expect(restoreReply.status, restoreReply.text).toBe(200);
    }
  });

  test('runs once per idempotency key', async () => {
    const [retained, absorbed] = [await createMember(), await createMember()];
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
  const retained = await createMember();
  const absorbed = await createMember({ email: 'gone@innkeeper.test' });
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
  const deletedRecord = parseRecord(
    getResource('member'),
    await call(app, admin.token, 'GET', `/api/member/${absorbed.id}`),
  );
  expect(deletedRecord).toMatchObject({ deleted_by: { id: admin.id }, merged_into: { id: retained.id } });
  expect(deletedRecord['deleted_at']).not.toBeNull();
  expect((await createMember({ email: 'gone@innkeeper.test' })).id).toBeGreaterThan(absorbed.id);
});

/**
 * Given an existing member with the same e-mail, then a member who was merged into another one is found as that one.
 */
test('the e-mail of an absorbed member finds the retained member', async () => {
  const [retained, absorbed, lastMember] = [
    await createMember(),
    await createMember({ email: 'old@innkeeper.test' }),
    await createMember(),
  ];
  await mergeNow(retained.id, absorbed.id);
  await mergeNow(lastMember.id, retained.id);
  const matchingReply = await call<{ data: unknown[] }>(
    app,
    admin.token,
    'GET',
    '/api/member/duplicates?email=old@innkeeper.test',
  );
  expect(matchingReply.body.data).toEqual([
    expect.objectContaining({ id: lastMember.id, email: lastMember['email'], deleted_at: null, matches: ['email'] }),
  ]);
});

test('the data reconciles after all tests', async () => {
  expect(await checkIntegrity(db)).toEqual([]);
});
