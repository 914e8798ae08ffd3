import {
  type ResourceDefinition,
  allFields,
  findColumn,
  getColumn,
  isSearchable,
  listColumns,
  getResource,
} from '@innkeeper/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ResponseRecord, parseList, parseMeta, textOf } from '../../../testing/responses.ts';
import { call, queryString } from '../../../testing/call.ts';
import { expectInvalid } from '../../../testing/expectations.ts';
import { createRotation } from '../../../testing/rotation.ts';
import { createInputs } from '../../../testing/inputs.ts';
import { matchesNotation, shownValue } from '../../../testing/naive-filter.ts';
import { isWholeName, notationOfPath } from '../notation.ts';
import { everyResource } from '../../../testing/resources.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createUser } from '../../../testing/user.ts';
import { createVariedRows } from '../../../testing/varied-rows.ts';
import { createBaseRecords } from '../../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
api.setClock(new Date('2026-05-20T20:30:00Z'));
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

/** Kinds whose texts sort case-insensitively. */
const TEXT_KINDS = new Set(['text', 'email', 'phone', 'textarea', 'editor', 'choice']);
const NUMBER_KINDS = new Set(['integer', 'decimal', 'money', 'reference', 'option', 'flag']);

/** Columns that a list can be sorted by: its own and the dotted ones, except list fields and JSON. */
const sortableColumns = (d: ResourceDefinition): readonly string[] =>
  [
    ...new Set([
      ...Object.keys(allFields(d)),
      ...listColumns(d).map((c) => c.column),
      'updated_by.name',
      'deleted_by.name',
    ]),
  ].filter((column) => {
    const field = findColumn(d, column)?.definition;
    return field !== undefined && field.kind !== 'references' && field.kind !== 'json' && !field.shownOnly;
  });

const invalidParameters = createRotation<readonly [parameters: string, name: string]>([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=x', 'page'],
  ['page=', 'page'],
  ['page=99999999999999999999', 'page'],
  ['page=1&page=2', 'page'],
  ['per_page=0', 'per_page'],
  ['per_page=501', 'per_page'],
  ['per_page=x', 'per_page'],
  ['per_page=1e2', 'per_page'],
  ['sort=nonsense', 'sort'],
  ['sort=-id,nonsense', 'sort'],
  ['sort=id desc', 'sort'],
  ['sort=password', 'sort'],
  ['sort=id;drop table users', 'sort'],
  ['sort=created_by.password', 'sort'],
  ['deleted=2', 'deleted'],
  ['deleted=true', 'deleted'],
  ['deleted=', 'deleted'],
  ['search=%00', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
  [`search=${Array.from({ length: 21 }, (_, i) => i).join('+')}`, 'search'],
  ['nonsense=1', 'nonsense'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['id=1', 'id'],
  ['filter=x', 'filter'],
  ['filter[id]=1', 'filter[id]'],
  ['filter[id][eq][x]=1', 'filter[id][eq][x]'],
  ['filter[nonsense][eq]=1', 'filter[nonsense][eq]'],
  ['filter[password][null]=1', 'filter[password][null]'],
  ['filter[created_by.password][start]=x', 'filter[created_by.password][start]'],
  ['filter[__proto__][null]=1', 'filter[__proto__][null]'],
  ['filter[toString.name][null]=1', 'filter[toString.name][null]'],
  ['filter[search_text][contains]=x', 'filter[search_text][contains]'],
  ['filter[id][constructor]=1', 'filter[id][constructor]'],
  ['filter[id][eq]=', 'filter[id][eq]'],
  ['filter[id][eq]=1;', 'filter[id][eq]'],
  ['filter[id][eq]=1e400', 'filter[id][eq]'],
  ['filter[created_at][preset]=tomorrow', 'filter[created_at][preset]'],
  ['filter[created_at][date_between]=2024-02-30,', 'filter[created_at][date_between]'],
  ['filter[created_at][date_between]=,', 'filter[created_at][date_between]'],
  ['filter[created_at][date_between]=2024-01-01', 'filter[created_at][date_between]'],
  ['filter[created_at][date_between]=2024-01-01,2024-01,', 'filter[created_at][date_between]'],
  ['filter[created_at][date_between]=2024-01-01T10:00:00%2B99:99,', 'filter[created_at][date_between]'],
  ['filter[created_at][date_between]=0000-01-01,', 'filter[created_at][date_between]'],
  ['filter[deleted_at][null]=2', 'filter[deleted_at][null]'],
]);

const someOrders = createRotation<(text: string, d: ResourceDefinition) => string>([
  (text) => text,
  () => '-id',
  (text) => `-${text}`,
  (_, d) => d.order ?? 'id',
]);

describe.each(everyResource)('the list of %s', (key, d) => {
  let rows: readonly ResponseRecord[];
  let range: Record<string, string | number>;

  beforeAll(async () => {
    rows = await createVariedRows(api, admin, inputs, d, 14);
    const ids = rows.map(({ id }) => id);
    range = { 'filter[id][gte]': Math.min(...ids), 'filter[id][lte]': Math.max(...ids), deleted: 1 };
  });

  const list = (parameters: Record<string, string | number>) =>
    call(app, admin.token, 'GET', `/api/${key}?${queryString(parameters)}`);
  const listIds = async (parameters: Record<string, string | number>) =>
    parseList(d, await list({ ...range, per_page: 500, ...parameters })).map(({ id }) => id);

  /** Empty first, then by value; ties are sorted by id. */
  function sortIds(column: string): readonly number[] {
    const { kind } = getColumn(d, column).definition;
    const keyOf = (row: ResponseRecord) => {
      const value = shownValue(d, row, column);
      if (value === null) return null;
      return NUMBER_KINDS.has(kind)
        ? Number(value)
        : TEXT_KINDS.has(kind)
          ? textOf(value).toLowerCase()
          : textOf(value);
    };
    const compare = (a: ResponseRecord, b: ResponseRecord): number => {
      const [x, y] = [keyOf(a), keyOf(b)];
      if (x === y) return a.id - b.id;
      if (x === null) return -1;
      if (y === null) return 1;
      return x < y ? -1 : 1;
    };
    return rows.toSorted(compare).map(({ id }) => id);
  }

  test('sorts by every column in both directions, with empty values lowest and the id last', async () => {
    for (const column of sortableColumns(d)) {
      const expected = sortIds(column);
      expect(await listIds({ sort: column }), column).toEqual(expected);
      expect(await listIds({ sort: `-${column}` }), `-${column}`).toEqual(expected.toReversed());
    }
  });

  test('sorts by several columns, and by its default order without any', async () => {
    expect(await listIds({ sort: 'deleted_at,-id' })).toEqual([
      ...rows
        .filter((row) => row.deleted_at === null)
        .map(({ id }) => id)
        .toSorted((a, b) => b - a),
      ...rows
        .filter((row) => row.deleted_at !== null)
        .toSorted((a, b) => String(a.deleted_at).localeCompare(String(b.deleted_at)) || b.id - a.id)
        .map(({ id }) => id),
    ]);
    expect(await listIds({})).toEqual(await listIds({ sort: d.order ?? 'id' }));
    expect(await listIds({ sort: '' })).toEqual(await listIds({}));
  });

  test('has pages without gaps or repeated records', async () => {
    const [, text = 'id'] = sortableColumns(d).filter((column) => TEXT_KINDS.has(getColumn(d, column).definition.kind));
    for (const sort of someOrders(2).map((order) => order(text, d))) {
      const allIds = await listIds({ sort });
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(allIds.length / 4) + 1; page += 1)
        pages.push(...(await listIds({ sort, page, per_page: 4 })));
      expect(pages, sort).toEqual(allIds);
    }
  });

  test('returns the same total on every page', async () => {
    for (const [page, per_page] of [
      [1, 500],
      [1, 1],
      [2, 3],
      [4000, 100],
    ] as const) {
      const reply = await list({ ...range, page, per_page });
      expect(reply.status, reply.text).toBe(200);
      expect(parseMeta(d, reply)).toMatchObject({ total: rows.length, total_is_estimate: false });
      expect(reply.headers['x-total-count']).toBe(String(rows.length));
      expect(reply.headers['x-total-is-estimate']).toBe('0');
      if (d.envelope?.list !== 'bare')
        expect((reply.body as { meta: unknown }).meta).toEqual({
          page,
          per_page,
          total: rows.length,
          total_is_estimate: false,
        });
      expect(parseList(d, reply).length).toBe(Math.max(0, Math.min(per_page, rows.length - (page - 1) * per_page)));
    }
    const live = await list({ ...range, deleted: 0, per_page: 500 });
    expect(parseMeta(d, live).total).toBe(rows.filter((row) => row.deleted_at === null).length);
  });

  test('counts its records without filters, with deleted ones if requested', async () => {
    for (const deleted of [0, 1]) {
      const pages = await list({ deleted, per_page: 500 });
      // This resource is a view over a log that has more rows than a page.
      const { total } = parseMeta(d, pages);
      expect(d.view ? Math.min(total, 500) : total).toBe(parseList(d, pages).length);
    }
  });

  test('finds the records that contain every search word', async () => {
    const columns = listColumns(d)
      .map((c) => c.column)
      .filter((column) => {
        const { definition, field, resource } = getColumn(d, column);
        return isSearchable(definition) && (field !== null || isWholeName(resource));
      });
    const sampleWords = [
      ...new Set(
        rows.flatMap((row) =>
          columns
            .map((column) => textOf(shownValue(d, row, column)))
            .flatMap((text) => text.split(/\s+/).filter(Boolean).slice(0, 1)),
        ),
      ),
    ];
    const parameterCases = [
      ...sampleWords.slice(0, 12),
      ...sampleWords.slice(0, 4).map((w, i) => `${w.toUpperCase()}  ${sampleWords.at(-1 - i) ?? ''}`),
      '%',
      '_',
      'no-such-word',
      `${sampleWords[0] ?? 'x'} no-such-word`,
    ];
    for (const search of parameterCases) {
      const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
      const expected = rows.filter((row) =>
        parts.every((part) =>
          columns.some((column) =>
            matchesNotation(notationOfPath(getColumn(d, column)), 'contains', textOf(shownValue(d, row, column)), part),
          ),
        ),
      );
      expect(await listIds({ search, sort: 'id' }), search).toEqual(
        expected.map(({ id }) => id).toSorted((a, b) => a - b),
      );
    }
  });

  test('rejects unknown parameters and values, naming the parameter', async () => {
    for (const [parameters, name] of invalidParameters(12))
      expectInvalid(await call(app, admin.token, 'GET', `/api/${key}?${parameters}`), name);
    const several = await call(app, admin.token, 'GET', `/api/${key}?page=0&sort=nonsense&deleted=5&x=1`);
    expectInvalid(several, 'page', 'sort', 'deleted', 'x');
    const zone = await call(app, admin.token, 'GET', `/api/${key}`, { headers: { 'x-time-zone': 'Mars/Olympus' } });
    expectInvalid(zone, 'X-Time-Zone');
  });

  test('has the response format that existing clients expect, as does a record', async () => {
    const getBody = async (path: string) => (await call<unknown>(app, admin.token, 'GET', `/api/${path}`)).body;
    const someRecords = expect.arrayContaining([expect.objectContaining({ id: expect.any(Number) })]);
    const meta = { page: 1, per_page: 2, total: expect.any(Number), total_is_estimate: false };
    const body = await getBody(`${key}?per_page=2`);
    if (key === 'module_group') expect(body).toEqual(someRecords);
    else if (['role_group', 'roles', 'option'].includes(key))
      expect(body).toEqual({ data: { data: someRecords }, meta });
    else expect(body).toEqual({ data: someRecords, meta });
    const id = rows[0]?.id;
    const data = expect.objectContaining({ id });
    expect(await getBody(`${key}/${id}`)).toEqual(
      ['module_group', 'role_group'].includes(key) ? { data: { data } } : { data },
    );
  });
});

test('the list of roles without paging returns all of them', async () => {
  const fullReply = await call<{ data: { data: ResponseRecord[] }; meta: { total: number } }>(
    app,
    admin.token,
    'GET',
    '/api/roles',
  );
  expect(fullReply.body.data.data).toHaveLength(fullReply.body.meta.total);
  expect(fullReply.body.data.data.length).toBeGreaterThan(25);
  const first = await call<{ data: { data: ResponseRecord[] } }>(app, admin.token, 'GET', '/api/roles?page=1');
  expect(first.body.data.data).toEqual(fullReply.body.data.data.slice(0, 25));
});

test('the list of options without paging returns all of them, with their details', async () => {
  for (let i = 0; i < 25; i += 1) await inputs.create(getResource('option'));
  const reply = await call<{ data: { data: ResponseRecord[] }; meta: { total: number } }>(
    app,
    admin.token,
    'GET',
    '/api/option',
  );
  const { data, meta } = reply.body;
  expect(data.data.length).toBeGreaterThan(25);
  expect(data.data.length).toBe(meta.total);
  const gender = data.data.find((option) => option.slug === 'type-gender');
  expect(gender?.option_detail).toEqual(
    expect.arrayContaining([{ id: expect.any(Number), name: 'Male', value: null, code: 'male' }]),
  );
});
