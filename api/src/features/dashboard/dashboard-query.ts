import { DASHBOARD_MONTHS, MAX_DASHBOARD_MONTHS, message } from '@innkeeper/contract';
import type { Actor } from '../../access/actor.ts';
import { validationError } from '../../platform/http/api-error.ts';

/** The query of the dashboard. */
export interface DashboardQuery extends MonthRange {
  readonly hotelId: number | null;
  readonly regionId: number | null;
}

/** Whether the dashboard is that of the whole group. */
export const coversEveryHotel = (
  { accessLevel, hotels }: Actor,
  { hotelId, regionId }: Pick<DashboardQuery, 'hotelId' | 'regionId'>,
): boolean => accessLevel !== null && hotels === null && hotelId === null && regionId === null;

/** `YYYY-MM`. Null means the default number of months, up to the current one. */
interface MonthRange {
  readonly from: string | null;
  readonly to: string | null;
}

const shiftMonth = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();
const countMonths = (from: string, to: string): number =>
  Temporal.PlainYearMonth.from(from).until(to, { largestUnit: 'months' }).months + 1;

/**
 * The requested months. If only one bound is given, the other is derived from the default number of months. Throws a
 * 422 for too many months or a reversed range.
 */
export function resolveMonths({ from, to }: MonthRange): MonthRange {
  if (from !== null && to !== null) {
    if (from > to) throw validationError({ to: [message('not_before', from)] });
    if (countMonths(from, to) > MAX_DASHBOARD_MONTHS)
      throw validationError({ from: [message('list_length', MAX_DASHBOARD_MONTHS)] });
  }
  if (to !== null) return { from: from ?? shiftMonth(to, 1 - DASHBOARD_MONTHS), to };
  return { from, to: from === null ? null : shiftMonth(from, DASHBOARD_MONTHS - 1) };
}
