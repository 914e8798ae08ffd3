import {
  type Field,
  type ResourceDefinition,
  allFields,
  getColumn,
  getResource,
  listColumns,
  operatorsOf,
  isOneLine,
  isReason,
  withoutDirections,
  withoutInvisible,
} from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { type Answered, recordIn, textOf, writtenIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import { type CallOptions, call, formBody, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { BLANK, NO_TEXTS, STORABLE, UNSTORABLE } from '../../testing/hostile.ts';
import { countBy, inTurns } from '../../testing/in-turns.ts';
import { createInputs, isRuled } from '../../testing/inputs.ts';
import { everyResource, everyWritable, writableFields } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Any value is stored as it was sent, or refused by the name of its field, and then nothing is written. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

const TEXTS = new Set(['text', 'textarea', 'editor', 'email', 'phone', 'secret']);
const isText = (f: Field): boolean => TEXTS.has(f.kind);
/** Fields that take any text that can be stored at all; a time zone is text, but not any. */
const takesAnything = (name: string, f: Field): boolean =>
  (f.kind === 'textarea' || (f.kind === 'text' && f.pattern === undefined)) && name !== 'time_zone';
/** The text of a mail holds placeholders, and none that would not be filled in. */
const isPlaceholder = (d: ResourceDefinition, text: string): boolean =>
  d.key.startsWith('mail_') && /\{[{%]/.test(text);
const everyField = everyWritable.flatMap(([, d]) => writableFields(d).map(([, f]) => f));
const kindOf = ({ kind }: Field): string => kind;
const fieldCounts = countBy(everyField, kindOf);
const storable = inTurns(STORABLE, fieldCounts);
const unstorable = inTurns(UNSTORABLE, fieldCounts);
const noTexts = inTurns(NO_TEXTS, fieldCounts);
const blank = inTurns(
  BLANK,
  countBy(
    everyField.filter((f) => f.required),
    kindOf,
  ),
);
const inForms = inTurns([...STORABLE, '1e400', '-0', '١٢', 'a\0b', 'x'.repeat(30_000)], fieldCounts);
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

  test.each(fields.map(([name, f]) => ({ name, f })))('$name, as JSON and as a form', async ({ name, f }) => {
    // A country with a rate has another currency only together with its rate.
    const { id } = await inputs.create(d, key === 'country' && name === 'currency' ? { usd_rate: null } : {});
    const send = (options: CallOptions) => call(app, admin.token, 'POST', `/api/${key}/${id}`, options);
    const asJson: readonly unknown[] = [
      ...storable(isText(f) ? 3 : 1, f.kind),
      ...unstorable(isText(f) ? 2 : 1, f.kind),
      ...noTexts(2, f.kind),
      ...(f.required ? blank(1, f.kind) : []),
    ];
    const sent = [
      ...asJson.map((value) => ({ value, reply: () => send({ body: { [name]: value } }) })),
      ...inForms(2, f.kind).map((value) => ({ value, reply: () => send(formBody({ [name]: value })) })),
    ];
    const [before, operations] = [await readBooks(db), await operationsOf(id)];
    let last = await get(id);
    const { version } = last;
    for (const { value, reply: answered } of sent) {
      const shown = `${name}: ${JSON.stringify(value)?.slice(0, 60)}`;
      const reply = await answered();
      if (reply.status === 422) {
        expectInvalid(reply, name);
        expect(
          typeof value === 'string' &&
            takesAnything(name, f) &&
            !isRuled(d, name) &&
            !isPlaceholder(d, value) &&
            STORABLE.includes(value) &&
            (f.kind !== 'text' || isOneLine(value)) &&
            (!f.required || textOf(asStored(f, value)) !== '') &&
            (!('reason' in f && f.reason) || isReason(value)) &&
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
  });

  test('every field at once', async () => {
    const before = await readBooks(db);
    for (const value of [...unstorable(2, 'all'), ...noTexts(5, 'all'), 'x'.repeat(20_001)]) {
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

/** The value that is read back. */
function asStored(f: Field, sent: unknown): unknown {
  const isCode = f.kind === 'email' || f.kind === 'phone' || (f.kind === 'text' && f.code);
  const seen = f.kind === 'text' ? withoutDirections : (text: string) => text;
  const value = typeof sent === 'string' ? (isCode ? withoutInvisible : seen)(sent) : sent;
  // The slug of an option is made from its name when left empty.
  if (f === getResource('option').fields['slug'] && textOf(value ?? '').trim() === '') return expect.any(String);
  if (value === null || (typeof value === 'string' && value.trim() === '')) return f.default ?? null;
  if (f.kind === 'text' && f.upper) return textOf(value).toUpperCase();
  if (f.kind === 'email' || f.kind === 'phone') return textOf(value).trim();
  if (f.kind === 'decimal' || f.kind === 'money') return expect.stringMatching(/^-?\d+\.\d+$/);
  if (f.kind === 'flag' || f.kind === 'integer') return Number(value) + 0;
  return value;
}

/** Names of filters of one operator over columns of one kind. */
interface Filters {
  readonly operator: string;
  readonly isOfTexts: boolean;
  readonly names: readonly string[];
}

function filtersOf(d: ResourceDefinition): readonly Filters[] {
  const columns = new Set([...Object.keys(allFields(d)), ...listColumns(d).map((c) => c.column), 'updated_by.name']);
  const shown = [...columns].filter((column) => allFields(d)[column]?.kind !== 'secret');
  const conditions = shown.flatMap((column) => {
    const { kind } = getColumn(d, column).definition;
    return operatorsOf[kind].map((operator) => ({ column, kind, operator }));
  });
  return [...Map.groupBy(conditions, ({ kind, operator }) => `${kind} ${operator}`).values()].map((alike) => ({
    operator: alike[0]?.operator ?? '',
    isOfTexts: TEXTS.has(alike[0]?.kind ?? ''),
    names: alike.map(({ column, operator }) => `filter[${column}][${operator}]`),
  }));
}

const QUESTIONS: readonly string[] = [
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
const questions = inTurns(
  QUESTIONS,
  countBy(
    everyResource.flatMap(([, d]) => filtersOf(d)),
    ({ operator }) => operator,
  ),
);
/** Each resource asks so many of the questions to parameters that one piece of code reads for all: between them they ask each. */
const EACH_ASKS = Math.ceil(QUESTIONS.length / everyResource.length);
const noIds = inTurns([
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

describe.each(everyResource)('hostile questions to %s', (key, d) => {
  test('are answered or refused by the name of the parameter', async () => {
    const expectAnswered = async (values: Readonly<Record<string, string>>) => {
      const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString(values)}`);
      if (reply.status === 200) return;
      const { errors = {} } = expectError(reply, 422, 'validation_failed');
      expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(errors)));
    };
    let turn = 0;
    for (const { operator, isOfTexts, names } of filtersOf(d)) {
      for (const value of questions(1, operator))
        await expectAnswered({ [names[(turn += 1) % names.length] ?? '']: value });
      // A column of texts takes any that can be stored: all of them at once.
      const values = isOfTexts ? storable(names.length, operator) : [];
      if (isOfTexts) await expectAnswered(Object.fromEntries(names.map((name, n) => [name, values[n] ?? ''])));
    }
    // One parser reads these parameters for all.
    for (const value of questions(EACH_ASKS)) {
      for (const name of ['search', 'sort', 'page', 'per_page', 'deleted']) {
        const reply = await call(app, admin.token, 'GET', `/api/${key}?${queryString({ [name]: value })}`);
        if (reply.status !== 200) expectInvalid(reply, name);
      }
      const chosen = await call(app, admin.token, 'GET', `/api/${key}/choices?${queryString({ search: value })}`);
      if (chosen.status !== 200) expectInvalid(chosen, 'search');
    }
  });

  test('under ids that are none find nothing', async () => {
    for (const id of noIds(2)) {
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
  const region = getResource('region');
  for (const name of STORABLE.filter(isOneLine)) {
    const { id } = await inputs.create(region, { name });
    const stored: Pick<Answered, 'name'> = await db.kysely
      .selectFrom('region')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.name).toBe(withoutDirections(name));
  }
});
