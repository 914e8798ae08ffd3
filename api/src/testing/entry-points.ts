import {
  type Condition,
  type ReportKey,
  type ReportRun,
  type ResourceKey,
  type Rows,
  includes,
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

/** The reader and their visible hotels. */
export interface Reader {
  readonly may: (code: string) => boolean;
  readonly isGroup: boolean;
  readonly places: readonly Place[];
  readonly get: <Body>(url: string) => Promise<Body>;
  readonly text: (url: string) => Promise<string>;
}

/** Requests each address once, however many values are read from it. */
export async function readerOf(app: FastifyInstance, token: string): Promise<Reader> {
  const requested = new Map<string, Promise<string>>();
  const text = (url: string): Promise<string> => {
    const known = requested.get(url);
    if (known) return known;
    const response = call(app, token, 'GET', url).then((reply) => {
      expect(reply.status, `${url}: ${reply.text.slice(0, 300)}`).toBe(200);
      return reply.text;
    });
    requested.set(url, response);
    return response;
  };
  // The caller names the type.
  const get = async <Body>(url: string): Promise<Body> => JSON.parse(await text(url)) as Body;
  const { data } = await get<{ data: { roles: readonly string[]; access_level: string } }>('/api/user');
  const { data: places } = await get<{ data: readonly Place[] }>('/api/hotel?per_page=500');
  return { may: (code) => data.roles.includes(code), isGroup: data.access_level === 'group', places, get, text };
}

/** Reads a value as text; null for a reader without access, or if it cannot be limited to the visible hotels. */
export type EntryPoint = (reader: Reader) => Promise<string | null>;

/** An entry point that requires a permission. */
export const guardedBy =
  (code: string, entryPoint: EntryPoint): EntryPoint =>
  async (reader) =>
    reader.may(code) ? entryPoint(reader) : null;

/** The sum of some entry points' values, minus those of others. */
export const added =
  (entryPoints: readonly EntryPoint[], subtracted: readonly EntryPoint[] = []): EntryPoint =>
  async (reader) => {
    const shown = (some: readonly EntryPoint[]) => Promise.all(some.map((entryPoint) => entryPoint(reader)));
    const [plus, withoutRight] = [await shown(entryPoints), await shown(subtracted)];
    const sum = (parts: readonly (string | null)[]) => parts.reduce((all, part) => all + Number(part), 0);
    return [...plus, ...withoutRight].includes(null) ? null : String(sum(plus) - sum(withoutRight));
  };

/** A value shown only to readers who see the whole group. */
export const ofGroup =
  (entryPoint: EntryPoint): EntryPoint =>
  async (reader) =>
    reader.isGroup ? entryPoint(reader) : null;

type ShownValue = string | number | null | undefined;
const cents = (amounts: readonly ShownValue[]): bigint =>
  amounts.reduce<bigint>((sum, amount) => sum + BigInt(String(amount ?? 0).replace('.', '')), 0n);

/** Sums per currency as text, without sums of 0. */
export function moneyOf(amounts: readonly Amount[]): string {
  const groups = Map.groupBy(amounts, ({ currency }) => currency);
  return [...groups]
    .map(([currency, group]) => [currency, cents(group.map(({ amount }) => amount))] as const)
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => `${currency} ${sum}`)
    .join(', ');
}

/** The sum of amounts with the same number of decimals, as text without the point. */
export const sumOf = (amounts: readonly ShownValue[]): string => String(cents(amounts));

export const dashboard = (read: (response: Dashboard) => string, months = ''): EntryPoint =>
  guardedBy(permission('VIEW', 'DASHBOARD'), async ({ get }) =>
    read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data),
  );

/** The number of records in the list that a dashboard metric opens, for readers who may view that list. */
export const opened = (read: (response: Dashboard) => Rows, months = ''): EntryPoint =>
  guardedBy(permission('VIEW', 'DASHBOARD'), async ({ may, get }) => {
    const rows = read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data);
    return may(permission('VIEW', resources[rows.resource].permission)) ? totalOf(get, rows) : null;
  });

/** A list with conditions; `hotel` is the column that limits it to the visible hotels, if given. */
export interface ListSource {
  readonly resource: ResourceKey;
  readonly hotel?: string;
  readonly where?: readonly Condition[];
}

export const rowsOf = ({ isGroup, places }: Reader, { resource, hotel, where = [] }: ListSource): Rows => ({
  resource,
  conditions:
    isGroup || hotel === undefined
      ? where
      : [
          includes(
            hotel,
            places.map(({ id }) => id),
          ),
          ...where,
        ],
});
const viewed = ({ resource }: ListSource) => permission('VIEW', resources[resource].permission);

/** The total that a list reports, on any page. */
export const listed = (list: ListSource, page = 1): EntryPoint =>
  guardedBy(viewed(list), (reader) => totalOf(reader.get, rowsOf(reader, list), page));

async function totalOf(get: Reader['get'], rows: Rows, page = 1): Promise<string> {
  const { meta } = await get<{ meta: { total: number; total_is_estimate: boolean } }>(
    `${rowsUrl(rows)}&per_page=25&page=${page}`,
  );
  return meta.total_is_estimate ? `about ${meta.total}` : String(meta.total);
}

type Lines = readonly (readonly string[])[];

const linesOf = (file: string): Lines => parse(file, { bom: true, from_line: 2 });

/** Reads a list's file with these columns. */
export const listFile = (list: ListSource, columns: readonly string[], read: (lines: Lines) => string): EntryPoint =>
  guardedBy(viewed(list), async (reader) => {
    const { resource, conditions } = rowsOf(reader, list);
    const query = new URLSearchParams([
      ...listParameters({ conditions }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/${resource}/export?${query.toString()}`)));
  });

/** The number of lines in a file. */
export const counted = (lines: Lines): string => String(lines.length);
/** Sums the amounts in the second column of a file, by the currencies in the first. */
export const money = (lines: Lines): string =>
  moneyOf(lines.map(([currency = '', amount = '']) => ({ currency, amount })));
/** Sums the amounts in the first column. */
export const dollars = (lines: Lines): string => sumOf(lines.map(([amount]) => amount));

/** A report and its hotel column. */
interface ReportValue {
  readonly report: ReportKey;
  readonly hotel: string;
  readonly where?: readonly Condition[];
}

/** A report's values, grouped by hotel so that each hotel is a row of sums. */
export const inReportWith = (
  requested: ReportValue,
  columns: readonly string[],
  read: (rows: ReportRun['data'], sums: ReportRun['by_currency']) => string,
): EntryPoint =>
  guardedBy(reportPermission(requested.report), async (reader) => {
    const isGrouped = requested.report !== 'overview-report';
    const query = new URLSearchParams([
      ...listParameters({ conditions: requested.where ?? [] }),
      ['columns', [...(isGrouped ? [] : [requested.hotel]), ...columns].join(',')],
      ...(isGrouped ? [['group', requested.hotel] as [string, string]] : []),
      ['per_page', '500'],
    ]);
    const run = await reader.get<ReportRun>(`/api/report/run/${requested.report}?${query.toString()}`);
    expect(run.data.length, requested.report).toBe(run.meta.total);
    return read(run.data, run.rows_by_currency.flat());
  });

/** How many rows the report has. */
export const rowsIn = (requested: ReportValue): EntryPoint =>
  inReportWith(requested, [], (_, sums) => String(sums.reduce((n, { rows }) => n + rows, 0)));
/** The total of a report column that contains only sums. */
export const valueIn = (requested: ReportValue, column: string): EntryPoint =>
  inReportWith(requested, [column], (rows) => sumOf(rows.map((row) => row[column])));
/** A column of local amounts. */
export const moneyIn = (requested: ReportValue, column: string): EntryPoint =>
  inReportWith(requested, [column], (_, sums) =>
    moneyOf(sums.map(({ currency, totals }) => ({ currency: currency ?? '', amount: String(totals[column] ?? '0') }))),
  );
/** A column of amounts in US dollars. */
export const usdIn = (requested: ReportValue, column: string): EntryPoint =>
  inReportWith(requested, [column], (_, sums) => sumOf(sums.map(({ totals }) => totals[column])));

/** Reads a report's file with these columns. */
export const reportFile = (
  requested: ReportValue,
  columns: readonly string[],
  read: (lines: Lines) => string,
): EntryPoint =>
  guardedBy(reportPermission(requested.report), async (reader) => {
    const query = new URLSearchParams([
      ...listParameters({ conditions: requested.where ?? [] }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/report/run/${requested.report}/export?${query.toString()}`)));
  });
