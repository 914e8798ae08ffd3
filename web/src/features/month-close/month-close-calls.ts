import type { ClosingCountry, MonthClosing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** Number of most recent closable months shown. */
const SHOWN_MONTHS = 12;

const key = [...queryKeys.all, 'month_close'] as const;

/** The month closings of a country, and the available countries. */
export const closingsQuery = (countryId: number | null) =>
  queryOptions({
    queryKey: [...key, 'list', countryId],
    queryFn: ({ signal }) =>
      sendRequest('GET /api/month_close', { query: { country_id: countryId, per_page: 500 } }, { signal }),
  });

/** The totals to review before a month is closed. */
export const monthQuery = (countryId: number, month: string) =>
  queryOptions({
    queryKey: [...key, 'check', countryId, month],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/month_close/check', { query: { country_id: countryId, month } }, { signal })).data,
  });

/** A closed month compared with its current totals. */
export const comparisonQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'comparison', id],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/month_close/{id}/comparison', { path: { id } }, { signal })).data,
  });

/** The parameters of the voucher liability of a month, by voucher type. */
export function liabilitySearch(
  countryId: number,
  month: string,
): Readonly<Record<'from' | 'to' | 'country_id', string>> {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, of, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}`, country_id: String(countryId) };
}

export const liabilityQuery = (countryId: number, month: string) =>
  queryOptions({
    queryKey: [...key, 'liability', countryId, month],
    queryFn: async ({ signal }) => {
      const { from, to } = liabilitySearch(countryId, month);
      return (
        await sendRequest('GET /api/month_close/liability', { query: { from, to, country_id: countryId } }, { signal })
      ).data;
    },
  });

/** The parameters of the fees of a month. */
export const feesSearch = (
  countryId: number,
  month: string,
): Readonly<Record<'from' | 'to' | 'country_id', string>> => ({
  from: month,
  to: month,
  country_id: String(countryId),
});

export const feesQuery = (countryId: number, month: string) =>
  queryOptions({
    queryKey: [...key, 'fees', countryId, month],
    queryFn: async ({ signal }) =>
      (
        await sendRequest(
          'GET /api/month_close/fees',
          { query: { from: month, to: month, country_id: countryId } },
          { signal },
        )
      ).data,
  });

/** A month of a country with its latest closing. */
export interface ShownMonth {
  readonly month: string;
  readonly closing: MonthClosing | undefined;
}

/** The most recent past months and all months ever closed, newest first. */
export function monthsOf({ id, month }: ClosingCountry, closings: readonly MonthClosing[]): readonly ShownMonth[] {
  const own = closings.filter(({ country }) => country.id === id);
  const last = Array.from({ length: SHOWN_MONTHS }, (_, back) => monthBefore(month, back));
  const all = [...new Set([...last, ...own.map((closing) => closing.month)])].sort((a, b) => (a < b ? 1 : -1));
  return all.map((one) => ({ month: one, closing: own.find((closing) => closing.month === one) }));
}

function monthBefore(month: string, back: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const at = year * 12 + of - 1 - back;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Whether a month is closed now. */
export const isClosed = (closing: MonthClosing | undefined): closing is MonthClosing =>
  closing !== undefined && closing.reopened_at === null;
