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
  rowsCall,
} from '@innkeeper/contract';
import type { Amount, Dashboard } from '@innkeeper/contract/calls';
import type { FastifyInstance } from 'fastify';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { call } from './call.ts';

/** The doors at which a user is told figures: screens, lists, reports, and the files of both. */

interface Place {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The reader, and the hotels that they see. */
export interface Reader {
  readonly may: (code: string) => boolean;
  readonly isGroup: boolean;
  readonly places: readonly Place[];
  readonly get: <Body>(url: string) => Promise<Body>;
  readonly text: (url: string) => Promise<string>;
}

/** Asks each address once, however many figures it tells. */
export async function readerOf(app: FastifyInstance, token: string): Promise<Reader> {
  const asked = new Map<string, Promise<string>>();
  const text = (url: string): Promise<string> => {
    const known = asked.get(url);
    if (known) return known;
    const answer = call(app, token, 'GET', url).then((reply) => {
      expect(reply.status, `${url}: ${reply.text.slice(0, 300)}`).toBe(200);
      return reply.text;
    });
    asked.set(url, answer);
    return answer;
  };
  const get = async <Body>(url: string): Promise<Body> => JSON.parse(await text(url)) as Body; // the caller names the answer
  const { data } = await get<{ data: { roles: readonly string[]; access_level: string } }>('/api/user');
  const { data: places } = await get<{ data: readonly Place[] }>('/api/hotel?per_page=500');
  return { may: (code) => data.roles.includes(code), isGroup: data.access_level === 'group', places, get, text };
}

/** Tells a figure as a text; null to a reader who may not open it, and where it cannot tell of the hotels in sight alone. */
export type Door = (reader: Reader) => Promise<string | null>;

/** Through a door that needs a right. */
export const behind =
  (code: string, door: Door): Door =>
  async (reader) =>
    reader.may(code) ? door(reader) : null;

/** The figures of some doors, added up, less those of others. */
export const added =
  (doors: readonly Door[], less: readonly Door[] = []): Door =>
  async (reader) => {
    const told = (some: readonly Door[]) => Promise.all(some.map((door) => door(reader)));
    const [plus, minus] = [await told(doors), await told(less)];
    const sum = (parts: readonly (string | null)[]) => parts.reduce((all, part) => all + Number(part), 0);
    return [...plus, ...minus].includes(null) ? null : String(sum(plus) - sum(minus));
  };

/** A figure that is told only to readers who see the whole group. */
export const ofGroup =
  (door: Door): Door =>
  async (reader) =>
    reader.isGroup ? door(reader) : null;

type Told = string | number | null | undefined;
const cents = (amounts: readonly Told[]): bigint =>
  amounts.reduce<bigint>((sum, amount) => sum + BigInt(String(amount ?? 0).replace('.', '')), 0n);

/** Sums of one currency each, as a text. Sums of 0 are left out. */
export function moneyOf(amounts: readonly Amount[]): string {
  const groups = Map.groupBy(amounts, ({ currency }) => currency);
  return [...groups]
    .map(([currency, group]) => [currency, cents(group.map(({ amount }) => amount))] as const)
    .filter(([, sum]) => sum !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => `${currency} ${sum}`)
    .join(', ');
}

/** One sum of amounts with so many decimals, as a text. */
export const sumOf = (amounts: readonly Told[]): string => String(cents(amounts));

export const dashboard = (read: (answer: Dashboard) => string, months = ''): Door =>
  behind(permission('VIEW', 'DASHBOARD'), async ({ get }) =>
    read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data),
  );

/** How many records stand in the list that a figure of the dashboard opens; for readers who may see that list. */
export const opened = (read: (answer: Dashboard) => Rows, months = ''): Door =>
  behind(permission('VIEW', 'DASHBOARD'), async ({ may, get }) => {
    const rows = read((await get<{ data: Dashboard }>(`/api/dashboard${months}`)).data);
    return may(permission('VIEW', resources[rows.resource].permission)) ? totalOf(get, rows) : null;
  });

/** A list: records that agree with conditions, of the hotels in sight by one of its columns, if it is told. */
export interface Listed {
  readonly resource: ResourceKey;
  readonly hotel?: string;
  readonly where?: readonly Condition[];
}

export const rowsOf = ({ isGroup, places }: Reader, { resource, hotel, where = [] }: Listed): Rows => ({
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
const viewed = ({ resource }: Listed) => permission('VIEW', resources[resource].permission);

/** How many a list says that it has, on whichever page. */
export const listed = (list: Listed, page = 1): Door =>
  behind(viewed(list), (reader) => totalOf(reader.get, rowsOf(reader, list), page));

async function totalOf(get: Reader['get'], rows: Rows, page = 1): Promise<string> {
  const { meta } = await get<{ meta: { total: number; total_is_estimate: boolean } }>(
    `${rowsCall(rows)}&per_page=25&page=${page}`,
  );
  return meta.total_is_estimate ? `about ${meta.total}` : String(meta.total);
}

type Lines = readonly (readonly string[])[];

const linesOf = (file: string): Lines => parse(file, { bom: true, from_line: 2 });

/** The content of a list's file, in the columns that are named. */
export const listFile = (list: Listed, columns: readonly string[], read: (lines: Lines) => string): Door =>
  behind(viewed(list), async (reader) => {
    const { resource, conditions } = rowsOf(reader, list);
    const query = new URLSearchParams([
      ...listParameters({ conditions }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/${resource}/export?${query.toString()}`)));
  });

/** The lines of a file, counted. */
export const counted = (lines: Lines): string => String(lines.length);
/** Amounts that stand in the second column of a file, in the currencies of the first. */
export const money = (lines: Lines): string =>
  moneyOf(lines.map(([currency = '', amount = '']) => ({ currency, amount })));
/** Amounts that stand in the first column. */
export const dollars = (lines: Lines): string => sumOf(lines.map(([amount]) => amount));

/** A report, and the column by which it knows a hotel. */
interface Reported {
  readonly report: ReportKey;
  readonly hotel: string;
  readonly where?: readonly Condition[];
}

/** A report's figures: its rows are grouped by hotels, so that each hotel is a row of sums. */
export const reported = (
  asked: Reported,
  columns: readonly string[],
  read: (rows: ReportRun['data'], sums: ReportRun['by_currency']) => string,
): Door =>
  behind(reportPermission(asked.report), async (reader) => {
    const isGrouped = asked.report !== 'overview-report';
    const query = new URLSearchParams([
      ...listParameters({ conditions: asked.where ?? [] }),
      ['columns', [...(isGrouped ? [] : [asked.hotel]), ...columns].join(',')],
      ...(isGrouped ? [['group', asked.hotel] as [string, string]] : []),
      ['per_page', '500'],
    ]);
    const run = await reader.get<ReportRun>(`/api/report/run/${asked.report}?${query.toString()}`);
    expect(run.data.length, asked.report).toBe(run.meta.total);
    return read(run.data, run.rows_by_currency.flat());
  });

/** How many rows the report has. */
export const rowsIn = (asked: Reported): Door =>
  reported(asked, [], (_, sums) => String(sums.reduce((n, { rows }) => n + rows, 0)));
/** A column of a report that is nothing but sums, added up. */
export const figureIn = (asked: Reported, column: string): Door =>
  reported(asked, [column], (rows) => sumOf(rows.map((row) => row[column])));
/** A column of local amounts. */
export const moneyIn = (asked: Reported, column: string): Door =>
  reported(asked, [column], (_, sums) =>
    moneyOf(sums.map(({ currency, totals }) => ({ currency: currency ?? '', amount: String(totals[column] ?? '0') }))),
  );
/** A column of amounts in US dollars. */
export const dollarsIn = (asked: Reported, column: string): Door =>
  reported(asked, [column], (_, sums) => sumOf(sums.map(({ totals }) => totals[column])));

/** The content of a report's file, in the columns that are named. */
export const reportFile = (asked: Reported, columns: readonly string[], read: (lines: Lines) => string): Door =>
  behind(reportPermission(asked.report), async (reader) => {
    const query = new URLSearchParams([
      ...listParameters({ conditions: asked.where ?? [] }),
      ['format', 'csv'],
      ['columns', columns.join(',')],
    ]);
    return read(linesOf(await reader.text(`/api/report/run/${asked.report}/export?${query.toString()}`)));
  });
