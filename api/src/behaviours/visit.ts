import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../resources/behaviour.ts';

/** How far back a visit may be posted. */
const MONTHS_BACK = 3;
/** From so many days late on a visit is an adjustment, which says why. */
const LATE_DAYS = 2;
/** What a clock at the counter may be ahead. */
const AHEAD_MS = 120_000;

/**
 * Visits. Totals, currency and rate are the database's (see keep_rate), and so is that a bill counts once. A visit is posted on its
 * day or soon after, in the days of its hotel.
 */
export const visit: Behaviour = {
  beforeWrite: async (context, values, before) => {
    if (before && !isMoved(values, before)) return values;
    const at = values.visit_date instanceof Date ? values.visit_date : context.now;
    if (at.getTime() > context.now.getTime() + AHEAD_MS) throw invalid({ visit_date: [message('future')] });
    const { days, is_too_old } = await latenessOf(context, Number(values.hotel_id ?? before?.hotel_id), at);
    if (is_too_old) throw invalid({ visit_date: [message('months_back', MONTHS_BACK)] });
    const remark = values.remark ?? before?.remark ?? null;
    if (days >= LATE_DAYS && remark === null) throw invalid({ remark: [message('late_remark')] });
    return { ...values, visit_date: at };
  },
};

/** Whether an update sets another day; the visit's own stays right however old it has become. */
const isMoved = ({ visit_date }: Values, before: Row): boolean =>
  visit_date instanceof Date &&
  !(before.visit_date instanceof Date && before.visit_date.getTime() === visit_date.getTime());

async function latenessOf({ tx, now }: WriteContext, hotelId: number, at: Date) {
  const { rows } = await sql<{ days: number; is_too_old: boolean }>`
    select today - day as days, day < (today - make_interval(months => ${MONTHS_BACK}))::date as is_too_old
    from (
      select (${now}::timestamptz at time zone zone_of(${hotelId}))::date as today, (${at}::timestamptz at time zone zone_of(${hotelId}))::date as day
    ) d`.execute(tx);
  return rows[0] ?? { days: 0, is_too_old: false };
}
