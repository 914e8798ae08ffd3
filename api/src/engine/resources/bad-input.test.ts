import {
  type Field,
  type ResourceDefinition,
  allFields,
  getColumn,
  getResource,
  listColumns,
  operatorsByKind,
  isOneLine,
  isReason,
  stripDirectionMarks,
  stripInvisible,
} from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type ResponseRecord, parseRecord, textOf, parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type CallOptions, call, createFormBody, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { BLANK_TEXTS, NON_TEXTS, STORABLE, UNSTORABLE } from '../../testing/hostile-values.ts';
import { countBy, createRotation } from '../../testing/rotation.ts';
import { createInputs, hasSample } from '../../testing/inputs.ts';
import { everyResource, everyWritable, findWritableFields } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Any value is either stored as it was sent, or rejected with an error on its field and nothing written. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

const TEXT_KINDS = new Set(['text', 'textarea', 'editor', 'email', 'phone', 'secret']);
const isText = (f: Field): boolean => TEXT_KINDS.has(f.kind);
/** Fields that accept any storable text. A time zone is text too, but accepts only known names. */
const acceptsAnything = (name: string, f: Field): boolean =>
  (f.kind === 'textarea' || (f.kind === 'text' && f.pattern === undefined)) && name !== 'time_zone';
/** A mail text may contain placeholders, but only known ones. */
const isPlaceholder = (d: ResourceDefinition, text: string): boolean =>
  d.key.startsWith('mail_') && /\{[{%]/.test(text);
const everyField = everyWritable.flatMap(([, d]) => findWritableFields(d).map(([, f]) => f));
const kindOf = ({ kind }: Field): string => kind;
const fieldCounts = countBy(everyField, kindOf);
const storable = createRotation(STORABLE, fieldCounts);
const unstorable = createRotation(UNSTORABLE, fieldCounts);
const nonTexts = createRotation(NON_TEXTS, fieldCounts);
const blankTexts = createRotation(
  BLANK_TEXTS,
  countBy(
    everyField.filter((f) => f.required),
    kindOf,
  ),
);
const formTexts = createRotation([...STORABLE, '1e400', '-0', '١٢', 'a\0b', 'x'.repeat(30_000)], fieldCounts);
const maxLengthOf = (f: Field): number => ((f.kind === 'text' || f.kind === 'textarea') && f.max) || 255;

describe.each(everyWritable)('hostile values of %s', (key, d) => {
  const fields = findWritableFields(d);
  const get = async (id: number) => parseRecord(d, await call(app, admin.token, 'GET', `/api/${key}/${id}`));

  const operationsOf = async (id: number): Promise<number> => {
    const reply = await call<{ meta: { total: number } }>(
      app,
      admin.token,
      'GET',
      `/api/${key}/${id}/history?per_page=1`,
    );
    return reply.body.meta.total;
  };

  test.each(fields.map(([name, f]) => ({ name, f })))(
    'are rejected or stored safely in $name, as JSON and as a form',
    async ({ name, f }) => {
      // If a country has a rate, its currency can only change together with the rate.
      const { id } = await inputs.create(d, key === 'country' && name === 'currency' ? { usd_rate: null } : {});
      const send = (options: CallOptions) => call(app, admin.token, 'POST', `/api/${key}/${id}`, options);
      const jsonValues: readonly unknown[] = [
        ...storable(isText(f) ? 3 : 1, f.kind),
        ...unstorable(isText(f) ? 2 : 1, f.kind),
        ...nonTexts(2, f.kind),
        ...(f.required ? blankTexts(1, f.kind) : []),
      ];
      const inputValues = [
        ...jsonValues.map((value) => ({ value, reply: () => send({ body: { [name]: value } }) })),
        ...formTexts(2, f.kind).map((value) => ({ value, reply: () => send(createFormBody({ [name]: value })) })),
      ];
      const [before, operations] = [await readDatabaseState(db), await operationsOf(id)];
      let lastReply = await get(id);
      const { version } = lastReply;
      for (const { value, reply: received } of inputValues) {
        const description = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
        const reply = await received();
        if (reply.status === 422) {
          expectInvalid(reply, name);
          expect(
            typeof value === 'string' &&
              acceptsAnything(name, f) &&
              !hasSample(d, name) &&
              !isPlaceholder(d, value) &&
              STORABLE.includes(value) &&
              (f.kind !== 'text' || isOneLine(value)) &&
              (!f.required || textOf(toStored(f, value)) !== '') &&
              (!('reason' in f && f.reason) || isReason(value)) &&
              [...value].length <= maxLengthOf(f),
            description,
          ).toBe(false);
          continue;
        }
        expect([description, reply.status]).toEqual([description, 200]);
        lastReply = parseWritten(reply);
        if (f.kind !== 'secret') expect(lastReply[name], description).toEqual(toStored(f, value));
      }
      expect(await get(id)).toEqual(lastReply);
      expect(await operationsOf(id)).toBe(operations + lastReply.version - version);
      if (lastReply.version === version) expect(await readDatabaseState(db)).toEqual(before);
    },
  );

  test('are rejected or stored safely in all fields together', async () => {
    const before = await readDatabaseState(db);
    for (const value of [...unstorable(2, 'all'), ...nonTexts(5, 'all'), 'x'.repeat(20_001)]) {
      const reply = await call(app, admin.token, 'POST', `/api/${key}`, {
        body: Object.fromEntries(fields.map(([name]) => [name, value])),
      });
      if (reply.status === 413) continue;
      const { errors = {} } = expectError(reply, 422, 'validation_failed');
      const fieldNames = new Set(fields.map(([name]) => name));
      expect(Object.keys(errors).filter((name) => !fieldNames.has(name))).toEqual([]);
      expect(await readDatabaseState(db)).toEqual(before);
    }
  });
});

/** The value that a read should return. */
function toStored(f: Field, input: unknown): unknown {
  const isCode = f.kind === 'email' || f.kind === 'phone' || (f.kind === 'text' && f.code);
  const normalizeText = f.kind === 'text' ? stripDirectionMarks : (text: string) => text;
  const value = typeof input === 'string' ? (isCode ? stripInvisible : normalizeText)(input) : input;
  // An empty slug of an option is generated from its name.
  if (f === getResource('option').fields['slug'] && textOf(value ?? '').trim() === '') return expect.any(String);
  if (value === null || (typeof value === 'string' && value.trim() === '')) return f.default ?? null;
  if (f.kind === 'text' && f.upper) return textOf(value).toUpperCase();
  if (f.kind === 'email' || f.kind === 'phone') return textOf(value).trim();
  if (f.kind === 'decimal' || f.kind === 'money') return expect.stringMatching(/^-?\d+\.\d+$/);
  if (f.kind === 'flag' || f.kind === 'integer') return Number(value) + 0;
  return value;
}

/** Names of the filters with one operator on columns of one kind. */
interface Filters {
  readonly operator: string;
  readonly hasTexts: boolean;
  readonly names: readonly string[];
}

function filtersOf(d: ResourceDefinition): readonly Filters[] {
  const columns = new Set([...Object.keys(allFields(d)), ...listColumns(d).map((c) => c.column), 'updated_by.name']);
  const readableColumns = [...columns].filter((column) => allFields(d)[column]?.kind !== 'secret');
  const conditions = readableColumns.flatMap((column) => {
    const { kind } = getColumn(d, column).definition;
    return operatorsByKind[kind].map((operator) => ({ column, kind, operator }));
  });
  return [...Map.groupBy(conditions, ({ kind, operator }) => `${kind} ${operator}`).values()].map((group) => ({
    operator: group[0]?.operator ?? '',
    hasTexts: TEXT_KINDS.has(group[0]?.kind ?? ''),
    names: group.map(({ column, operator }) => `filter[${column}][${operator}]`),
  }));
}

const QUERIES: readonly string[] = [
  ...STORABLE,
  ...UNSTORABLE.slice(0, 4),
  'x'.repeat(9000),
  ...BLANK_TEXTS,
  '1'.repeat(400),
  ','.repeat(2000),
  '-',
  '1e9',
  '9223372036854775808',
  '2024-01-01,2024-01-01,',
];
const queries = createRotation(
  QUERIES,
  countBy(
    everyResource.flatMap(([, d]) => filtersOf(d)),
    ({ operator }) => operator,
  ),
);
/**
 * One parser reads these parameters for every resource, so each resource tests only a share of the values. Together
 * they test all of them.
 */
const CASES_PER_RESOURCE = Math.ceil(QUERIES.length / everyResource.length);
const invalidIds = createRotation([
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
]);

describe.each(everyResource)('hostile queries of %s', (key, d) => {
  test('are accepted, or rejected with the name of the parameter', async () => {
    const expectOk = async (values: Readonly<Record<string, string>>) => {
      const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString(values)}`);
      if (reply.status === 200) return;
      const { errors = {} } = expectError(reply, 422, 'validation_failed');
      expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(errors)));
    };
    let caseIndex = 0;
    for (const { operator, hasTexts, names } of filtersOf(d)) {
      for (const value of queries(1, operator))
        await expectOk({ [names[(caseIndex += 1) % names.length] ?? '']: value });
      // Text columns accept any storable text, so all of them are tested in one request.
      const values = hasTexts ? storable(names.length, operator) : [];
      if (hasTexts) await expectOk(Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])));
    }
    // One parser reads these parameters for every resource.
    for (const value of queries(CASES_PER_RESOURCE)) {
      for (const name of ['search', 'sort', 'page', 'per_page', 'deleted']) {
        const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString({ [name]: value })}`);
        if (reply.status !== 200) expectInvalid(reply, name);
      }
      const choicesReply = await call(app, admin.token, 'GET', `/api/${key}/choices?${queryString({ search: value })}`);
      if (choicesReply.status !== 200) expectInvalid(choicesReply, 'search');
    }
  });

  test('match nothing for invalid ids', async () => {
    for (const id of invalidIds(2)) {
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

test('a returned record matches the database', async () => {
  const region = getResource('region');
  for (const name of STORABLE.filter(isOneLine)) {
    const { id } = await inputs.create(region, { name });
    const storedRecord: Pick<ResponseRecord, 'name'> = await db.kysely
      .selectFrom('region')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(storedRecord.name).toBe(stripDirectionMarks(name));
  }
});
