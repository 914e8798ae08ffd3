import { monthsCondition } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { SaleType, LabelledValues, Year } from './labelled-value.ts';
import { activityValues } from './activity-values.ts';
import { guestValues } from './guest-terms.ts';
import { memberValues } from './member-values.ts';
import { voucherValues } from './voucher-values.ts';
import { callListValues } from './call-list-values.ts';

/** All labelled values for the year up to the current month. */
export async function loadLabelledValues(db: Db, now: Date): Promise<LabelledValues> {
  const monthAt = (monthsBack: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1)).toISOString().slice(0, 7);
  const [from, to] = [monthAt(11), monthAt(0)];
  const year: Year = { query: `?from=${from}&to=${to}`, toCondition: (column) => monthsCondition(column, from, to) };
  const { rows: types } = await sql<SaleType>`
    select d.id, d.code, d.name from option_detail d join option o on o.id = d.option_id
    where o.slug = 'transaction-type' and d.code in ('1', '2', '3', '6')`.execute(db.kysely);
  return {
    ...memberValues(year),
    ...activityValues(year, types),
    ...voucherValues(year),
    ...guestValues,
    ...callListValues,
  };
}
