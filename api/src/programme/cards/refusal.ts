import { type ErrorCode, type Label, message, withoutEnd } from '@innkeeper/contract';
import { type Db, plannedOnce } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { dayLabel } from '../../platform/http/day-in-words.ts';
import { type ApiError, fail, invalid } from '../../platform/http/fail.ts';
import { type WriteContext, holding } from '../../engine/resources/behaviour.ts';

/** Why a voucher cannot be redeemed, in the order in which it is asked. */
export type Refusal = Extract<
  ErrorCode,
  | 'voucher_cancelled'
  | 'already_redeemed'
  | 'member_inactive'
  | 'card_inactive'
  | 'wrong_hotel'
  | 'wrong_region'
  | 'not_yet_valid'
  | 'expired'
>;

/** The hotel and the moment of a redemption. */
export interface Serving {
  readonly hotelId: number;
  readonly at: Date;
}

/**
 * The rule of redeeming, as one statement: the owner of each voucher, why it cannot be redeemed there and then (null where it can), and
 * the facts for the refusal. Days are those of the hotel. `asked` selects a number, the voucher, the hotel, the moment and the
 * redemption that is judged anew.
 */
const judgeSql = (asked: RawBuilder<unknown>) => sql<Judged>`
  select asked.n, v.id, v.member_id,
    case
      when v.deleted_at is not null or c.cancelled_with_id is not null or (c.refunded_with_id is not null and r.id is null) then 'voucher_cancelled'
      when r.id is not null then 'already_redeemed'
      when m.deleted_at is not null or not m.is_active then 'member_inactive'
      when c.deleted_at is not null or not c.is_active then 'card_inactive'
      when v.restrict_hotel_id <> here.id then 'wrong_hotel'
      when coalesce(c.is_regional, level.is_regional) and c.region_id <> here.region_id then 'wrong_region'
      when here.day < v.redeem_date then 'not_yet_valid'
      when here.day > v.valid_until_date then 'expired'
    end as refusal,
    c.sbec_no as card, v.redeem_date, v.valid_until_date, restriction.name as only_hotel, region.name as only_region,
    r.redeem_no, (r.redeem_date at time zone zone_of(r.redeem_hotel_id))::date as redeemed_on, place.name as redeemed_at, r.staff_name,
    (coalesce(v.deleted_at, c.deleted_at, gone.transaction_date) at time zone here.zone)::date as cancelled_on, canceller.name as cancelled_by,
    coalesce(v.void_reason, gone.void_reason, case when gone.reverses_id is not null then coalesce(gone.remark, refunded.name) end) as cancelled_why
  from (${asked}) asked (n, voucher_id, hotel_id, at, own_id)
  join member_voucher v on v.id = asked.voucher_id
  join member_card c on c.id = v.member_card_id
  join member m on m.id = v.member_id
  join membership level on level.id = c.membership_id
  join region on region.id = c.region_id
  cross join lateral (
    select h.id, n.region_id, zone_of(h.time_zone, n.time_zone) as zone, (asked.at at time zone zone_of(h.time_zone, n.time_zone))::date as day
    from hotel h join country n on n.id = h.country_id where h.id = asked.hotel_id
  ) here
  left join hotel restriction on restriction.id = v.restrict_hotel_id
  left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null and r.id is distinct from asked.own_id
  left join hotel place on place.id = r.redeem_hotel_id
  left join transaction gone on gone.id = coalesce(v.cancelled_with_id, c.cancelled_with_id, c.refunded_with_id)
  left join option_detail refunded on refunded.id = gone.refund_reason_id
  left join users canceller on canceller.id = case
    when v.deleted_at is not null then v.deleted_by_id when c.deleted_at is not null then c.deleted_by_id else gone.created_by_id end`;

interface Judged {
  readonly n: number;
  readonly id: number;
  readonly member_id: number;
  readonly refusal: Refusal | null;
  readonly card: string;
  readonly redeem_date: string;
  readonly valid_until_date: string;
  readonly only_hotel: string | null;
  readonly only_region: string;
  readonly redeem_no: string | null;
  readonly redeemed_on: string | null;
  readonly redeemed_at: string | null;
  readonly staff_name: string | null;
  readonly cancelled_on: string | null;
  readonly cancelled_by: string | null;
  readonly cancelled_why: string | null;
}

/** A voucher with the outcome of showing it at a counter. */
export interface JudgedVoucher {
  readonly id: number;
  /** Null where it can be redeemed. */
  readonly refusal: Refusal | null;
  /** The refusal in words to read to the guest. */
  readonly reason: Label | null;
}

/** All vouchers of some members, cancelled ones too, as they would be judged at a hotel at a moment. */
export async function judgeVouchers(
  db: Db,
  { memberIds, ...serving }: Serving & { readonly memberIds: readonly number[] },
): Promise<JudgedVoucher[]> {
  const { hotelId, at } = serving;
  return judge(
    db,
    sql`select 0, id, ${hotelId}::bigint, ${at}::timestamptz, null::bigint from member_voucher where member_id = any(${plannedOnce(memberIds)})`,
  );
}

/**
 * Some vouchers as they would be judged at a hotel at a moment. Without a hotel, each at the one that it is meant for: its
 * only one, else that of its card.
 */
export async function judgeAnywhere(
  db: Db,
  { voucherIds, hotelId, at }: { voucherIds: readonly number[]; hotelId: number | null; at: Date },
): Promise<JudgedVoucher[]> {
  if (voucherIds.length === 0) return [];
  return judge(
    db,
    sql`select 0, v.id, coalesce(${hotelId}::bigint, v.restrict_hotel_id, c.hotel_id), ${at}::timestamptz, null::bigint
        from member_voucher v join member_card c on c.id = v.member_card_id where v.id = any(${plannedOnce(voucherIds)})`,
  );
}

async function judge(db: Db, asked: RawBuilder<unknown>): Promise<JudgedVoucher[]> {
  const rows = await db.read<Judged & Record<string, unknown>>(judgeSql(asked).compile(db.kysely));
  return rows.map((judged) => ({
    id: judged.id,
    refusal: judged.refusal,
    reason: judged.refusal && explained(judged.refusal, judged).label,
  }));
}

/**
 * Throws why a voucher cannot be redeemed at a hotel at a moment: a 409 with words to read to the guest. The voucher is locked until the
 * transaction ends, and read once it is: of two redemptions at two counters, the later one is refused with the facts of the first. A write that
 * switches off or deletes its card or member locks the voucher, too (refresh_voucher_standing), so neither needs a lock here. The member comes
 * first in the order of locks, by the lock that the foreign key of the redemption takes.
 */
export async function refuseRedemption(
  context: WriteContext,
  voucherId: number,
  { hotelId, at, memberId }: Serving & { memberId: number | null },
): Promise<void> {
  const { tx } = context;
  await sql`
    select from member_voucher v join member m on m.id = v.member_id
    where v.id = ${voucherId} ${holding(context, 'for key share of m for no key update of v')}`.execute(tx);
  const asked = sql`select 0, ${voucherId}::bigint, ${hotelId}::bigint, ${at}::timestamptz, null::bigint`;
  const [judged] = (await judgeSql(asked).execute(tx)).rows;
  const refusal = refusalOf(judged, memberId);
  if (refusal) throw refusal;
}

function refusalOf(judged: Judged | undefined, memberId: number | null): ApiError | undefined {
  if (!judged) return invalid({ member_voucher_id: [message('reference')] });
  if (memberId !== null && judged.member_id !== memberId) return fail('wrong_member');
  return judged.refusal === null ? undefined : explained(judged.refusal, judged);
}

/** A redemption that is asked about. */
export interface AskedRedemption extends Serving {
  readonly voucherId: number;
  readonly memberId: number | null;
}

/** Why each of these redemptions cannot be, many in one statement. They are locked as one is: all members, then all vouchers. */
export async function redemptionRefusals(
  context: WriteContext,
  redemptions: readonly AskedRedemption[],
): Promise<readonly (ApiError | undefined)[]> {
  const vouchers = redemptions.map(({ voucherId }) => voucherId);
  await sql`
    with members as materialized (
      select from member where id in (select member_id from member_voucher where id = any(${vouchers}::bigint[]))
      order by id ${holding(context, 'for key share')})
    select from member_voucher v where v.id = any(${vouchers}::bigint[]) and (select count(*) from members) >= 0
    order by v.id ${holding(context, 'for no key update of v')}`.execute(context.tx);
  const asked = sql`
    select a.n, a.voucher, a.hotel, a.at, null::bigint
    from unnest(${vouchers}::bigint[], ${redemptions.map(({ hotelId }) => hotelId)}::bigint[], ${redemptions.map(({ at }) => at)}::timestamptz[])
      with ordinality a (voucher, hotel, at, n)`;
  const { rows } = await judgeSql(asked).execute(context.tx);
  const judged = new Map(rows.map((row) => [row.n, row]));
  return redemptions.map(({ memberId }, i) => refusalOf(judged.get(i + 1), memberId));
}

/**
 * Throws why one of many redemptions that were just written cannot be. Those of a file were judged without a lock: by now each has its
 * voucher's.
 */
export async function refuseUnredeemable({ tx }: WriteContext, redemptions: readonly number[]): Promise<void> {
  const which = sql`r.id = any(${redemptions}::bigint[])`;
  const { rows } = await judgeSql(
    sql`select r.id, r.member_voucher_id, r.redeem_hotel_id, r.redeem_date, r.id from voucher_redeem r where ${which}`,
  ).execute(tx);
  const refused = rows.find(({ refusal }) => refusal !== null);
  if (refused?.refusal) throw explained(refused.refusal, refused);
}

/** A reason that somebody wrote, as the end of a sentence. */
const whyLabel = (reason: string | null): string => (reason === null ? '' : `: ${withoutEnd(reason, '. \t\r\n')}`);

const SYSTEM: Label = { en: 'the system', id: 'sistem' };

function explained(refusal: Refusal, about: Judged): ApiError {
  const params: Record<Refusal, Readonly<Record<string, string | Label>>> = {
    voucher_cancelled: {
      day: dayLabel(about.cancelled_on),
      by: about.cancelled_by ?? SYSTEM,
      why: whyLabel(about.cancelled_why),
    },
    already_redeemed: {
      day: dayLabel(about.redeemed_on),
      hotel: about.redeemed_at ?? '',
      staff: about.staff_name ?? '',
      number: about.redeem_no ?? '',
    },
    member_inactive: {},
    card_inactive: { card: about.card },
    wrong_hotel: { hotel: about.only_hotel ?? '' },
    wrong_region: { region: about.only_region },
    not_yet_valid: { day: dayLabel(about.redeem_date) },
    expired: { day: dayLabel(about.valid_until_date) },
  };
  return fail(refusal, { params: params[refusal] });
}
