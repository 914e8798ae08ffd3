import type { ClosingCountry, MonthClosing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** Number of most recent closable months shown. */
const MAX_MONTHS = 12;

/** The month closings of a country, and the available countries. */
export const closingsQuery = (countryId: number | null) =>
  queryOptions({
    queryKey: [...queryKeys.all, 'month_close', countryId],
    queryFn: ({ signal }) =>
      sendRequest('GET /api/month_close', { query: { country_id: countryId, per_page: 500 } }, { signal }),
  });

/** The totals to review before a month is closed. */
export const monthQuery = (countryId: number, month: string) =>
  callQuery('GET /api/month_close/check', { query: { country_id: countryId, month } });

/** A closed month compared with its current totals. */
export const comparisonQuery = (id: number) => callQuery('GET /api/month_close/{id}/comparison', { path: { id } });

/** The call for the totals of a month as a file: the current ones, or of a closed month those at close and now. */
export const TOTALS_FILE_PATH = '/api/month_close/check/export';

export const totalsParams = (countryId: number, month: string): Readonly<Record<'country_id' | 'month', string>> => ({
  country_id: String(countryId),
  month,
});

type MonthParams = Readonly<Record<'from' | 'to' | 'country_id', string>>;

/** The parameters of the voucher liability of a month, by voucher type. */
export function liabilityParams(countryId: number, month: string): MonthParams {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${lastDay}`, country_id: String(countryId) };
}

export const liabilityQuery = (countryId: number, month: string) =>
  callQuery('GET /api/month_close/liability', {
    query: { ...liabilityParams(countryId, month), country_id: countryId },
  });

/** The parameters of the fees of a month. */
export const feesParams = (countryId: number, month: string): MonthParams => ({
  from: month,
  to: month,
  country_id: String(countryId),
});

export const feesQuery = (countryId: number, month: string) =>
  callQuery('GET /api/month_close/fees', { query: { from: month, to: month, country_id: countryId } });

/** A month of a country with its latest closing. */
export interface MonthEntry {
  readonly month: string;
  readonly closing: MonthClosing | undefined;
}

/** The most recent past months and all months ever closed, newest first. */
export function listMonths({ id, month }: ClosingCountry, closings: readonly MonthClosing[]): readonly MonthEntry[] {
  const countryClosings = closings.filter(({ country }) => country.id === id);
  const recentMonths = Array.from({ length: MAX_MONTHS }, (_, offset) => subtractMonths(month, offset));
  const allMonths = [...new Set([...recentMonths, ...countryClosings.map((closing) => closing.month)])].sort((a, b) =>
    a < b ? 1 : -1,
  );
  return allMonths.map((item) => ({ month: item, closing: countryClosings.find((closing) => closing.month === item) }));
}

function subtractMonths(month: string, offset: number): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const monthIndex = year * 12 + monthNumber - 1 - offset;
  return `${Math.floor(monthIndex / 12)}-${String((monthIndex % 12) + 1).padStart(2, '0')}`;
}

/** The months of a country before this one that are open, newest first. */
export const earlierOpenMonths = (months: readonly MonthEntry[], month: string): readonly string[] =>
  months.filter((entry) => entry.month < month && !isClosed(entry.closing)).map((entry) => entry.month);

/** Whether a month is closed now. */
export const isClosed = (closing: MonthClosing | undefined): closing is MonthClosing =>
  closing !== undefined && closing.reopened_at === null;
