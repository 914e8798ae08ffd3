import type { CurrencySums, ReportKey, ReportRow, ReportRun } from '@innkeeper/contract';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { type Reply, call, queryString } from '../../testing/call.ts';
import type { TestUser } from '../../testing/user.ts';

type Parameters = Readonly<Record<string, string | number>>;

export interface Runner {
  /** Runs a report, whatever the response. */
  readonly request: (
    user: TestUser,
    report: string,
    parameters?: Parameters,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply<ReportRun>>;
  /** One page of a report. */
  readonly run: (user: TestUser, report: ReportKey, parameters?: Parameters) => Promise<ReportRun>;
  /** All rows of a report, page by page, with the sums that every page returned. */
  readonly runAll: (user: TestUser, report: ReportKey, parameters?: Parameters, perPage?: number) => Promise<ReportRun>;
}

export function createRunner(app: FastifyInstance): Runner {
  const request: Runner['request'] = (user, report, parameters = {}, headers = {}) =>
    call(app, user.token, 'GET', `/api/report/run/${report}?${queryString(parameters)}`, { headers });
  const run: Runner['run'] = async (user, report, parameters) => {
    const reply = await request(user, report, parameters);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  return {
    request,
    run,
    runAll: async (user, report, parameters = {}, perPage = 500) => {
      const first = await run(user, report, { ...parameters, per_page: perPage });
      const data = [...first.data];
      for (let page = 2; data.length < first.meta.total; page += 1) {
        const next = await run(user, report, { ...parameters, per_page: perPage, page });
        expect(next.totals).toEqual(first.totals);
        expect(next.data.length).toBeGreaterThan(0);
        data.push(...next.data);
      }
      expect(data).toHaveLength(first.meta.total);
      return { ...first, data };
    },
  };
}

/** The values of a column. */
export const valuesOf = ({ data }: ReportRun, key: string) => data.map((row) => row[key]);

/** The exact sum of decimals with the given number of places, whatever their size. */
export function sumDecimals(values: readonly (ReportRow[string] | undefined)[], scale: number): string {
  const total = values.reduce<bigint>((sum, value) => sum + BigInt(String(value ?? 0).replace('.', '')), 0n);
  const digits = String(total).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

type SumsByCurrency = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The exact sums of parts: by currency and column, with the number of records under `rows`. */
export function sumByCurrency(parts: readonly CurrencySums[]): SumsByCurrency {
  const amounts: Record<string, Record<string, (string | number | null)[]>> = {};
  for (const { currency, rows, totals } of parts)
    for (const [key, value] of Object.entries({ rows, ...totals }))
      ((amounts[currency ?? ''] ??= {})[key] ??= []).push(value);
  const scaleOf = (values: readonly unknown[]) => String(values[0]).split('.')[1]?.length ?? 0;
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, columns]) => [
      currency,
      Object.fromEntries(
        Object.entries(columns).map(([key, values]) => {
          const scale = scaleOf(values);
          return [
            key,
            scale ? sumDecimals(values, scale) : String(values.reduce<number>((total, n) => total + Number(n), 0)),
          ];
        }),
      ),
    ]),
  );
}
