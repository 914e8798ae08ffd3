import { type FieldKind, type ResourceDefinition, getResource, importFields } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { readBooks } from '../../testing/books.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { everyWritable } from '../../testing/resources.ts';
import { answeredWhileLocked } from '../../testing/while-locked.ts';
import { startImports } from './test-imports.ts';
import { csvFile } from './test-tables.ts';

const { db, inputs, check, bring } = await startImports();

/** Kinds whose values a cell cannot say. */
const UNSAID: ReadonlySet<FieldKind | undefined> = new Set(['file', 'json', undefined]);

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A file of a new record, and of one that stands and is changed, as far as a file can say it. */
async function fileOf(d: ResourceDefinition): Promise<string> {
  const made = await inputs.create(d);
  const [fresh, change] = [await inputs.required(d), await inputs.change(d)];
  const known = importFields(d);
  const said = Object.keys({ ...fresh, ...change }).filter((name) => !UNSAID.has(known[name]?.kind));
  return csvFile([
    ['id', ...said],
    ['', ...said.map((name) => textOf(fresh[name]))],
    [made.id, ...said.map((name) => textOf(change[name] ?? made[name]))],
  ]);
}

describe.each(everyWritable)('a dry run of %s', (key, d) => {
  test('writes nothing and holds nothing: it waits for nobody, not even for who lets others only read', async () => {
    const file = await fileOf(d);
    const before = await readBooks(db);
    const reply = await answeredWhileLocked(db, () => check(key, file));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data.rows).toBe(2);
    expect(await readBooks(db)).toEqual(before);
  });
});

test('a dry run of cards refuses those that overlap, in the table or in the file, as the import does', async () => {
  const d = getResource('member_card');
  const held = await inputs.create(d, { start_date: '2026-01-01', end_date: '2026-12-31', is_active: 1 });
  const input = await inputs.required(d);
  const fields = ['member_id', 'membership_id', 'hotel_id', 'start_date', 'end_date', 'is_active', 'remark'] as const;
  const { id: member_id } = await inputs.create(getResource('member'));
  const row = (values: Input) => {
    const said: Input = { ...input, is_active: 1, remark: 'Printed before', ...values };
    return fields.map((name) => textOf(said[name]));
  };
  const file = csvFile([
    [...fields],
    row({ member_id: held.member_id, start_date: '2026-12-31', end_date: '2027-06-30' }),
    row({ member_id: held.member_id, start_date: '2026-06-01', end_date: '2026-06-30', is_active: 0 }),
    row({ member_id, start_date: '2027-01-01', end_date: '2027-03-31' }),
    row({ member_id, start_date: '2027-04-01', end_date: '2027-06-30' }),
    row({ member_id, start_date: '2027-06-30', end_date: '2027-09-30' }),
  ]);
  const { data } = (await check('member_card', file)).body;
  expect(data.errors.map(({ row: at, errors }) => [at, Object.keys(errors)])).toEqual([
    [2, ['start_date']],
    [6, ['start_date']],
  ]);
  expectInvalid(await bring('member_card', file), 'row 2: start_date', 'row 6: start_date');
});
