import {
  type Condition,
  type ReportKey,
  type ReportRun,
  type ResourceKey,
  type RowSelection,
  includesCondition,
  listParameters,
  permission,
  reportPermission,
  resources,
  rowsUrl,
} from '@innkeeper/contract';
import type { Amount, Dashboard } from '@innkeeper/contract/calls';
import type { FastifyInstance } from 'fastify';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { call } from './call.ts';

/** The entry points that show values to a user: screens, lists, reports, and the files of both. */

interface Place {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** A user who reads values, with the visible hotels. */
export interface Reader {
  readonly may: (code: string) => boolean;
  readonly isGroup: boolean;
  readonly places: readonly Place[];
  readonly get: <Body>(url: string) => Promise<Body>;
  readonly text: (url: string) => Promise<string>;
}

/** Creates a reader that requests each URL once, however many values are read from it. */
export async function createReader(app: FastifyInstance, token: string): Promise<Reader> {
  const responseByUrl = new Map<string, Promise<string>>();
  const readText = (url: string): Promise<string> => {
    const cached = responseByUrl.get(url);
    if (cached) return cached;
    const response = call(app, token, 'GET', url).then((reply) => {
      expect(reply.status, `${url}: ${reply.text.slice(0, 300)}`).toBe(200);
      return reply.text;
    });
    responseByUrl.set(url, response);
    return response;
  };
  // The caller names the type.
  const get = async <Body>(url: string): Promise<Body> => JSON.parse(await readText(url)) as Body;
  const { data } = await get<{ data: { roles: readonly string[]; access_level: string } }>('/api/user');
  const { data: places } = await get<{ data: readonly Place[] }>('/api/hotel?per_page=500');
  return {
    may: (code) => data.roles.includes(code),
    isGroup: data.access_level === 'group',
    places,
    get,
    text: readText,
  };
}

/** Reads a value as text; null for a reader without access, or if it cannot be limited to the visible hotels. */
export type EntryPoint = (reader: Reader) => Promise<string | null>;

/** Limits an entry point to readers with a permission. */
export const requireRight =
  (code: string, entryPoint: EntryPoint): EntryPoint =>
  async (reader) =>
    reader.may(code) ? entryPoint(reader) : null;

/** The sum of some entry points' values, minus those of others. */
export const sumOfEntryPoints =
  (added: readonly EntryPoint[], subtracted: readonly EntryPoint[] = []): EntryPoint =>
  async (reader) => {
    const readAll = (entries: readonly EntryPoint[]) => Promise.all(entries.map((entryPoint) => entryPoint(reader)));
    const [addedValues, subtractedValues] = [await readAll(added), await readAll(subtracted)];
    const sumTexts = (parts: readonly (string | null)[]) => parts.reduce((all, part) => all + Number(part), 0);
    return [...addedValues, ...subtractedValues].includes(null)
      ? null
      : String(sumTexts(addedValues) - sumTexts(subtractedValues));
  };

/** Limits an entry point to readers who see the whole group. */
export const forGroupLevel =
  (entryPoint: EntryPoint): EntryPoint =>
  async (reader) =>
    reader.isGroup ? entryPoint(reader) : null;

type NumericValue = string | number | null | undefined;
const sumDigits = (amounts: readonly NumericValue[]): bigint =>
  amounts.reduce<bigint>((sum, amount) => sum + BigInt(String(amount ?? 0).replace('.', '')), 0n);

/** Sums per currency as text, without sums of 0. */
export function sumMoney(amounts: readonly Amount[]): string {
  const groups = Map.groupBy(amounts, ({ currency }) => currency);
  return [...groups]
    .map(([currency, group]) => [currency, sumDigits(group.map(({ amount }) => amount))] as const)
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => `${currency} ${sum}`)
    .join(', ');
}

/** The sum of amounts with the same number of decimals, as text without the point. */
export const sumAsText = (amounts: readonly NumericValue[]): string => String(sumDigits(amounts));

export const dashboardValue = (read: (response: Dashboard) => string, months = ''): EntryPoint =>
  requireRight(permission('VIEW', 'DASHBOARD'), async ({ get }) =>
    read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data),
  );

/** The number of records in the list that a dashboard metric opens, for readers who may view that list. */
export const openedTotal = (read: (response: Dashboard) => RowSelection, months = ''): EntryPoint =>
  requireRight(permission('VIEW', 'DASHBOARD'), async ({ may, get }) => {
    const rows = read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data);
    return may(permission('VIEW', resources[rows.resource].permission)) ? readTotal(get, rows) : null;
  });

/** A list with conditions; `hotel` is the column that limits it to the visible hotels, if given. */
export interface ListSource {
  readonly resource: ResourceKey;
  readonly hotel?: string;
  readonly where?: readonly Condition[];
}

export const rowsOf = ({ isGroup, places }: Reader, { resource, hotel, where = [] }: ListSource): RowSelection => ({
  resource,
  conditions:
    isGroup || hotel === undefined
      ? where
      : [
          includesCondition(
            hotel,
            places.map(({ id }) => id),
          ),
          ...where,
        ],
});
const viewRight = ({ resource }: ListSource) => permission('VIEW', resources[resource].permission);

/** The total that a list reports, on any page. */
export const listTotal = (list: ListSource, page = 1): EntryPoint =>
  requireRight(viewRight(list), (reader) => readTotal(reader.get, rowsOf(reader, list), page));

async function readTotal(get: Reader['get'], rows: RowSelection, page = 1): Promise<string> {
  const { meta } = await get<{ meta: { total: number; total_is_estimate: boolean } }>(
    `${rowsUrl(rows)}&per_page=25&page=${page}`,
  );
  return meta.total_is_estimate ? `about ${meta.total}` : String(meta.total);
}

type CsvLines = readonly (readonly string[])[];

const linesOf = (file: string): CsvLines => parse(file, { bom: true, from_line: 2 });

/** Reads a list's file with these columns. */
export const listFileValue = (
  list: ListSource,
  columns: readonly string[],
  read: (lines: CsvLines) => string,
): EntryPoint =>
  requireRight(viewRight(list), async (reader) => {
    const { resource, conditions } = rowsOf(reader, list);
    const query = new URLSearchParams([
      ...listParameters({ conditions }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/${resource}/export?${query.toString()}`)));
  });

/** The number of lines in a file. */
export const countLines = (lines: CsvLines): string => String(lines.length);
/** Sums the amounts in the second column of a file, by the currencies in the first. */
export const sumMoneyLines = (lines: CsvLines): string =>
  sumMoney(lines.map(([currency = '', amount = '']) => ({ currency, amount })));
/** Sums the amounts in the first column. */
export const sumDollarLines = (lines: CsvLines): string => sumAsText(lines.map(([amount]) => amount));

/** A report, its hotel column and its conditions. */
interface ReportValue {
  readonly report: ReportKey;
  readonly hotel: string;
  readonly where?: readonly Condition[];
}

/** A report's values, grouped by hotel so that each hotel is a row of sums. */
export const reportValue = (
  source: ReportValue,
  columns: readonly string[],
  read: (rows: ReportRun['data'], sums: ReportRun['by_currency']) => string,
): EntryPoint =>
  requireRight(reportPermission(source.report), async (reader) => {
    const isGrouped = source.report !== 'overview-report';
    const query = new URLSearchParams([
      ...listParameters({ conditions: source.where ?? [] }),
      ['columns', [...(isGrouped ? [] : [source.hotel]), ...columns].join(',')],
      ...(isGrouped ? [['group', source.hotel] as [string, string]] : []),
      ['per_page', '500'],
    ]);
    const run = await reader.get<ReportRun>(`/api/report/run/${source.report}?${query.toString()}`);
    expect(run.data.length, source.report).toBe(run.meta.total);
    return read(run.data, run.rows_by_currency.flat());
  });

/** How many rows the report has. */
export const reportRows = (source: ReportValue): EntryPoint =>
  reportValue(source, [], (_, sums) => String(sums.reduce((n, { rows }) => n + rows, 0)));
/** The total of a report column that contains only sums. */
export const reportNumber = (source: ReportValue, column: string): EntryPoint =>
  reportValue(source, [column], (rows) => sumAsText(rows.map((row) => row[column])));
/** Sums of a column of local amounts, by currency. */
export const reportMoney = (source: ReportValue, column: string): EntryPoint =>
  reportValue(source, [column], (_, sums) =>
    sumMoney(sums.map(({ currency, totals }) => ({ currency: currency ?? '', amount: String(totals[column] ?? '0') }))),
  );
/** The sum of a column of amounts in US dollars. */
export const reportUsd = (source: ReportValue, column: string): EntryPoint =>
  reportValue(source, [column], (_, sums) => sumAsText(sums.map(({ totals }) => totals[column])));

/** Reads a report's file with these columns. */
export const readReportFile = (
  source: ReportValue,
  columns: readonly string[],
  read: (lines: CsvLines) => string,
): EntryPoint =>
  requireRight(reportPermission(source.report), async (reader) => {
    const query = new URLSearchParams([
      ...listParameters({ conditions: source.where ?? [] }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/report/run/${source.report}/export?${query.toString()}`)));
  });
