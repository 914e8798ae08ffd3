import { type FieldKind, type ResourceDefinition, getResource, importFields } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { everyWritable } from '../../testing/resources.ts';
import { respondsWhileLocked } from '../../testing/while-locked.ts';
import { startImportTest } from './import-helpers.ts';
import { csvFile } from './table-helpers.ts';

const { db, inputs, check, importFile } = await startImportTest();

/** Kinds whose values a cell cannot represent. */
const UNIMPORTED_KINDS: ReadonlySet<FieldKind | undefined> = new Set(['file', 'json', undefined]);

const toCellText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A file with a new record and a changed existing one, as far as a file can represent them. */
async function createFile(d: ResourceDefinition): Promise<string> {
  const record = await inputs.create(d);
  const [requiredInput, change] = [await inputs.createRequired(d), await inputs.createChange(d)];
  const importableFields = importFields(d);
  const sentFields = Object.keys({ ...requiredInput, ...change }).filter(
    (name) => !UNIMPORTED_KINDS.has(importableFields[name]?.kind),
  );
  return csvFile([
    ['id', ...sentFields],
    ['', ...sentFields.map((name) => toCellText(requiredInput[name]))],
    [record.id, ...sentFields.map((name) => toCellText(change[name] ?? record[name]))],
  ]);
}

describe.each(everyWritable)('a dry run of %s', (key, d) => {
  test('writes and locks nothing, and does not wait even for a lock that allows only reads', async () => {
    const file = await createFile(d);
    const before = await readDatabaseState(db);
    const reply = await respondsWhileLocked(db, () => check(key, file));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.data.rows).toBe(2);
    expect(await readDatabaseState(db)).toEqual(before);
  });
});

test('a dry run rejects overlapping cards of the table or the file, as the import does', async () => {
  const d = getResource('member_card');
  const record = await inputs.create(d, { start_date: '2026-01-01', end_date: '2026-12-31', is_active: 1 });
  const input = await inputs.createRequired(d);
  const fields = ['member_id', 'membership_id', 'hotel_id', 'start_date', 'end_date', 'is_active', 'remark'] as const;
  const { id: member_id } = await inputs.create(getResource('member'));
  const toRow = (values: Input) => {
    const sentFields: Input = { ...input, is_active: 1, remark: 'Printed before', ...values };
    return fields.map((name) => toCellText(sentFields[name]));
  };
  const file = csvFile([
    [...fields],
    toRow({ member_id: record.member_id, start_date: '2026-12-31', end_date: '2027-06-30' }),
    toRow({ member_id: record.member_id, start_date: '2026-06-01', end_date: '2026-06-30', is_active: 0 }),
    toRow({ member_id, start_date: '2027-01-01', end_date: '2027-03-31' }),
    toRow({ member_id, start_date: '2027-04-01', end_date: '2027-06-30' }),
    toRow({ member_id, start_date: '2027-06-30', end_date: '2027-09-30' }),
  ]);
  const { data } = (await check('member_card', file)).body;
  expect(data.errors.map(({ row: rowNumber, errors }) => [rowNumber, Object.keys(errors)])).toEqual([
    [2, ['start_date']],
    [6, ['start_date']],
  ]);
  expectInvalid(await importFile('member_card', file), 'row 2: start_date', 'row 6: start_date');
});
