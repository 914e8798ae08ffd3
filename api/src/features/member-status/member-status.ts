import { type Language, message, resources, formatMessage } from '@innkeeper/contract';
import type { NotCountedReason, Standing } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { visibleHotelSql, scopeConditionSql } from '../../access/scope.ts';
import { cardPictureName } from '../../domain/card-face.ts';
import { evaluateVouchers } from '../../domain/redemption-eligibility.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import { createSource } from '../../engine/resources/source.ts';
import { namedRecordSql } from '../../access/named-records.ts';
import { fromNextTierSql } from '../../domain/tier-order.ts';
import { toMemberEligibility, readSaleEligibility } from '../../domain/member-eligibility.ts';
import { renewalDaysSql } from '../../domain/renewal-window.ts';
import { isRedeemedSql } from '../../domain/redeemed-vouchers.ts';

/** Number of visits returned of each kind. */
const MAX_VISITS_SHOWN = 200;

type StatusRow = Omit<Standing, 'counted' | 'not_counted' | 'vouchers' | 'upgrade' | 'maintain' | 'may'> & {
  readonly home_id: number;
  readonly hotel_region_id: number | null;
  readonly to_maintain: number | null;
  readonly to_upgrade: number | null;
  readonly min_visit: number | null;
  readonly min_visit_to_upgrade: number | null;
  readonly next_tier: Standing['membership'] | null;
  readonly is_waiting: boolean;
};
type CountedVisit = Standing['counted'][number] & { readonly why: NotCountedReason | null; readonly per_day: number };
type Voucher = Standing['vouchers'][number];

/**
 * The status of a member with its reasons: the visits that count and those that do not, visits still needed and by
 * when, and remaining vouchers, as evaluated at a hotel now (the member's by default). Throws a 404 if the member is
 * not visible.
 */
export async function readStanding(
  {
    db,
    hooksByResource,
    clock,
  }: { readonly db: Db; readonly hooksByResource: HooksByResource; readonly clock: () => Date },
  actor: Actor,
  id: number,
  { hotelId, language }: { hotelId: number | null; language: Language },
): Promise<Standing> {
  const statusRow = await readStatusRow(db, hooksByResource, actor, id);
  if (!statusRow) throw recordNotFoundError(resources.member, id);
  const [visits, evaluations, openVouchers, saleEligibility] = await Promise.all([
    readVisits(db, actor, id, statusRow.card),
    evaluateVouchers(db, { memberIds: [id], hotelId: hotelId ?? statusRow.home_id, at: clock() }),
    readVouchers(db, id),
    readSaleEligibility(db, actor, { memberIds: [id], now: clock(), language }),
  ]);
  const {
    home_id: _home,
    hotel_region_id: _region,
    to_maintain,
    to_upgrade,
    min_visit,
    min_visit_to_upgrade,
    next_tier,
    is_waiting,
    ...rest
  } = statusRow;
  const deadline = statusRow.card?.end_date ?? '';
  const evaluationById = new Map(evaluations.map((evaluation) => [evaluation.id, evaluation]));
  const vouchers = openVouchers.map((voucher): Voucher => {
    const evaluation = evaluationById.get(voucher.id);
    return { ...voucher, rejection: evaluation?.rejection ?? null, reason: evaluation?.reason?.[language] ?? null };
  });
  return {
    ...rest,
    maintain:
      to_maintain === null || min_visit === null ? null : { required: min_visit, missing: to_maintain, by: deadline },
    upgrade:
      to_upgrade === null || min_visit_to_upgrade === null
        ? null
        : { required: min_visit_to_upgrade, missing: to_upgrade, by: deadline, to: next_tier, is_waiting },
    counted: visits
      .flatMap(({ why, per_day: _, ...visit }) => (why === null ? [visit] : []))
      .slice(0, MAX_VISITS_SHOWN),
    not_counted: visits
      .flatMap(({ why, per_day, ...visit }) =>
        why === null ? [] : [{ ...visit, why, reason: formatMessage(message(`visit_${why}`, per_day), language) }],
      )
      .slice(0, MAX_VISITS_SHOWN),
    may: toMemberEligibility(
      saleEligibility.get(id),
      vouchers.filter(({ rejection }) => rejection === null).length,
      language,
    ),
    vouchers: vouchers.toSorted((a, b) => Number(a.rejection !== null) - Number(b.rejection !== null)),
  };
}

/** A column of the card in the statement below. */
const cardColumn = (name: string): string =>
  name.includes('.')
    ? name.replace('member.', 't.').replace('membership.', 'cl.').replace('hotel.', 'h.')
    : `c.${name}`;

async function readStatusRow(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  id: number,
): Promise<StatusRow | undefined> {
  const source = createSource(resources.member, hooksByResource);
  const scope = scopeConditionSql(actor, source);
  const statement = sql`
    select json_build_object('id', t.id, 'name', concat_ws(' ', t.first_name, t.last_name)) as member, d.day,
      s.standing, t.hotel_id as home_id,
      (select ${namedRecordSql('l')} from membership l where l.id = t.membership_id) as membership,
      case when c.id is not null then json_build_object('id', c.id, 'sbec_no', c.sbec_no, 'start_date', c.start_date,
        'end_date', c.end_date, 'membership', ${namedRecordSql('cl')},
        'is_running', d.day between c.start_date and c.end_date, 'benefits', c.benefits, 'currency', n.currency,
        'file_url', signed_file_path(${sql.raw(cardPictureName(cardColumn))})) end as card,
      (select json_build_object('id', f.id, 'start_date', f.start_date, 'end_date', f.end_date,
            'membership', ${namedRecordSql('l')})
       from member_card f join membership l on l.id = f.membership_id
       where f.member_id = t.id and f.deleted_at is null and f.is_active and f.start_date > d.day
       order by f.start_date, f.id desc limit 1) as next_card,
      case when c.is_tier_manual
        then json_build_object('at',
          to_char(coalesce(set.at, c.created_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
        'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
        'remark', c.remark) end as manual_tier,
      json_build_object('counting', case when are_visits_counted_per_day() then 'per-day' else 'per-bill' end,
        'counted', case when c.id is null then 0 else s.visits - coalesce(t.comp_visits_period, 0) end,
        'complimentary', coalesce(t.comp_visits_period, 0), 'total', s.visits) as visits,
      s.to_maintain, s.to_upgrade, visits_to_maintain(c.min_visit, cl.min_visit) as min_visit,
      visits_to_upgrade(c.min_visit_to_upgrade, cl.min_visit_to_upgrade) as min_visit_to_upgrade,
      (select ${namedRecordSql('o')} ${fromNextTierSql(sql`cl.rank`, sql`n.region_id`)}) as next_tier,
      exists (select from approval a where a.member_card_id = c.id and a.outcome is null and a.expires_at > now()) as is_waiting,
      (select json_build_object('from', w.first, 'until', w.last, 'is_open', d.day between w.first and w.last)
       from (select max(e.end_date) - ${renewalDaysSql('before')} as first,
           max(e.end_date) + ${renewalDaysSql('after')} as last
             from member_card e where e.member_id = t.id and e.deleted_at is null and e.is_active) w
             where w.first is not null) as renewal
    from ${sql.raw(source.from())}
    join member_standing s on s.member_id = t.id
    left join member_card c on c.id = s.member_card_id
    left join membership cl on cl.id = c.membership_id
    left join hotel h on h.id = c.hotel_id
    left join country n on n.id = h.country_id
    -- If an existing card was set manually, the log shows who did it; its creator may be another user.
    left join lateral (
      select o.at, o.actor_id from audit_log o
      where o.resource = 'member_card' and o.record_id = c.id and o.action = 'update'
        and values_of_log(o.resource, o.after) ?| '{is_tier_manual,remark}'
      order by o.id desc limit 1
    ) set on c.is_tier_manual
    left join users u on u.id = case when set.at is null then c.created_by_id else set.actor_id end
    cross join lateral (select (now() at time zone effective_time_zone(t.hotel_id))::date as day) d
    where t.id = ${id} and ${scope}`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & StatusRow>(statement);
  return row;
}

/**
 * Newest first, with amounts of visible hotels only. Where the bills of a day at a hotel count once, the first one
 * counts; where visits per day are limited, the first ones do. Counts like `visits_between`.
 */
async function readVisits(db: Db, actor: Actor, memberId: number, card: Standing['card']): Promise<CountedVisit[]> {
  const visibleCondition = visibleHotelSql(actor, sql`v.hotel_id`);
  const until = card?.end_date ?? null;
  const statement = sql`
    with rule as materialized (select first_day_of_term(${card?.id ?? null}) as first_day, are_visits_counted_per_day() as by_day,
    max_visits_per_day() as per_day), bill as (
      select v.*, d.day, r.by_day, r.per_day,
        case when v.deleted_at is not null then 'deleted' when v.grand_total is null then 'no_amount'
          when not meets_visit_minimum(v.grand_total, v.grand_total_usd, n.visit_minimum) then 'below_minimum'
          when r.first_day is null then 'no_card' when d.day < r.first_day then 'before_card'
            when d.day > ${until}::date then 'after_card' end as why
      from visit v join hotel h on h.id = v.hotel_id join country n on n.id = h.country_id
      cross join rule r
      cross join lateral (select (v.visit_date at time zone effective_time_zone(h.time_zone,
              n.time_zone))::date as day) d
      where v.member_id = ${memberId}
    ), first_bill as (
      select b.*, case when b.by_day and row_number() over (partition by b.why is null, b.hotel_id, b.day
          order by b.id) > 1 then 'same_day' end as same_day
      from bill b
    ), visit_of_day as (
      select b.*, row_number() over (partition by b.why is null and b.same_day is null, b.day order by b.id) as nth
      from first_bill b
    )
    select v.id, v.visit_no, v.day, ${namedRecordSql('h')} as hotel, v.reference_no,
      case when ${visibleCondition} then v.grand_total::text end as grand_total, v.currency, v.per_day,
      coalesce(v.why, v.same_day, case when v.nth > v.per_day then 'over_day_limit' end) as why
    from visit_of_day v join hotel h on h.id = v.hotel_id
    order by v.visit_date desc, v.id desc limit ${2 * MAX_VISITS_SHOWN}`.compile(db.kysely);
  return db.read<Record<string, unknown> & CountedVisit>(statement);
}

async function readVouchers(db: Db, memberId: number): Promise<Omit<Voucher, 'rejection' | 'reason'>[]> {
  const statement = sql`
    select v.id, v.voucher_no, w.name, w.name_id, v.nominal::text as nominal, v.currency, v.redeem_date,
      v.valid_until_date, case when o.id is not null then ${namedRecordSql('o')} end as restrict_hotel
    from member_voucher v join voucher w on w.id = v.voucher_id left join hotel o on o.id = v.restrict_hotel_id
    where v.member_id = ${memberId} and v.deleted_at is null
      and v.valid_until_date >= (now() at time zone effective_time_zone((select hotel_id from member
              where id = ${memberId})))::date
      and not ${sql.raw(isRedeemedSql('v.id'))}
    order by v.valid_until_date, w.sort_no, v.id limit 500`.compile(db.kysely);
  return db.read<Record<string, unknown> & Omit<Voucher, 'rejection' | 'reason'>>(statement);
}
