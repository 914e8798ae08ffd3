import {
  type Condition,
  type FieldKind,
  type Operator,
  type ResourceDefinition,
  allFields,
  getColumn,
  listColumns,
  operatorsByKind,
  getResource,
} from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_ERRORS } from '../../../platform/http/api-error.ts';
import { type ResponseRecord, parseList, parseMeta, textOf } from '../../../testing/responses.ts';
import { call, queryString } from '../../../testing/call.ts';
import { expectInvalid } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { matches, shownValue } from '../../../testing/naive-filter.ts';
import { everyResource } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createVariedRows } from '../../../testing/varied-rows.ts';
import { createHotel, createBaseRecords } from '../../../testing/base-records.ts';
import { loadZones } from '../../../testing/record-zones.ts';

const api = await startTestApp();
const { app, db } = api;
/** A Wednesday evening in UTC, already Thursday at most hotels. */
const NOW = new Date('2026-05-20T20:30:00Z');
api.setClock(NOW);
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

/** Every column that a list can be filtered by: all fields, the list's dotted columns, and the audit columns. */
const columnsOf = (d: ResourceDefinition): readonly string[] =>
  [
    ...new Set([
      ...Object.keys(allFields(d)),
      ...listColumns(d).map((c) => c.column),
      'created_by.name',
      'updated_by.name',
      'deleted_by.name',
    ]),
  ].filter((column) => {
    if (allFields(d)[column]?.kind === 'secret') return false;
    const { kind, shownOnly } = getColumn(d, column).definition;
    return !shownOnly && operatorsByKind[kind].length > 0;
  });

const ascending = (a: number, b: number): number => a - b;
const isAuditColumn = (column: string): boolean => /^(id|version|(created|updated|deleted)_(at|by.*))$/.test(column);

/** Filter values per operator: some that occur in the records, whole or in part, and one that does not. */
const filterValues: Partial<Record<Operator, (texts: readonly string[], kind: FieldKind) => readonly string[]>> = {
  contains: ([a = 'x']) => [a.slice(1, 5), 'ALPHA', '%', '_', '\\'],
  start: ([a = 'x']) => [a.slice(0, 3).toUpperCase(), '%'],
  end: ([, b = 'x']) => [b.slice(-3).toUpperCase(), '_'],
  matches: ([a = 'x']) => [a.toUpperCase(), 'alpha'],
  exact: ([a = 'x']) => [a, a.toUpperCase()],
  null: () => ['1', '0'],
  includes: (texts, kind) => toLists(texts, kind),
  excepts: (texts, kind) => toLists(texts, kind),
  date_between: (texts, kind) => toRanges(texts, kind),
  preset: () => ['today', 'this_month', '3_months_ago'],
};
const toLists = (texts: readonly string[], kind: FieldKind) =>
  [
    ...texts.map((t) => t.split(',')[0] ?? ''),
    texts.flatMap((t) => t.split(',')).join(','),
    ...(kind === 'choice' || kind === 'flag' ? [] : ['999999999']),
  ].filter((v) => v !== '');
const toNumbers = (texts: readonly string[], kind: FieldKind) =>
  kind === 'flag' ? ['1', '0'] : [...texts.slice(-1), '-1'];

type FormatRange = (from: string, to: string) => string;
const toDay = (text: string) => text.slice(0, 10);
const toMonth = (text: string) => text.slice(0, 7);
const DAY_RANGES: readonly FormatRange[] = [
  (a, b) => `${toDay(a)},${toDay(b)}`,
  (a) => `${toDay(a)},`,
  (a) => `,${toDay(a)}`,
  (a, b) => `${toDay(b)},${toDay(a)}`,
  (a, b) => `${toMonth(a)},${toMonth(b)}`,
  (_, b) => `${toMonth(b)},`,
  (a) => `,${toMonth(a)}`,
];
const MOMENT_RANGES: readonly FormatRange[] = [
  () => '06:00,18:30',
  () => '12:00,',
  () => ',12:00',
  (a, b) => `${a},${b}`,
  (_, b) => `${b},`,
];
/** Each column tests some notations of a range, and the next column others. */
const dayRanges = createRotation(DAY_RANGES);
const momentRanges = createRotation([...DAY_RANGES, ...MOMENT_RANGES]);

function toRanges(texts: readonly string[], kind: FieldKind): readonly string[] {
  const [a = '2026-05-20 10:00:00', b = '2026-06-01 10:00:00'] = [...texts].sort();
  return (kind === 'instant' ? momentRanges(6) : dayRanges(4)).map((range) => range(a, b));
}

describe.each(everyResource)('the filters of %s', (key, d) => {
  let rows: readonly ResponseRecord[];
  let zoneOf: (row: ResponseRecord) => string;
  let base: Record<string, string | number>;

  beforeAll(async () => {
    // One hotel where it is still yesterday, and one where tomorrow has begun.
    await Promise.all([
      createHotel(db, baseRecords.country, 'Pacific/Kiritimati'),
      createHotel(db, baseRecords.country, 'America/Los_Angeles'),
    ]);
    rows = await createVariedRows(api, admin, inputs, d, 14);
    zoneOf = await loadZones(db, d);
    const ids = rows.map(({ id }) => id);
    base = { 'filter[id][gte]': Math.min(...ids), 'filter[id][lte]': Math.max(...ids), per_page: 500, deleted: 1 };
  });

  const request = (conditions: readonly Condition[], parameters: Record<string, string | number> = {}) => {
    const query = Object.fromEntries(conditions.map((c) => [`filter[${c.column}][${c.operator}]`, c.value]));
    return call(app, admin.token, 'GET', `/api/${key}?${queryString({ ...base, ...parameters }, query)}`);
  };
  const expectedIds = (conditions: readonly Condition[]) =>
    rows.filter((row) => conditions.every((c) => matches(d, row, c, { now: NOW, zoneOf }))).map(({ id }) => id);

  async function expectSame(conditions: readonly Condition[]): Promise<number> {
    const reply = await request(conditions);
    expect(reply.status, reply.text).toBe(200);
    const matchingIds = parseList(d, reply).map(({ id }) => id);
    expect(matchingIds.toSorted(ascending), JSON.stringify(conditions)).toEqual(
      expectedIds(conditions).toSorted(ascending),
    );
    expect(parseMeta(d, reply).total, JSON.stringify(conditions)).toBe(matchingIds.length);
    return matchingIds.length;
  }

  test.each(columnsOf(d))('%s finds the same records as a naive filter, for every operator', async (column) => {
    const { kind } = getColumn(d, column).definition;
    const values = rows
      .map((row) => shownValue(d, row, column))
      .filter((v) => v !== null)
      .map(textOf);
    const texts = [...new Set(values)].slice(0, 2);
    const counts: number[] = [];
    // Every resource has the same audit columns: one or two requests show that they work.
    for (const operator of operatorsByKind[kind].slice(0, isAuditColumn(column) ? 2 : undefined)) {
      const values = new Set((filterValues[operator] ?? toNumbers)(texts, kind));
      const maxMatches = isAuditColumn(column) ? 1 : values.size;
      for (const value of [...values].slice(0, maxMatches))
        if (value !== '') counts.push(await expectSame([{ column, operator, value }]));
    }
    // The test proves nothing if every filter finds all rows or none. A range may match both of two values.
    const canBeFiltered = operatorsByKind[kind].some((operator) => operator !== 'null') || values.length < rows.length;
    if (!isAuditColumn(column) && new Set(values).size > 2 && canBeFiltered)
      expect(
        counts.some((n) => n > 0 && n < rows.length),
        String(counts),
      ).toBe(true);
  });

  test('conditions are combined, with and without deleted records', async () => {
    const columns = columnsOf(d).filter((column) => getColumn(d, column).relations.length === 0);
    for (const [i, column] of columns.entries().filter(([i]) => i % 2 === 0)) {
      const otherColumn = columns[(i + 3) % columns.length] ?? column;
      const conditions: Condition[] = [
        { column, operator: 'null', value: '0' },
        { column: otherColumn, operator: 'null', value: i % 4 === 0 ? '0' : '1' },
        { column: 'id', operator: 'gt', value: String(rows[2]?.id) },
      ];
      await expectSame(conditions);
      const live = await request(conditions, { deleted: 0 });
      const deletedIds = new Set(rows.filter((row) => row.deleted_at !== null).map(({ id }) => id));
      expect(parseList(d, live).length).toBe(expectedIds(conditions).filter((id) => !deletedIds.has(id)).length);
    }
  });

  test('a plain reference name is a filter too', async () => {
    for (const [name, f] of Object.entries(d.fields)) {
      if (f.kind !== 'reference' && f.kind !== 'option') continue;
      const value = shownValue(d, rows.find((row) => row[name] !== null) ?? rows[0] ?? { id: 0, version: 0 }, name);
      if (value === null) continue;
      const id = textOf(value);
      const reply = await request([], { [name]: id });
      expect(
        parseList(d, reply)
          .map((row) => row.id)
          .toSorted(ascending),
      ).toEqual(expectedIds([{ column: name, operator: 'includes', value: id }]).toSorted(ascending));
      expectInvalid(await request([], { [name]: 'x' }), name);
    }
  });

  test('rejects an operator of another kind, naming the parameter', async () => {
    const unknownFilters = columnsOf(d).map((column) => `filter[${column}][nonsense]`);
    for (let first = 0; first < unknownFilters.length; first += MAX_ERRORS) {
      const filters = unknownFilters.slice(first, first + MAX_ERRORS);
      const parameters = Object.fromEntries(filters.map((name) => [name, '1']));
      expectInvalid(await call(app, admin.token, 'GET', `/api/${key}?${queryString(parameters)}`), ...filters);
    }
    for (const [i, column] of columnsOf(d).entries()) {
      const allowedOperators: readonly string[] = operatorsByKind[getColumn(d, column).definition.kind];
      const invalidOperators = ['contains', 'gt', 'date_between', 'preset', 'includes', 'eq'].filter(
        (o) => !allowedOperators.includes(o),
      );
      const name = `filter[${column}][${invalidOperators[i % invalidOperators.length] ?? ''}]`;
      expectInvalid(await call(app, admin.token, 'GET', `/api/${key}?${queryString({ [name]: '1' })}`), name);
    }
  });
});

test('a filter with any stored text finds the record that has it', async () => {
  const d = getResource('membership');
  for (const name of [
    'İstanbul Ilıca',
    'ΟΔΟΣ',
    'ὈΔΥΣΣΕΎΣ',
    'STRASSE ẞ',
    'ǅungla',
    'ﬁn',
    'Ⅷ club',
    '𐐀𐐁 𐐨',
    '宿泊 100％',
    'يَوْم',
    '🏨 Sûite',
    'a\tb',
    'ſ',
    'K',
  ]) {
    // Names are single-line.
    const texts = { name: name.replaceAll('\t', ' '), benefits: name };
    const { id } = await inputs.create(d, texts);
    for (const column of ['name', 'benefits'] as const) {
      for (const operator of ['contains', 'start', 'end', 'matches', 'exact']) {
        const reply = await call(
          app,
          admin.token,
          'GET',
          `/api/membership?${queryString({ [`filter[${column}][${operator}]`]: texts[column] })}`,
        );
        expect(
          parseList(d, reply).map((row) => row.id),
          `${name} ${column} ${operator}`,
        ).toContain(id);
      }
    }
    for (const path of [
      `membership?${queryString({ search: name })}`,
      `membership/choices?${queryString({ search: name })}`,
    ]) {
      expect(
        (await call<{ data: ResponseRecord[] }>(app, admin.token, 'GET', `/api/${path}`)).body.data.map(
          (row) => row.id,
        ),
        path,
      ).toContain(id);
    }
  }
});
