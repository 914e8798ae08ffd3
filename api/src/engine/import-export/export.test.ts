import {
  type RecordChanges,
  type ResourceDefinition,
  renderedColumns,
  getColumn,
  listColumns,
  resources,
} from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadActor } from '../../access/actor.ts';
import { hashToken } from '../../access/token.ts';
import { createResourceHooks } from '../../features/resource-hooks.ts';
import { parseListQuery } from '../resources/list-query.ts';
import { type ResponseRecord, parseList, textOf } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace, createAtHotel } from '../../testing/places.ts';
import { everyResource, selectResources } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createVariedRows } from '../../testing/varied-rows.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { getListColumns } from '../resources/scoped-source.ts';
import { formatChanges } from './format-changes.ts';
import { parseColumns } from './export-columns.ts';
import { openRows } from './export-rows.ts';
import { codeFormatter } from './format-cell.ts';
import { guardFormula } from './formula-guard.ts';
import { formatCodeDigits } from './phone-digits.ts';
import { cellKindOf } from './xlsx-lines.ts';
import { csvRows, download, upload, xlsxRows } from './table-helpers.ts';

const api = await startTestApp();
const { app, db } = api;
api.setClock(new Date('2026-05-20T20:30:00Z'));
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);

const downloadList = (
  resource: string,
  parameters: Record<string, string | number>,
  headers = {},
  token = admin.token,
) => download(app, token, `/api/${resource}/export?${queryString({ format: 'csv', ...parameters })}`, headers);
const requestExport = async (resource: string, parameters: Record<string, string | number>) =>
  call(app, admin.token, 'GET', `/api/${resource}/export?${queryString(parameters)}`);

/** Converts an instant on the wire to a hotel's local time. */
const toHotelTime = (wireText: string, zone: string): string =>
  Temporal.Instant.from(`${wireText.replace(' ', 'T')}Z`)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

describe.each(everyResource)('the export of %s', (key, d) => {
  let rows: readonly ResponseRecord[];
  let range: Record<string, string | number>;
  const columns = [...getListColumns(d)];

  beforeAll(async () => {
    rows = await createVariedRows(api, admin, inputs, d, 8);
    const ids = rows.map(({ id }) => id);
    range = { 'filter[id][gte]': Math.min(...ids), 'filter[id][lte]': Math.max(...ids), deleted: 1 };
  });

  /** The expected text of a cell, from the list's response. JSON is compared by value, a file without its signature. */
  function expectedCell(row: ResponseRecord, column: string): unknown {
    const { relations, resource, field, definition } = getColumn(d, column);
    // A referenced record has its code in `code`, even if the reference field has another name.
    const isCode = relations.length > 0 && field !== null && field === resource.display.code;
    const path = isCode ? [...column.split('.').slice(0, -1), 'code'] : column.split('.');
    // For nested objects, see nesting.ts.
    const value = path.reduce<unknown>(
      (nested, name) => (nested as Record<string, unknown> | null)?.[name] ?? null,
      row,
    );
    // The export contains readable text instead of the JSON changes.
    if (definition.kind === 'textarea' && definition.changesColumn !== undefined)
      // Safe: this column contains only changes of records.
      return formatChanges(row[definition.changesColumn] as RecordChanges, 'en', 'UTC');
    if (definition.kind === 'instant' && definition.inHotelZone)
      return toHotelTime(String(value), String(row.time_zone));
    // The file of a log has words for codes.
    const formatCode = d.view && codeFormatter(definition, 'en');
    if (formatCode) return formatCode(textOf(value));
    return definition.kind === 'json' ? value : textOf(value);
  }
  const withoutSignature = (text: unknown): unknown =>
    typeof text === 'string' && text.startsWith('/storage/') ? text.split('?')[0] : text;
  const list = async (parameters: Record<string, string | number>) =>
    parseList(
      d,
      await call(app, admin.token, 'GET', `/api/${key}?${queryString({ ...range, per_page: 500, ...parameters })}`),
    );

  test("contains the list's values as CSV, column by column", async () => {
    const [headings, ...cells] = csvRows(await downloadList(key, { ...range, columns: columns.join(',') }));
    const listedRecords = await list({});
    expect(headings?.length).toBe(columns.length);
    expect(cells.length).toBe(listedRecords.length);
    for (const [n, row] of listedRecords.entries()) {
      for (const [i, column] of columns.entries()) {
        const { definition } = getColumn(d, column);
        const { kind } = definition;
        const cell = String(withoutSignature(cells[n]?.[i] ?? ''));
        const isNumber = ['integer', 'decimal', 'money', 'flag', 'reference', 'option'].includes(kind);
        const expected = expectedCell(row, column);
        if (kind === 'json') expect(cell === '' ? null : JSON.parse(cell), column).toEqual(expected);
        else if (kind === 'phone') expect(cell.replace(/\D/g, ''), column).toBe(String(expected).replace(/\D/g, ''));
        else {
          const digits = cellKindOf(definition) === 'code' ? formatCodeDigits(String(expected)) : undefined;
          expect(cell, column).toBe(isNumber ? expected : (digits ?? guardFormula(String(expected))));
        }
      }
    }
  });

  test("contains the list's values as XLSX, with typed numbers and dates, and words for codes", async () => {
    const [headings, ...cells] = await xlsxRows(
      await downloadList(key, { ...range, format: 'xlsx', columns: columns.join(',') }),
    );
    const listedRecords = await list({});
    expect(headings?.length).toBe(columns.length);
    expect(cells.length).toBe(listedRecords.length);
    for (const [n, row] of listedRecords.entries()) {
      for (const [i, column] of columns.entries()) {
        const { definition } = getColumn(d, column);
        const { kind } = definition;
        const cell = withoutSignature(cells[n]?.[i] ?? null);
        const expected = expectedCell(row, column);
        const formatCode = codeFormatter(definition, 'en');
        if (kind === 'json' || expected === '') continue;
        if (cell instanceof Date)
          expect(cell.toISOString().slice(0, String(expected).length).replace('T', ' '), column).toBe(expected);
        else if (typeof cell === 'number') expect(cell, column).toBe(Number(expected));
        else expect(cell, column).toBe(formatCode ? formatCode(String(expected)) : expected);
        const isDay = kind === 'date' || kind === 'instant';
        expect(cell instanceof Date, column).toBe(isDay && String(expected) > '1900-03-01');
        if (['integer', 'money', 'reference'].includes(kind)) expect(typeof cell, column).toBe('number');
      }
    }
  });

  test("contains the list's rows in its order, for any search, filter and sort", async () => {
    const text = columns.find((column) => getColumn(d, column).definition.kind === 'text') ?? 'id';
    const queries: readonly Record<string, string | number>[] = [
      {},
      { sort: `-${text}` },
      { sort: text, deleted: 0 },
      { search: 'alpha' },
      { 'filter[created_at][preset]': 'today' },
      { 'filter[updated_by.name][null]': 0, sort: '-updated_at' },
    ];
    for (const query of queries) {
      const ids = csvRows(await downloadList(key, { ...range, ...query, columns: 'id' })).slice(1);
      expect(ids.flat().map(Number), JSON.stringify(query)).toEqual((await list(query)).map(({ id }) => id));
    }
  });

  test("starts with the list's columns, with headings in either language", async () => {
    for (const language of ['en', 'id'] as const) {
      const [headings] = csvRows(await downloadList(key, range, { 'accept-language': language }));
      const labelByColumn = new Map(listColumns(d).map(({ column, label }) => [column, label]));
      const visibleColumns = listColumns(d).flatMap(({ column, hidden }) => (hidden ? [] : [column]));
      const expected = renderedColumns(d, visibleColumns).map(
        (column) => (labelByColumn.get(column) ?? getColumn(d, column).label)[language],
      );
      // Only the currency columns of amounts may follow.
      expect(headings?.slice(0, expected.length)).toEqual(expected);
      expect((headings?.length ?? 0) - expected.length).toBeLessThanOrEqual(1);
    }
  });

  test('rejects unknown columns and parameters', async () => {
    for (const columns of [
      'nonsense',
      'password',
      'id,',
      'created_by.email',
      'updated_by.password',
      'id,id',
      '__proto__',
      'constructor',
    ])
      expectInvalid(await requestExport(key, { format: 'csv', columns }), 'columns');
    for (const format of ['', 'pdf', 'CSV']) expectInvalid(await requestExport(key, { format }), 'format');
    expectInvalid(await requestExport(key, {}), 'format');
    expectInvalid(await requestExport(key, { format: 'csv', page: 1 }), 'page');
    expectInvalid(await requestExport(key, { format: 'csv', 'filter[password][null]': 1 }), 'filter[password][null]');
    expectInvalid(await requestExport(key, { format: 'csv', nonsense: 1 }), 'nonsense');
  });

  test('requires VIEW, whatever other codes the user has', async () => {
    for (const codes of [[], [`STORE_${d.permission}`, `UPDATE_${d.permission}`, `DELETE_${d.permission}`]]) {
      const user = await createUser(db, { level: 'group', codes });
      expect((await downloadList(key, {}, {}, user.token)).status).toBe(403);
    }
    const viewer = await createUser(db, { level: 'group', codes: [`VIEW_${d.permission}`] });
    expect((await downloadList(key, range, {}, viewer.token)).status).toBe(200);
  });
});

const scopedResources = selectResources((d) => d.scope?.hotel !== undefined && !d.readOnly);

test.each(scopedResources)('the export of %s contains exactly the rows visible to its user', async (key, d) => {
  const place = await createPlace(db, 2);
  const [ownHotel = 0, otherHotel = 0] = place.hotels;
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: place.region, restrict_hotel_id: ownHotel }],
  });
  const ownRecord = await createAtHotel(inputs, d, { hotel: ownHotel, region: place.region });
  const foreignRecord = await createAtHotel(inputs, d, { hotel: otherHotel, region: place.region });
  const ids = csvRows(await downloadList(key, { columns: 'id' }, {}, clerk.token)).flat();
  expect(ids).toContain(String(ownRecord.id));
  expect(ids).not.toContain(String(foreignRecord.id));
  const listedRecords = parseList(d, await call(app, clerk.token, 'GET', `/api/${key}?per_page=500`));
  expect(ids.length - 1).toBe(listedRecords.length);
});

test("an export uses the request's zone for moments and for the date in the file name", async () => {
  const headers = { 'x-time-zone': 'Asia/Jakarta' };
  const file = await downloadList('type_input', { columns: 'created_at' }, headers);
  expect(file.headers['content-disposition']).toBe('attachment; filename="input-types-2026-05-21.csv"');
  expect(file.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/);
  expect(file.bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'));
  const { rows } = await sql<{ at: string }>`
    select to_char(created_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI:SS') as at from type_input order by id
    limit 1`.execute(db.kysely);
  expect(csvRows(file)[1]).toEqual([rows[0]?.at]);
  expectInvalid(
    await call(app, admin.token, 'GET', '/api/type_input/export?format=csv', {
      headers: { 'x-time-zone': 'Mars/Olympus' },
    }),
    'X-Time-Zone',
  );
});

test('an export has dialable numbers and harmless semicolons, and imports both unchanged', async () => {
  const { member } = resources;
  const texts = [
    ['+62-811-2345-678', 'Wijaya; =1+1', '+62 811 2345 678', "Wijaya;' =1+1"],
    ['+628112345679', "O'Brien", '+62 8112345679', "O'Brien"],
    ['08112345670', '=cmd;@me', '0811 2345670', "'=cmd;'@me"],
  ] as const;
  const ids: number[] = [];
  for (const [phone_no, last_name] of texts) ids.push((await inputs.create(member, { phone_no, last_name })).id);
  const query = { columns: 'id,phone_no,last_name', 'filter[id][gte]': ids[0] ?? 0, sort: 'id' };
  const csv = await downloadList('member', query);
  expect(csvRows(csv).slice(1)).toEqual(texts.map(([, , phone, name], i) => [String(ids[i]), phone, name]));
  const xlsx = await downloadList('member', { ...query, format: 'xlsx' });
  expect((await xlsxRows(xlsx)).slice(1)).toEqual(texts.map(([phone, name], i) => [ids[i], phone, name]));
  for (const { bytes } of [csv, xlsx]) {
    const reply = await upload<{ data: object }>(app, admin.token, 'member', bytes);
    expect(reply.body.data, reply.text).toMatchObject({ rows: texts.length, created: 0, updated: 0 });
  }
});

test('the log as a file has the names of the exported lists', async () => {
  await downloadList('region', {});
  const headers = { 'accept-language': 'id' };
  const csv = await call(app, admin.token, 'GET', '/api/export_entry/export?format=csv&columns=resource,format', {
    headers,
  });
  expect(csv.text).toContain('\r\nWilayah,csv\r\n');
});

test('the log has each export with its user, query and row count', async () => {
  const parameters = { columns: 'id,name', search: 'e', sort: '-name' };
  const count = csvRows(await downloadList('region', parameters)).length - 1;
  const readLastExport = async () =>
    (
      await sql`select actor_id, resource, format, columns, query, rows from export_log order by id desc
        limit 1`.execute(db.kysely)
    ).rows;
  const logged = { actor_id: admin.id, resource: 'region', format: 'csv', columns: ['id', 'name'] };
  await expect.poll(readLastExport).toEqual([{ ...logged, query: { search: 'e', sort: '-name' }, rows: count }]);
  await expect(sql`update export_log set rows = 0`.execute(db.kysely)).rejects.toThrow('appended to only');
  await expect(sql`delete from export_log`.execute(db.kysely)).rejects.toThrow('permission denied');
});

describe('a list of thousands', () => {
  const d: ResourceDefinition = resources.type_input;
  const ROW_COUNT = 3_500;

  beforeAll(async () => {
    await db.kysely.transaction().execute(async (tx) => {
      // Building the index of long texts takes seconds, which exceeds the statement timeout on a busy machine.
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`insert into type_input (name, code) select 'Long ' || n || repeat(' and longer', 400), 'long-' || n
        from generate_series(1, ${ROW_COUNT}::int) n`.execute(tx);
    });
  });
  const filter = { 'filter[code][start]': 'long-' };

  test('is exported completely', async () => {
    const codes = csvRows(await downloadList('type_input', { ...filter, columns: 'code', sort: 'id' })).flat();
    expect(codes).toEqual(['Code', ...Array.from({ length: ROW_COUNT }, (_, n) => `long-${n + 1}`)]);
    const sheet = await xlsxRows(
      await downloadList('type_input', { ...filter, format: 'xlsx', columns: 'code', sort: 'id' }),
    );
    expect(sheet.flat()).toEqual(codes);
  });

  test('neither repeats nor skips a row during concurrent changes', async () => {
    const actor = await loadActor(db, hashToken(admin.token), api.clock());
    if (!actor) throw new Error('The administrator is signed in');
    const hooksByResource = createResourceHooks(async () => undefined);
    const query = parseListQuery(d, { ...filter, sort: 'name' }, { paging: false });
    const columns = parseColumns(d, 'code', 'en');
    const rows = await openRows(db, hooksByResource, actor, d, query, columns, { now: api.clock(), timeZone: 'UTC' });
    const codes: (string | null | undefined)[] = [];
    for await (const batch of rows.batches) {
      if (codes.length === 0)
        await sql`update type_input set deleted_at = now() where code like 'long-%7'`.execute(db.kysely);
      codes.push(...batch.map(([code]) => code));
    }
    expect(new Set(codes).size).toBe(ROW_COUNT);
    expect(codes.length).toBe(ROW_COUNT);
    await sql`update type_input set deleted_at = null where code like 'long-%7'`.execute(db.kysely);
  });

  test('stops its query when the client disconnects', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const findRunningExports = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and query like '%exported%'
            and state <> 'idle' and pid <> pg_backend_pid()`.execute(db.kysely)
      ).rows.length;
    const leavingClient = new AbortController();
    const reply = await fetch(
      `${address}/api/type_input/export?${queryString({ format: 'csv', ...filter, columns: 'code,name,id' })}`,
      {
        headers: { authorization: `Bearer ${admin.token}` },
        signal: leavingClient.signal,
      },
    );
    await reply.body?.getReader().read();
    expect(await findRunningExports()).toBe(1);
    leavingClient.abort();
    await expect.poll(findRunningExports).toBe(0);
    const { rows } = await sql<{ rows: number | null }>`select rows from export_log order by id desc limit 1`.execute(
      db.kysely,
    );
    expect(rows).toEqual([{ rows: null }]);
  });
});

test('the export of members has both names, which the list shows in one cell', async () => {
  const [headings = []] = csvRows(await downloadList('member', {}));
  expect(headings.slice(0, 3)).toEqual(['First name', 'Last name', 'ID']);
});
