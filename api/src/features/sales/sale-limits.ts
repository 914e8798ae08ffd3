import { SALE_DAYS_BACK, SALE_TYPE, decimalPlaces, message, trimTrailingZeros } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type WriteContext, requireApproval } from '../../engine/resources/resource-hooks.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { evaluateDiscount } from '../../domain/discount-limit.ts';
import type { DeskHotel } from '../../domain/sale-eligibility.ts';
import type { SaleRequest } from './sale-input.ts';
import { saleTexts } from '../../texts/sales.ts';

/**
 * Checks the discount of a sale, and the number of free memberships that a hotel gives in a month. Throws a 422 for a
 * discount above the price, and a 409 `approval_needed` above the limit unless it was approved.
 */
export async function assertWithinLimits(
  context: WriteContext,
  { type, values }: SaleRequest,
  deskHotel: DeskHotel,
  price: string,
): Promise<void> {
  if (type === SALE_TYPE.free) return assertFreeMembershipAllowed(context, deskHotel);
  const { discount } = values;
  if (typeof discount === 'string' && decimalPlaces(trimTrailingZeros(discount)) > deskHotel.decimals)
    throw validationError({ discount: [message('currency_scale', deskHotel.decimals)] });
  const { exceedsAmount, exceedsLimit, limit } = await evaluateDiscount(context, values.discount, price);
  if (exceedsAmount) throw validationError({ discount: [message('max', price)] });
  if (exceedsLimit) requireApproval(context, 'discount', saleTexts.discountNeedsApproval({ limit }));
}

/** A restored free membership: when it was given, and those that are restored with it. */
interface RestoredFreeMembership {
  readonly givenAt: Date | null;
  readonly otherIds: readonly number[];
}

/**
 * A free membership counts in the month in which it is given and in the month of its day, which can be entered. The
 * fuller of the two months decides. Of two concurrent requests for the last one, the second waits and sees the first.
 */
export async function assertFreeMembershipAllowed(
  context: WriteContext,
  { id, day }: Pick<DeskHotel, 'id' | 'day'>,
  { givenAt, otherIds }: RestoredFreeMembership = { givenAt: null, otherIds: [] },
): Promise<void> {
  const { tx } = context;
  await sql`select pg_advisory_xact_lock(hashtext('free_membership'), ${id}::integer)`.execute(tx);
  const month = day.slice(0, 7);
  // A sale is entered at most some days after its day, so the index of days finds those made this month.
  const { rows } = await sql<{ given_count: number; limit: number }>`
    select option_number('free-memberships', 'per-month') as limit, (
      select greatest(count(*) filter (where to_char(t.transaction_date at time zone z.zone, 'YYYY-MM') = ${month}),
                      count(*) filter (where to_char(t.created_at at time zone z.zone,
                            'YYYY-MM') = to_char(coalesce(${givenAt}::timestamptz, now()) at time zone z.zone,
                            'YYYY-MM')))::int
      from transaction t join option_detail d on d.id = t.transaction_type_id
      join hotel_time_zone z on z.hotel_id = t.hotel_id
      where t.hotel_id = ${id} and d.code = ${String(SALE_TYPE.free)} and t.reverses_id is null
        and (t.deleted_at is null or t.id = any(${otherIds}::bigint[]))
        and t.transaction_date >= ${`${month}-01`}::date - ${SALE_DAYS_BACK + 2}::integer) as given_count`.execute(tx);
  const [usage] = rows;
  if (usage && usage.given_count >= usage.limit)
    requireApproval(context, 'free_membership', saleTexts.freeNeedsApproval({ count: usage.given_count }));
}
