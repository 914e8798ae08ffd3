import { type ResourceDefinition, getResource, resourceKeys, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createRotation } from '../../testing/rotation.ts';
import { type Input, createInputs, isTiedReference } from '../../testing/inputs.ts';
import { everyWritable } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Concurrent requests, each on its own connection. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  call(app, admin.token, 'POST', `/api/${path}`, { body, headers });
const deleteRecord = (key: string, id: number) => call(app, admin.token, 'DELETE', `/api/${key}/${id}`, REASON);
const statusesOf = (replies: readonly Reply<unknown>[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b);
const repeat = <T>(n: number, create: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => create(i));

/** Enough records for three crossing lists, each of which begins with a different one. */
async function createFourRecords(d: ResourceDefinition): Promise<readonly number[]> {
  const ids: number[] = [];
  while (ids.length < 4) ids.push((await inputs.create(d)).id);
  return ids;
}

/** Fields through which records of other resources keep one of these in use. */
const findReferencesTo = (d: ResourceDefinition): { from: ResourceDefinition; name: string }[] =>
  d.protected
    ? resourceKeys.flatMap((key) => {
        const from = getResource(key);
        return Object.entries(from.fields).flatMap(([name, f]) =>
          f.kind === 'reference' && f.to === d.key && !f.computed && !isTiedReference(from, name)
            ? [{ from, name }]
            : [],
        );
      })
    : [];

/** The region and the hotel of an assignment depend on each other; here it covers the whole region. */
const createReferenceInput = (from: ResourceDefinition, name: string, id: number): Input => ({
  [name]: id,
  ...(from.key === 'region_users' && name === 'region_id' && { restrict_hotel_id: null }),
});

/** Ways to make a record reference another one: each prepares a write that does so. */
const WRITE_PATHS: readonly ((from: ResourceDefinition, to: Input) => Promise<() => Promise<Reply<unknown>>>)[] = [
  async (from, to) => {
    const body = await inputs.createFull(from, to);
    return () => post(from.key, body);
  },
  async (from, to) => {
    const { id } = await inputs.create(from);
    return () => post(`${from.key}/${id}`, to);
  },
  async (from, to) => {
    const { id } = await inputs.create(from, to);
    await deleteRecord(from.key, id);
    return () => post(`${from.key}/${id}/restore`);
  },
];
/** Each kind of reference, with either write slightly ahead; together the fields cover all combinations. */
const cases = createRotation(
  WRITE_PATHS.flatMap((createReference) =>
    [true, false].map((isDeletedFirst) => ({ createReference, isDeletedFirst })),
  ),
);

describe.each(everyWritable)('concurrent requests for %s', (key, d) => {
  test('create one record out of ten with the same unique value', async () => {
    for (const { fields } of d.unique ?? []) {
      const bodies: Input[] = [];
      const model = await inputs.createFull(d);
      const takenValues = Object.fromEntries(fields.map((name) => [name, model[name]]));
      for (let i = 0; i < 10; i += 1) bodies.push(await inputs.createFull(d, takenValues));
      const replies = await Promise.all(bodies.map((body) => post(key, body)));
      const [winnerReply, ...lostReplies] = replies.toSorted((a, b) => a.status - b.status);
      expect(winnerReply?.status).toBe(201);
      for (const reply of lostReplies) {
        if (key === 'voucher_redeem') expectError(reply, 409, 'already_redeemed');
        else expectInvalid(reply, fields.at(-1) ?? '');
      }
    }
  });

  test('apply one of two updates of a version, and return the current record to the other', async () => {
    for (let round = 0; round < 2; round += 1) {
      const record = await inputs.create(d);
      const changes = [await inputs.createChange(d), await inputs.createChange(d)];
      const version = { 'if-unmodified-since-version': String(record.version) };
      const replies = await Promise.all(changes.map((change) => post(`${key}/${record.id}`, change, version)));
      expect(statusesOf(replies)).toEqual([200, 409]);
      const won = replies.find(({ status }) => status === 200);
      const lostReply = replies.find(({ status }) => status === 409);
      if (won && lostReply) expect(expectError(lostReply, 409, 'stale_record').current).toEqual(parseWritten(won));
    }
  });

  test('delete or restore a record only once', async () => {
    const { id } = await inputs.create(d);
    const deletes = await Promise.all(repeat(5, () => deleteRecord(key, id)));
    expect(statusesOf(deletes)).toEqual([200, 404, 404, 404, 404]);
    const restores = await Promise.all(repeat(5, () => post(`${key}/${id}/restore`)));
    expect(statusesOf(restores)).toEqual([200, 404, 404, 404, 404]);
  });

  test('leave one record if a restore and a create use the same unique value', async () => {
    for (const { fields } of d.unique ?? []) {
      const first = await inputs.create(d);
      await deleteRecord(key, first.id);
      const rivalInput = await inputs.createFull(d, Object.fromEntries(fields.map((name) => [name, first[name]])));
      const [restoreReply, createdReply] = await Promise.all([
        post(`${key}/${first.id}/restore`),
        post(key, rivalInput),
      ]);
      expect([
        [200, key === 'voucher_redeem' ? 409 : 422],
        [409, 201],
      ]).toContainEqual([restoreReply.status, createdReply.status]);
    }
  });

  test('each get a response when they delete crossing lists in bulk', async () => {
    const ids = await createFourRecords(d);
    const lists = [ids, ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]];
    const postAll = (path: 'destroyBulk' | 'restoreBulk') =>
      Promise.all(
        lists.map((list) => post(`${key}/${path}`, { ids: list, ...(path === 'destroyBulk' && REASON.body) })),
      );
    for (let round = 0; round < 2; round += 1) {
      expect(statusesOf(await postAll('destroyBulk'))).toEqual([200, 404, 404]);
      expect(statusesOf(await postAll('restoreBulk'))).toEqual([200, 404, 404]);
    }
    const mixedReplies = await Promise.all([
      post(`${key}/destroyBulk`, { ids: ids.slice(0, 3), ...REASON.body }),
      post(`${key}/destroyBulk`, { ids: ids.slice(1), ...REASON.body }),
    ]);
    expect(statusesOf(mixedReplies)).toEqual([200, 404]);
  });

  test('edit crossing lists in bulk completely, and never mix two edits in one record', async () => {
    const ids = await createFourRecords(d);
    const lists = [ids, ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]];
    const sets = await Promise.all(lists.map(() => inputs.createShared(d)));
    const replies = await Promise.all(lists.map((list, i) => post(`${key}/updateBulk`, { ids: list, set: sets[i] })));
    expect(statusesOf(replies)).toEqual([200, 200, 200]);
    const [name = ''] = Object.keys(sets[0] ?? {});
    const { rows } =
      await sql`select distinct ${sql.ref(name)} from ${sql.table(key)} where id = any(${ids}::bigint[])`.execute(
        db.kysely,
      );
    expect(rows).toHaveLength(1);
  });

  test('never leave a reference to a record that is being deleted', async () => {
    for (const { from, name } of findReferencesTo(d)) {
      for (const { createReference, isDeletedFirst } of cases(2)) {
        const target = await inputs.create(d);
        const sendReference = await createReference(from, createReferenceInput(from, name, target.id));
        const [first, second] = await Promise.all(
          isDeletedFirst
            ? [deleteRecord(key, target.id), sendReference()]
            : [sendReference(), deleteRecord(key, target.id)],
        );
        for (const reply of [first, second]) expect([200, 201, 409, 422], reply.text).toContain(reply.status);
      }
    }
  });
});

test('no live record references deleted reference data', async () => {
  for (const key of resourceKeys) {
    for (const [name, f] of Object.entries(getResource(key).fields)) {
      if (
        (f.kind !== 'reference' && f.kind !== 'option') ||
        !getResource(targetKey(f)).protected ||
        (f.kind === 'reference' && f.owned)
      )
        continue;
      const { rows } = await sql<ResponseRecord>`select r.id from ${sql.table(key)} r
        join ${sql.table(targetKey(f))} t on t.id = r.${sql.ref(name)}
        where r.deleted_at is null and t.deleted_at is not null`.execute(db.kysely);
      expect(rows, `${key}.${name}`).toEqual([]);
    }
  }
});

test('the stored row counts still match the tables', async () => {
  for (const key of resourceKeys.filter((item) => !getResource(item).view)) {
    const { rows } = await sql<{ stored: number; counted: number; stored_deleted: number; deleted: number }>`
      select (select coalesce(sum(live), 0)::int from row_count where resource = ${key}) as stored,
             (select coalesce(sum(deleted), 0)::int from row_count where resource = ${key}) as stored_deleted,
             (select count(*)::int from ${sql.table(key)} where deleted_at is null) as counted,
             (select count(*)::int from ${sql.table(key)} where deleted_at is not null) as deleted`.execute(db.kysely);
    const [row] = rows;
    expect([key, row?.stored, row?.stored_deleted]).toEqual([key, row?.counted, row?.deleted]);
  }
});
