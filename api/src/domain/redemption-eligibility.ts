import { type ErrorCode, type Label, message, trimEndCharacters } from '@innkeeper/contract';
import { type Db, deferStatement, genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { dayLabel } from '../platform/http/format-day.ts';
import { type ApiError, apiError, validationError } from '../platform/http/api-error.ts';
import type { WriteContext } from '../engine/resources/resource-hooks.ts';
import { cardTexts } from '../texts/cards.ts';

/** A check of a redemption. */
interface RedemptionCheck {
  /** SQL condition over the tables of `eligibilitySql` under which the voucher cannot be redeemed. */
  readonly rejects: string;
  /** The parameters of the text that the reason has in `errors/codes.ts` of the contract. */
  readonly params?: (facts: EligibilityFacts) => Readonly<Record<string, string | Label>>;
}

/** The checks by reason, in their order: the first that rejects a voucher is the reason. */
const CHECKS = {
  voucher_cancelled: {
    rejects: `v.deleted_at is not null or c.cancelled_with_id is not null
      or (c.refunded_with_id is not null and r.id is null)`,
    params: (facts) => ({
      day: dayLabel(facts.cancelled_on),
      by: facts.cancelled_by ?? cardTexts.system,
      why: formatReason(facts.cancellation_reason),
    }),
  },
  already_redeemed: {
    rejects: 'r.id is not null',
    params: (facts) => ({
      day: dayLabel(facts.redeemed_on),
      hotel: facts.redeemed_at ?? '',
      staff: facts.staff_name ?? '',
      number: facts.redeem_no ?? '',
    }),
  },
  member_inactive: { rejects: 'm.deleted_at is not null or not m.is_active' },
  card_inactive: {
    rejects: 'c.deleted_at is not null or not c.is_active',
    params: ({ card }) => ({ card }),
  },
  wrong_hotel: {
    rejects: 'v.restrict_hotel_id <> redeem_hotel.id',
    params: (facts) => ({ hotel: facts.restricted_hotel ?? '' }),
  },
  wrong_region: {
    rejects: 'coalesce(c.is_regional, membership.is_regional) and c.region_id <> redeem_hotel.region_id',
    params: (facts) => ({ region: facts.restricted_region }),
  },
  not_yet_valid: {
    rejects: 'redeem_hotel.day < v.redeem_date',
    params: (facts) => ({ day: dayLabel(facts.redeem_date) }),
  },
  expired: {
    rejects: 'redeem_hotel.day > v.valid_until_date',
    params: (facts) => ({ day: dayLabel(facts.valid_until_date) }),
  },
} as const satisfies Partial<Record<ErrorCode, RedemptionCheck>>;

/** Why a voucher cannot be redeemed. */
export type IneligibilityReason = keyof typeof CHECKS;

const REASON_SQL = Object.entries<RedemptionCheck>(CHECKS)
  .map(([reason, { rejects }]) => `when ${rejects} then '${reason}'`)
  .join('\n      ');

/** The hotel and the time of a redemption. */
export interface RedemptionContext {
  readonly hotelId: number;
  readonly at: Date;
}

/**
 * The redemption rule: the owner of each voucher, and why it cannot be redeemed at that hotel and time (null if it can).
 * Days are those of the hotel. `requestsSql` selects a number, the voucher, the hotel, the time, and the redemption to
 * exclude when it is re-evaluated. PostgreSQL omits the outer joins that only the facts need.
 */
const decisionSql = (requestsSql: RawBuilder<unknown>) => sql<EligibilityDecision>`
  select ${DECISION_COLUMNS} ${eligibilityTables(requestsSql)}`;

/** The same with the facts for the message. */
const eligibilitySql = (requestsSql: RawBuilder<unknown>) => sql<EligibilityRow>`
  select ${DECISION_COLUMNS},
    c.sbec_no as card, v.redeem_date, v.valid_until_date, restricting_hotel.name as restricted_hotel, region.name as restricted_region,
    r.redeem_no, (r.redeem_date at time zone effective_time_zone(r.redeem_hotel_id))::date as redeemed_on,
    redeemed_hotel.name as redeemed_at, r.staff_name,
    (coalesce(v.deleted_at, c.deleted_at, cancellation.transaction_date) at time zone redeem_hotel.zone)::date as cancelled_on,
    canceller.name as cancelled_by,
    coalesce(v.void_reason, cancellation.void_reason,
        case when cancellation.reverses_id is not null then coalesce(cancellation.remark, refund_reason.name) end) as cancellation_reason
  ${eligibilityTables(requestsSql)}`;

const DECISION_COLUMNS = sql.raw(`requested.n, v.id, v.member_id,
    case ${REASON_SQL}
    end as rejection`);

const eligibilityTables = (requestsSql: RawBuilder<unknown>) => sql`
  from (${requestsSql}) requested (n, voucher_id, hotel_id, at, own_id)
  join member_voucher v on v.id = requested.voucher_id
  join member_card c on c.id = v.member_card_id
  join member m on m.id = v.member_id
  join membership on membership.id = c.membership_id
  cross join lateral (
    select h.id, n.region_id, effective_time_zone(h.time_zone, n.time_zone) as zone,
      (requested.at at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day
    from hotel h join country n on n.id = h.country_id where h.id = requested.hotel_id
  ) redeem_hotel
  left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null
    and r.id is distinct from requested.own_id
  left join region on region.id = c.region_id
  left join hotel restricting_hotel on restricting_hotel.id = v.restrict_hotel_id
  left join hotel redeemed_hotel on redeemed_hotel.id = r.redeem_hotel_id
  left join transaction cancellation on cancellation.id = coalesce(v.cancelled_with_id, c.cancelled_with_id, c.refunded_with_id)
  left join option_detail refund_reason on refund_reason.id = cancellation.refund_reason_id
  left join users canceller on canceller.id = case
    when v.deleted_at is not null then v.deleted_by_id when c.deleted_at is not null then c.deleted_by_id
      else cancellation.created_by_id end`;

interface EligibilityDecision {
  readonly n: number;
  readonly id: number;
  readonly member_id: number;
  readonly rejection: IneligibilityReason | null;
}

interface EligibilityRow extends EligibilityDecision, EligibilityFacts {}

/** What the texts of the reasons name. */
interface EligibilityFacts {
  readonly card: string;
  readonly redeem_date: string;
  readonly valid_until_date: string;
  readonly restricted_hotel: string | null;
  readonly restricted_region: string;
  readonly redeem_no: string | null;
  readonly redeemed_on: string | null;
  readonly redeemed_at: string | null;
  readonly staff_name: string | null;
  readonly cancelled_on: string | null;
  readonly cancelled_by: string | null;
  readonly cancellation_reason: string | null;
}

/** A voucher with its eligibility, as shown at the front desk. */
export interface VoucherEligibility {
  readonly id: number;
  /** Null if it can be redeemed. */
  readonly rejection: IneligibilityReason | null;
  /** The reason in words to read to the guest. */
  readonly reason: Label | null;
}

/** The eligibility of all vouchers of some members, including cancelled ones, at a hotel and time. */
export async function evaluateVouchers(
  db: Db,
  { memberIds, ...redemptionContext }: RedemptionContext & { readonly memberIds: readonly number[] },
): Promise<VoucherEligibility[]> {
  const { hotelId, at } = redemptionContext;
  return readEligibility(
    db,
    sql`select 0, id, ${hotelId}::bigint, ${at}::timestamptz, null::bigint from member_voucher
      where member_id = any(${genericPlanArray(memberIds)})`,
  );
}

/**
 * The eligibility of some vouchers at a hotel and time. Without a hotel, each is evaluated at the hotel to which it is
 * restricted, or else at the hotel of its card.
 */
export async function evaluateVouchersAnywhere(
  db: Db,
  { voucherIds, hotelId, at }: { voucherIds: readonly number[]; hotelId: number | null; at: Date },
): Promise<VoucherEligibility[]> {
  if (voucherIds.length === 0) return [];
  return readEligibility(
    db,
    sql`select 0, v.id, coalesce(${hotelId}::bigint, v.restrict_hotel_id, c.hotel_id), ${at}::timestamptz, null::bigint
        from member_voucher v join member_card c on c.id = v.member_card_id
        where v.id = any(${genericPlanArray(voucherIds)})`,
  );
}

async function readEligibility(db: Db, requestsSql: RawBuilder<unknown>): Promise<VoucherEligibility[]> {
  const rows = await db.read<EligibilityRow & Record<string, unknown>>(eligibilitySql(requestsSql).compile(db.kysely));
  return rows.map((eligibilityRow) => ({
    id: eligibilityRow.id,
    rejection: eligibilityRow.rejection,
    reason: eligibilityRow.rejection && ineligibilityError(eligibilityRow.rejection, eligibilityRow).label,
  }));
}

const isRedeemable = (decision: EligibilityDecision | undefined, memberId: number | null): boolean =>
  decision?.rejection === null && (memberId === null || decision.member_id === memberId);

function findRejection(eligibilityRow: EligibilityRow | undefined, memberId: number | null): ApiError | undefined {
  if (!eligibilityRow) return validationError({ member_voucher_id: [message('reference')] });
  if (memberId !== null && eligibilityRow.member_id !== memberId) return apiError('wrong_member');
  return eligibilityRow.rejection === null ? undefined : ineligibilityError(eligibilityRow.rejection, eligibilityRow);
}

/** A redemption to be evaluated. */
export interface RedemptionRequest extends RedemptionContext {
  readonly voucherId: number;
  readonly memberId: number | null;
}

/**
 * The error of each redemption, with a text to read to the guest, or undefined if it is possible. The vouchers are
 * locked until the transaction ends and read after locking: of two concurrent redemptions of one voucher, the later one
 * is rejected with the facts of the first. Deactivating or deleting a card or member also locks its vouchers
 * (recompute_voucher_state), so neither needs a lock here. Members come first in lock order, with the lock that the
 * redemption's foreign key takes.
 */
export async function findRedemptionRejections(
  context: WriteContext,
  redemptions: readonly RedemptionRequest[],
): Promise<readonly (ApiError | undefined)[]> {
  const voucherIds = redemptions.map(({ voucherId }) => voucherId);
  if (!context.isDryRun)
    await deferStatement(
      context.tx,
      sql`
      with members as materialized (
        select from member where id in (select member_id from member_voucher where id = any(${voucherIds}::bigint[]))
        order by id for key share)
      select from member_voucher v where v.id = any(${voucherIds}::bigint[]) and (select count(*) from members) >= 0
      order by v.id for no key update of v`,
    );
  const requestsSql = sql`
    select a.n, a.voucher, a.hotel, a.at, null::bigint
    from unnest(${voucherIds}::bigint[], ${redemptions.map(({ hotelId }) => hotelId)}::bigint[],
        ${redemptions.map(({ at }) => at)}::timestamptz[])
      with ordinality a (voucher, hotel, at, n)`;
  const { rows: decisions } = await decisionSql(requestsSql).execute(context.tx);
  const decisionByNumber = new Map(decisions.map((decision) => [decision.n, decision]));
  if (redemptions.every(({ memberId }, i) => isRedeemable(decisionByNumber.get(i + 1), memberId)))
    return redemptions.map(() => undefined);
  const { rows } = await eligibilitySql(requestsSql).execute(context.tx);
  const rowByNumber = new Map(rows.map((row) => [row.n, row]));
  return redemptions.map(({ memberId }, i) => findRejection(rowByNumber.get(i + 1), memberId));
}

/** Throws if one of the redemptions just restored is not allowed. They were checked before their vouchers were locked. */
export async function assertAllRedeemable({ tx }: WriteContext, redemptionIds: readonly number[]): Promise<void> {
  const condition = sql`r.id = any(${redemptionIds}::bigint[])`;
  const { rows } = await eligibilitySql(
    sql`select r.id, r.member_voucher_id, r.redeem_hotel_id, r.redeem_date, r.id from voucher_redeem r where ${condition}`,
  ).execute(tx);
  const rejectedRow = rows.find(({ rejection }) => rejection !== null);
  if (rejectedRow?.rejection) throw ineligibilityError(rejectedRow.rejection, rejectedRow);
}

/** A user's reason, formatted as the end of a sentence. */
const formatReason = (reason: string | null): string =>
  reason === null ? '' : `: ${trimEndCharacters(reason, '. \t\r\n')}`;

function ineligibilityError(rejection: IneligibilityReason, facts: EligibilityFacts): ApiError {
  const { params }: RedemptionCheck = CHECKS[rejection];
  return apiError(rejection, { params: params?.(facts) ?? {} });
}
