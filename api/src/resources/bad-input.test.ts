import { type Field, allFields, getColumn, listColumns, operatorsOf } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Answered, recordIn, textOf, writtenIn } from '../testing/answers.ts';
import { readBooks } from '../testing/books.ts';
import { type Reply, call, formBody, queryString } from '../testing/call.ts';
import { expectError, expectInvalid } from '../testing/expectations.ts';
import { BLANK, NO_TEXTS, STORABLE, UNSTORABLE } from '../testing/hostile.ts';
import { createInputs, isRuled } from '../testing/inputs.ts';
import { everyResource, everyWritable, writableFields } from '../testing/resources.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createWorld } from '../testing/world.ts';

/** Whatever is sent: a value is stored as it was sent, or refused by the name of its field, and then nothing is written. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

const TEXTS = new Set(['text', 'textarea', 'editor', 'email', 'phone', 'secret']);
const isText = (f: Field): boolean => TEXTS.has(f.kind);
/** Fields that take any text that can be stored at all; a time zone is text, but not any. */
const takesAnything = (name: string, f: Field): boolean =>
  (f.kind === 'textarea' || (f.kind === 'text' && f.pattern === undefined)) && name !== 'time_zone';
const maxOf = (f: Field): number => ((f.kind === 'text' || f.kind === 'textarea') && f.max) || 255;

describe.each(everyWritable)('hostile values of %s', (key, d) => {
  const fields = writableFields(d);
  const get = async (id: number) => recordIn(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));

  const operationsOf = async (id: number): Promise<number> => {
    const reply = await call<{ meta: { total: number } }>(
      app,
      admin.token,
      'GET',
      `/api/${key}/${id}/history?per_page=1`,
    );
    return reply.body.meta.total;
  };

  /** Sends values one after the other to one field of one record, and compares what was written with what was answered. */
  async function sweep(
    name: string,
    f: Field,
    values: readonly unknown[],
    send: (id: number, value: unknown) => Promise<Reply<unknown>>,
  ): Promise<void> {
    const { id } = await inputs.create(d);
    const [before, operations] = [await readBooks(db), await operationsOf(id)];
    let last = await get(id);
    const { version } = last;
    for (const value of values) {
      const shown = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
      const reply = await send(id, value);
      if (reply.status === 422) {
        expectInvalid(reply, name);
        expect(
          typeof value === 'string' &&
            takesAnything(name, f) &&
            !isRuled(d, name) &&
            STORABLE.includes(value) &&
            [...value].length <= maxOf(f),
          shown,
        ).toBe(false);
        continue;
      }
      expect([shown, reply.status]).toEqual([shown, 200]);
      last = writtenIn(reply);
      if (f.kind !== 'secret') expect(last[name], shown).toEqual(asStored(f, value));
    }
    expect(await get(id)).toEqual(last);
    expect(await operationsOf(id)).toBe(operations + last.version - version);
    if (last.version === version) expect(await readBooks(db)).toEqual(before);
  }

  /** Each field gets some of them, one field after the other all. */
  const some = <T>(all: readonly T[], n: number, count: number): readonly T[] => {
    const start = (n * 7) % all.length;
    return [...all.slice(start), ...all.slice(0, start)].slice(0, count);
  };

  test.each(fields.map(([name, f], n) => ({ name, f, n })))('$name, as JSON and as a form', async ({ name, f, n }) => {
    const json: unknown[] = [
      ...some(STORABLE, n, isText(f) ? 10 : 4),
      ...UNSTORABLE,
      ...some(NO_TEXTS, n, 8),
      ...(f.required ? BLANK : []),
    ];
    await sweep(name, f, json, (id, value) =>
      call(app, admin.token, 'POST', `/api/${key}/${id}`, { body: { [name]: value } }),
    );
    const form = [...some(STORABLE, n + 2, 5), '1e400', '-0', '١٢', 'a\0b', 'x'.repeat(30_000)];
    await sweep(name, f, form, (id, value) =>
      call(app, admin.token, 'POST', `/api/${key}/${id}`, formBody({ [name]: value })),
    );
  });

  test('every field at once', async () => {
    const before = await readBooks(db);
    for (const value of [...UNSTORABLE, ...NO_TEXTS, 'x'.repeat(20_001)]) {
      const reply = await call(app, admin.token, 'POST', `/api/${key}`, {
        body: Object.fromEntries(fields.map(([name]) => [name, value])),
      });
      if (reply.status === 413) continue;
      const { errors = {} } = expectError(reply, 422, 'validation_failed');
      const known = new Set(fields.map(([name]) => name));
      expect(Object.keys(errors).filter((name) => !known.has(name))).toEqual([]);
      expect(await readBooks(db)).toEqual(before);
    }
  });
});

/** What a taken value reads back as. */
function asStored(f: Field, value: unknown): unknown {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return f.default ?? null;
  if (f.kind === 'text' && f.upper) return textOf(value).toUpperCase();
  if (f.kind === 'email' || f.kind === 'phone') return textOf(value).trim();
  if (f.kind === 'decimal' || f.kind === 'money') return expect.stringMatching(/^-?\d+\.\d+$/);
  if (f.kind === 'flag' || f.kind === 'integer') return Number(value) + 0;
  return value;
}

describe.each(everyResource)('hostile questions to %s', (key, d) => {
  const columns = [
    ...new Set([...Object.keys(allFields(d)), ...listColumns(d).map((c) => c.column), 'updated_by.name']),
  ].filter((column) => allFields(d)[column]?.kind !== 'secret');
  const texts = [
    ...STORABLE,
    ...UNSTORABLE.slice(0, 4),
    'x'.repeat(9000),
    ...BLANK,
    '1'.repeat(400),
    ','.repeat(2000),
    '-',
    '1e9',
    '9223372036854775808',
    '2024-01-01,2024-01-01,',
  ];

  test('are answered or refused by the name of the parameter', async () => {
    let turn = 0;
    for (const column of columns) {
      for (const operator of operatorsOf[getColumn(d, column).definition.kind]) {
        const value = texts[(turn += 1) % texts.length] ?? '';
        const name = `filter[${column}][${operator}]`;
        const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString({ [name]: value })}`);
        if (reply.status === 200) continue;
        expectInvalid(reply, name);
      }
    }
    // Each resource gets a third of them: what reads these parameters is the same for all.
    const third = everyResource.findIndex(([other]) => other === key) % 3;
    for (const value of texts.filter((_, i) => i % 3 === third)) {
      for (const name of ['search', 'sort', 'page', 'per_page', 'deleted']) {
        const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString({ [name]: value })}`);
        if (reply.status !== 200) expectInvalid(reply, name);
      }
      const chosen = await call(app, admin.token, 'GET', `/api/${key}/choices?${queryString({ search: value })}`);
      if (chosen.status !== 200) expectInvalid(chosen, 'search');
    }
  });

  test('under ids that are none find nothing', async () => {
    const ids = [
      '0',
      '-1',
      '1.0',
      '1e1',
      '0x1',
      '%31%32x',
      ' 1',
      '１',
      '9'.repeat(16),
      '9'.repeat(400),
      'NaN',
      '__proto__',
      'constructor',
      "1'--",
      '%00',
      '%E0%A4',
      '%ED%A0%80',
      '1;2',
      '..%2f..',
      'choices%00',
    ];
    for (const id of ids) {
      for (const path of ['', '/history']) {
        const reply = await call(app, admin.token, 'GET', `/api/${key}/${id}${path}`);
        expectError(reply, reply.status === 400 ? 400 : 404, reply.status === 400 ? 'bad_request' : 'record_not_found');
      }
      if (d.readOnly) continue;
      for (const [method, path] of [
        ['DELETE', ''],
        ['POST', ''],
        ['POST', '/restore'],
      ] as const) {
        const reply = await call(app, admin.token, method, `/api/${key}/${id}${path}`);
        expectError(reply, reply.status === 400 ? 400 : 404);
      }
    }
  });
});

test('an answered record is what the database holds', async () => {
  const [, region] = everyWritable.find(([key]) => key === 'region') ?? [];
  if (!region) throw new Error('region');
  for (const name of STORABLE) {
    const { id } = await inputs.create(region, { name });
    const stored: Pick<Answered, 'name'> = await db.kysely
      .selectFrom('region')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.name).toBe(name);
  }
});
