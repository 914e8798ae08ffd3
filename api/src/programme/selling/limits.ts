import { SALE_DAYS_BACK, SALE_TYPE, decimalPlaces, message, withoutZeros } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type WriteContext, requireApproval } from '../../engine/resources/behaviour.ts';
import { invalid } from '../../platform/http/fail.ts';
import type { Counter } from '../cards/situation.ts';
import { weighDiscount } from './discount-limit.ts';
import type { AskedSale } from './sale-input.ts';

/**
 * The discount that a sale may take off a price, and the number of free memberships that a hotel gives in a month. Throws a 422 for more than
 * the price, and a 409 `approval_needed` for more than the limit, unless it was approved.
 */
export async function checkLimits(
  context: WriteContext,
  { type, values }: AskedSale,
  counter: Counter,
  price: string,
): Promise<void> {
  if (type === SALE_TYPE.free) return checkFree(context, counter);
  const { discount } = values;
  if (typeof discount === 'string' && decimalPlaces(withoutZeros(discount)) > counter.decimals)
    throw invalid({ discount: [message('currency_scale', counter.decimals)] });
  const { isMore, isBeyond, limit } = await weighDiscount(context, values.discount, price);
  if (isMore) throw invalid({ discount: [message('max', price)] });
  if (isBeyond)
    requireApproval(context, 'discount', {
      en: `A discount above ${limit} % needs an approval.`,
      id: `Diskon di atas ${limit} % perlu persetujuan.`,
    });
}

/** A free membership that is restored: when it was given, and those that are restored with it. */
interface RestoredGift {
  readonly givenAt: Date | null;
  readonly others: readonly number[];
}

/**
 * A free membership counts in the month in which it is given and in that of its day, which may be typed. The fuller of the two months decides. When
 * two give the last one at the same moment, one waits and sees the other's.
 */
export async function checkFree(
  context: WriteContext,
  { id, day }: Pick<Counter, 'id' | 'day'>,
  { givenAt, others }: RestoredGift = { givenAt: null, others: [] },
): Promise<void> {
  const { tx } = context;
  await sql`select pg_advisory_xact_lock(hashtext('free_membership'), ${id}::integer)`.execute(tx);
  const month = day.slice(0, 7);
  // A sale is made at most some days after its day: the index of days finds those that were made this month.
  const { rows } = await sql<{ given: number; limit: number }>`
    select option_number('free-memberships', 'per-month') as limit, (
      select greatest(count(*) filter (where to_char(t.transaction_date at time zone z.zone, 'YYYY-MM') = ${month}),
                      count(*) filter (where to_char(t.created_at at time zone z.zone, 'YYYY-MM') = to_char(coalesce(${givenAt}::timestamptz, now()) at time zone z.zone, 'YYYY-MM')))::int
      from transaction t join option_detail d on d.id = t.transaction_type_id join hotel_zone z on z.hotel_id = t.hotel_id
      where t.hotel_id = ${id} and d.code = ${String(SALE_TYPE.free)} and t.reverses_id is null
        and (t.deleted_at is null or t.id = any(${others}::bigint[]))
        and t.transaction_date >= ${`${month}-01`}::date - ${SALE_DAYS_BACK + 2}::integer) as given`.execute(tx);
  const [counted] = rows;
  if (counted && counted.given >= counted.limit)
    requireApproval(context, 'free_membership', {
      en: `This hotel has given ${counted.given} free memberships this month: another one needs an approval.`,
      id: `Hotel ini sudah memberi ${counted.given} keanggotaan gratis bulan ini: yang berikutnya perlu persetujuan.`,
    });
}
