import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { loadActorByUserId } from '../../access/actor.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { fastHash } from '../../testing/fast-hash.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { checkActions } from './bulk-check.ts';
import { editInBulk } from './bulk-edit.ts';
import { checkRows } from './check-rows.ts';
import {
  type RowChange,
  type RowWrite,
  type WriteContext,
  checkAll,
  checkEach,
  checkTogether,
} from './resource-hooks.ts';
import { restoreRecords } from './restore.ts';
import { runDryRun, runInTransaction } from './transaction.ts';
import { changeRecord, createRecord, deleteRecords, lockLiveRow, updateRecord } from './write.ts';
import { writeRows } from './write-rows.ts';
import type { Write } from './write-services.ts';

/** Every way to write passes through the check and the `after` of the resource, each once with the whole set. */

const { db, clock } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const d: ResourceDefinition = resources.region;

const REJECTED = 'Rejected';
const checkedSets: (readonly string[])[] = [];
const writtenSets: (readonly string[])[] = [];
let unlockedFields: readonly string[] | undefined;
const describeRow = ({ action, before, values }: RowWrite) => `${action} ${String({ ...before, ...values }['name'])}`;
const hooksByResource = {
  region: {
    check: checkAll(
      (context: WriteContext, rows: readonly RowWrite[]) => {
        checkedSets.push(rows.map(describeRow));
        unlockedFields = context.unlockedFields;
        return [];
      },
      checkEach((_, { values }) => {
        if (values['name'] === REJECTED) throw apiError('conflict');
        return undefined;
      }),
    ),
    after: async (_: WriteContext, changes: readonly RowChange[]) => {
      writtenSets.push(changes.map(({ action }) => action));
    },
  },
};

type Work<T> = (write: Write & { readonly services: Parameters<typeof editInBulk>[0]['services'] }) => Promise<T>;
async function run<T>(work: Work<T>, runner: typeof runInTransaction = runInTransaction): Promise<T> {
  const actor = await loadActorByUserId(db.kysely, admin.id);
  if (!actor) throw new Error('The administrator is missing');
  checkedSets.length = 0;
  writtenSets.length = 0;
  const request = { actor, now: clock(), ip: '127.0.0.1', requestId: `set-${(requests += 1)}`, timeZone: 'UTC' };
  return runner(db, request, (context) =>
    work({ context, services: { db, hooksByResource, hashSecret: fastHash }, d, timeZone: 'UTC' }),
  );
}
let requests = 0;
let names = 0;
const nextName = () => `Set ${(names += 1)}`;
const bodyOf = (values: Record<string, unknown>) => ({ isForm: false, files: {}, values });
const create = (name: string) =>
  run(async (write) => {
    const { data } = await createRecord(write, bodyOf({ name, code: name.replace(' ', '').toUpperCase() }));
    return (JSON.parse(data) as { id: number }).id; // a region
  });
const newRow = (row: number, name: string) => ({
  row,
  before: null,
  values: { name, code: name.replace(' ', '').toUpperCase() },
});

test('a single create, update, delete and restore are sets of one', async () => {
  const name = nextName();
  const id = await create(name);
  expect([checkedSets, writtenSets]).toEqual([[[`create ${name}`]], [['create']]]);
  await run((write) => updateRecord(write, id, bodyOf({ name: `${name}b` }), undefined));
  expect([checkedSets, writtenSets]).toEqual([[[`update ${name}b`]], [['update']]]);
  await run((write) => deleteRecords(write, [id]));
  expect([checkedSets, writtenSets]).toEqual([[[`delete ${name}b`]], [['delete']]]);
  await run((write) => restoreRecords(write, [id]));
  expect([checkedSets, writtenSets]).toEqual([[[`restore ${name}b`]], [['restore']]]);
});

test('a call that changes one record passes through the same check, and names the fields it may change', async () => {
  const name = nextName();
  const id = await create(name);
  const change = (newName: string) =>
    run(async (write) => changeRecord(write, await lockLiveRow(write, id, undefined), { name: newName }, ['code']));
  await change(`${name}b`);
  expect([checkedSets, writtenSets]).toEqual([[[`update ${name}b`]], [['update']]]);
  expect(unlockedFields).toEqual(['code']);
  await expect(change(REJECTED)).rejects.toMatchObject({ code: 'conflict' });
  expect(await db.pool.query('select name from region where id = $1', [id])).toMatchObject({
    rows: [{ name: `${name}b` }],
  });
});

test('a bulk edit, delete and restore are one set, and their dry runs write nothing', async () => {
  const [first, second] = [await create(nextName()), await create(nextName())];
  const set = bodyOf({ ids: [first, second], set: { name: 'Same' } });
  await run((write) => editInBulk(write, set, 'en'), runDryRun);
  expect([checkedSets, writtenSets]).toEqual([[['update Same', 'update Same']], []]);
  await run((write) => checkActions(write, [first, second], 'delete'), runDryRun);
  expect([checkedSets.length, checkedSets[0]?.length, writtenSets]).toEqual([1, 2, []]);
  await run((write) => deleteRecords(write, [first, second]));
  expect([checkedSets.length, writtenSets]).toEqual([1, [['delete', 'delete']]]);
  await run((write) => checkActions(write, [first, second], 'restore'), runDryRun);
  expect([checkedSets.length, checkedSets[0]?.length, writtenSets]).toEqual([1, 2, []]);
  await run((write) => restoreRecords(write, [first, second]));
  expect([checkedSets.length, writtenSets]).toEqual([1, [['restore', 'restore']]]);
});

test('rows of a file are one set, and a rejected row leaves no changes', async () => {
  const [accepted, other] = [nextName(), nextName()];
  const rows = [newRow(1, accepted), newRow(2, REJECTED), newRow(3, other)];
  const rejected: number[] = [];
  await run((write) => checkRows(write, rows, (row) => void rejected.push(row)), runDryRun);
  expect([rejected, checkedSets.length, writtenSets]).toEqual([[2], 1, []]);
  await run((write) => writeRows(write, rows, (row) => void rejected.push(row)));
  expect([rejected, checkedSets.length, writtenSets]).toEqual([[2, 2], 1, [['create', 'create']]]);
  const { rows: stored } = await db.pool.query('select name from region where name = any($1) order by id', [
    [accepted, REJECTED, other],
  ]);
  expect(stored).toEqual([{ name: accepted }, { name: other }]);
});

test('a row that a constraint rejects is found, and the others are written', async () => {
  const [first, second, third] = [nextName(), nextName(), nextName()];
  const rows = [newRow(1, first), { ...newRow(2, second), values: newRow(1, first).values }, newRow(3, third)];
  const rejected: number[] = [];
  await run((write) => writeRows(write, rows, (row) => void rejected.push(row)));
  expect([rejected, writtenSets]).toEqual([[2], [['create', 'create']]]);
});

test('an assertion for a whole set finds each row that it rejects', async () => {
  const sizes: number[] = [];
  const check = checkTogether(async (_, rows) => {
    sizes.push(rows.length);
    if (rows.some(({ values }) => values['name'] === REJECTED)) throw apiError('conflict');
  });
  const toRow = (name: string): RowWrite => ({ action: 'create', before: null, values: { name } });
  const context = await run(async (write) => write.context);
  const results = await check(context, ['a', REJECTED, 'c', 'd'].map(toRow));
  expect(results.map((result) => result !== undefined)).toEqual([false, true, false, false]);
  sizes.length = 0;
  await check(context, ['a', 'b', 'c', 'd'].map(toRow));
  expect(sizes).toEqual([4]);
});
