import { DASHBOARD_MONTHS, DASHBOARD_MONTHS_MAX, message } from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';

/** What is asked of the dashboard. */
export interface Question {
  readonly hotelId: number | null;
  readonly regionId: number | null;
  /** `YYYY-MM`; null: as many months as are shown by default, up to the present one. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Reads the parameters. Throws a 422 with every wrong one under its name. */
export function readQuestion(query: Readonly<Record<string, unknown>>): Question {
  const errors: Record<string, string[]> = {};
  const read = (name: string, pattern: RegExp, refusal: string): string | null => {
    const value = query[name] ?? '';
    if (value === '') return null;
    if (typeof value === 'string' && pattern.test(value)) return value;
    errors[name] = [refusal];
    return null;
  };
  const hotelId = read('hotel_id', /^\d{1,15}$/, message('number'));
  const regionId = read('region_id', /^\d{1,15}$/, message('number'));
  const from = read('from', MONTH, message('date'));
  const to = read('to', MONTH, message('date'));
  if (from !== null && to !== null) {
    if (from > to) errors['to'] = [message('not_before', from)];
    else if (monthsFrom(from, to) > DASHBOARD_MONTHS_MAX)
      errors['from'] = [message('list_length', DASHBOARD_MONTHS_MAX)];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { hotelId: toId(hotelId), regionId: toId(regionId), ...completed(from, to) };
}

const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;
const toId = (text: string | null): number | null => (text === null ? null : Number(text));

const shifted = (month: string, by: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months: by }).toString();
const monthsFrom = (from: string, to: string): number =>
  Temporal.PlainYearMonth.from(from).until(to, { largestUnit: 'months' }).months + 1;

/** One bound alone leads to the other, so many months away. */
function completed(from: string | null, to: string | null): Pick<Question, 'from' | 'to'> {
  if (to !== null) return { from: from ?? shifted(to, 1 - DASHBOARD_MONTHS), to };
  return { from, to: from === null ? null : shifted(from, DASHBOARD_MONTHS - 1) };
}
