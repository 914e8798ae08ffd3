import {
  type Field,
  type FieldKind,
  type ImportCheck,
  importFields,
  isMatchOnly,
  toUnambiguousDecimal,
} from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { isBytes } from '../../testing/call.ts';
import { STORABLE, UNSTORABLE } from '../../testing/hostile-values.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { everyWritable, findWritableFields } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { csvFile, csvRows, download, upload } from './table-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

/** Texts that a field of this kind rejects. */
const INVALID: Record<FieldKind, readonly string[]> = {
  text: ['a\0b', 'x'.repeat(300)],
  email: ['nobody', 'a@b', 'a\0b@example.test'],
  phone: ['call me', '12'],
  textarea: ['a\0b', 'x'.repeat(20_001)],
  editor: ['x'.repeat(200_001)],
  secret: ['short'],
  integer: ['x', '1,5', '1e3', '0x10', '99999999999'],
  decimal: ['x', '1,5,0', '1.2.3', '1e3', '9'.repeat(20)],
  money: ['x', 'Rp 1.000', '1e3', '1.2345'],
  flag: ['maybe', 'on', '2'],
  date: ['31/13/2024', '2024-02-30', 'today', '45000', '2/4/90'],
  instant: ['2024-12-31', '31/12/2024', '2024-02-30 10:00:00', 'now'],
  reference: ['0', '-1', '1.5', '999999999', 'Nobody of that name', "' or true --", 'a\0b'],
  option: ['0', '999999999', 'Nothing of that name', '%'],
  choice: ['nonsense'],
  file: [],
  references: ['999999999', '1,x'],
  json: ['{'],
};

const cellOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'string') return toUnambiguousDecimal(value);
  return value === null || value === undefined ? '' : JSON.stringify(value);
};

describe.each(everyWritable)('a file of %s', (key, d) => {
  const fields = findWritableFields(d).filter(([, f]) => f.kind !== 'file');
  const names = fields.map(([name]) => name);
  // A table cannot contain a picture: records that require one are created manually and changed by a file.
  const pictures = findWritableFields(d).flatMap(([name, f]) => (f.kind === 'file' && f.required ? [name] : []));
  const kindOf = (name: string) => d.fields[name]?.kind;
  const rowOf = (input: Input, change: Input = {}) => names.map((name) => cellOf({ ...input, ...change }[name]));
  const checkImport = async (rows: readonly (readonly string[])[], headings: readonly string[] = names) => {
    const reply = await upload<{ data: ImportCheck }>(app, admin.token, key, csvFile([headings, ...rows]), {
      dry_run: '1',
    });
    expect(reply.status, reply.text).toBe(200);
    return reply.body.data;
  };
  const inputOf = async (): Promise<Input> =>
    Object.fromEntries(Object.entries(await inputs.createFull(d)).filter(([, value]) => !isBytes(value)));

  test('is accepted like a form if its rows are valid', async () => {
    const data = await checkImport([rowOf(await inputOf())]);
    expect(data.errors.flatMap(({ errors }) => Object.keys(errors))).toEqual(pictures);
    expect(data).toMatchObject({ rows: 1, created: pictures.length === 0 ? 1 : 0, updated: 0 });
    expect(data.columns.map(({ field }) => field)).toEqual(names);
  });

  test('is rejected at its invalid cell, whatever the kind', async () => {
    const input = await inputOf();
    const cases = fields.flatMap(([name, f]: readonly [string, Field]) =>
      INVALID[f.kind].map((text) => ({ name, text })),
    );
    const stateBefore = await readDatabaseState(db);
    for (let start = 0; start < cases.length; start += 500) {
      const batch = cases.slice(start, start + 500);
      const data = await checkImport(batch.map(({ name, text }) => rowOf(input, { [name]: text })));
      for (const [i, { name, text }] of batch.entries()) {
        const error = data.errors.find(({ row }) => row === i + 2);
        const isAccepted = kindOf(name) === 'text' && text.length === 300;
        if (!isAccepted) expect(Object.keys(error?.errors ?? {}), `${name}: ${text.slice(0, 40)}`).toContain(name);
        for (const field of Object.keys(error?.errors ?? {}))
          expect([...Object.keys(d.fields), 'id', 'row']).toContain(field);
      }
    }
    expect(await readDatabaseState(db)).toEqual(stateBefore);
  });

  test('is accepted or rejected if it is full of hostile texts, and causes no server error', async () => {
    const input = await inputOf();
    const texts = [...STORABLE, ...UNSTORABLE.filter((text) => text.isWellFormed())];
    const rows = texts.map((text) =>
      names.map((name) => (kindOf(name) === 'text' || kindOf(name) === 'textarea' ? text : cellOf(input[name]))),
    );
    const textRows = texts.map((text) => names.map(() => text));
    for (const part of [rows, textRows]) {
      const data = await checkImport(part);
      expect(data.created + data.rejected).toBe(part.length);
    }
    const headings = texts.filter((text) => text.trim() !== '');
    const headingReply = await checkImport([headings.map(() => 'x')], headings);
    expect(headingReply.columns.every(({ field }) => field === null)).toBe(true);
  });

  test('changes nothing when it is exported with all importable columns and imported again', async () => {
    for (let n = 0; n < 2; n += 1) await inputs.create(d);
    const columns = Object.entries(importFields(d)).flatMap(([name, f]) =>
      f.kind === 'secret' || (name !== 'id' && isMatchOnly(d, name)) ? [] : [name],
    );
    for (const format of ['csv', 'xlsx']) {
      const file = await download(app, admin.token, `/api/${key}/export?format=${format}&columns=${columns.join()}`, {
        'x-time-zone': 'Asia/Jakarta',
      });
      const stateBefore = await readDatabaseState(db);
      const reply = await upload(app, admin.token, key, file.bytes, { headers: { 'x-time-zone': 'Asia/Jakarta' } });
      expect(reply.status, reply.text).toBe(201);
      expect((await readDatabaseState(db)).audit_entries).toBe(stateBefore.audit_entries);
      if (format === 'csv')
        expect(reply.body.data).toMatchObject({ rows: csvRows(file).length - 1, created: 0, updated: 0 });
    }
  });
});
