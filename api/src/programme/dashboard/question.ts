import { DASHBOARD_MONTHS, DASHBOARD_MONTHS_MAX, message } from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';

/** The question to the dashboard. */
export interface Question extends Months {
  readonly hotelId: number | null;
  readonly regionId: number | null;
}

/** `YYYY-MM`; null: as many months as are shown by default, up to the present one. */
interface Months {
  readonly from: string | null;
  readonly to: string | null;
}

const shifted = (month: string, by: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months: by }).toString();
const monthsFrom = (from: string, to: string): number =>
  Temporal.PlainYearMonth.from(from).until(to, { largestUnit: 'months' }).months + 1;

/** The months that are asked for; one bound alone leads to the other, so many months away. Throws a 422 for too many. */
export function monthsOf({ from, to }: Months): Months {
  if (from !== null && to !== null) {
    if (from > to) throw invalid({ to: [message('not_before', from)] });
    if (monthsFrom(from, to) > DASHBOARD_MONTHS_MAX)
      throw invalid({ from: [message('list_length', DASHBOARD_MONTHS_MAX)] });
  }
  if (to !== null) return { from: from ?? shifted(to, 1 - DASHBOARD_MONTHS), to };
  return { from, to: from === null ? null : shifted(from, DASHBOARD_MONTHS - 1) };
}
