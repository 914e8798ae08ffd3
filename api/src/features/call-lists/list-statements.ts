import {
  CALL_LISTS,
  EXPIRING_DAYS,
  NEAR_VISITS,
  RESOLVED_OUTCOMES,
  OWNER_DAYS,
  RESOLVED_DAYS,
  UNUSED_DAYS,
  MAX_CALL_LIST_ROWS,
  type CallListKey,
  type CallListSort,
} from '@innkeeper/contract';
import { genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { permissionsVersionSql } from '../../access/permissions-version.ts';
import { SNAPSHOT_SQL } from '../../engine/calls/response-cache.ts';
import { hasBirthdaySql } from '../../domain/birthday.ts';
import { renewalDaysSql } from '../../domain/renewal-window.ts';

/**
 * The members of a call list: those served by the requested hotels, so that no member is called by two hotels. Every
 * list walks an index in its own order and stops at MAX_CALL_LIST_ROWS members: nobody works through a longer list in a day,
 * so a list of a million members costs the same as one of a thousand.
 *
 * Days are local to the hotel that serves the member. The index is read by UTC days, which differ by at most one, and
 * each row is checked by its local day. See
 * docs/decisions/0036-walk-indexes-for-the-call-lists-and-stop-at-a-thousand.md.
 */

export interface CallListRequest {
  readonly key: CallListKey;
  /** Days ahead for `expiring`. */
  readonly days: number;
  /** Also include members whose last call needs no follow-up. */
  readonly includesResolved: boolean;
  /** Only members not called for this many days, with any outcome; null: no limit. */
  readonly notCalledForDays: number | null;
  /** Conditions on the member `t`, one for each word. */
  readonly search: readonly RawBuilder<unknown>[];
  /** Only members whose call the actor takes. */
  readonly isOwn: boolean;
  /** Among the members that the list shows, which are always the most urgent ones. */
  readonly sort: CallListSort;
  readonly hotelId: number | null;
}

interface CallListContext {
  readonly actor: Actor;
  readonly now: Date;
}

/** The hotels with their local day; every list query starts with it. */
export const hotelDaysSql = (now: Date): RawBuilder<unknown> => sql`
  hotel_days as materialized (${localDaysSql(now)})`;

const localDaysSql = (now: Date): RawBuilder<unknown> => sql`
  select h.id, (${now}::timestamptz at time zone effective_time_zone(h.time_zone, c.time_zone))::date as today
  from hotel h join country c on c.id = h.country_id`;

/** SQL that selects `id` and `due_on`, the most urgent first, with one member more than the list shows. */
export function membersSql(
  { actor, now }: CallListContext,
  listRequest: Omit<CallListRequest, 'sort'>,
): RawBuilder<unknown> {
  const { key, days, search, notCalledForDays, includesResolved, isOwn } = listRequest;
  const where = sql.join(
    [
      sql`t.deleted_at is null and t.is_active`,
      ...search,
      ...(notCalledForDays === null ? [] : [notCalledSql(now, notCalledForDays)]),
      ...(includesResolved ? [] : [needsFollowUpSql(now, key, TODAY)]),
      ...(isOwn
        ? [
            sql`t.id in (select o.member_id from call_owner o
              where o.user_id = ${actor.userId} and ${isOwnedSql(now, key)})`,
          ]
        : []),
    ],
    sql` and `,
  );
  const hotels = resolveHotelIds(actor, listRequest.hotelId);
  if (hotels?.length === 0) return sql`select null::bigint as id, null::date as due_on limit 0`;
  const criteria: ListCriteria = { where, hotels, isSearch: search.length > 0 || isOwn, now };
  return key === 'birthday'
    ? birthdayMembersSql(criteria)
    : membersByCardEndSql(criteria, cardEndRules[key](now, days));
}

/**
 * SQL that counts the members of each list who wait for a call, up to one more than a list shows. A count needs no
 * order, so it walks one hotel after the other and stops at the first that fills the list. The planner sees no value of
 * the request, so each connection plans the statement only once.
 */
export function countsSql({ actor, now }: CallListContext, hotelId: number | null): RawBuilder<unknown> {
  const hotels = resolveHotelIds(actor, hotelId);
  const today = sql`p.today`;
  const countSql = (key: CallListKey, members: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select count(*)::int from (select from hotel_days p ${members} limit ${LIMIT_PLUS_ONE}) m) as ${sql.ref(key)}`;
  const waitingSql = (key: CallListKey) => sql`t.is_active and ${needsFollowUpSql(now, key, today)}`;
  const counts = CALL_LISTS.map((key) => {
    if (key === 'birthday')
      return countSql(
        key,
        sql`cross join generate_series(0, ${sql.lit(BIRTHDAY_DAYS - 1)}) n cross join lateral (
          select from member t where t.hotel_id = p.id and t.deleted_at is null and ${hasBirthdaySql(sql`(p.today + n)`)}
            and ${isRenewableSql(today)} and ${waitingSql(key)} limit ${LIMIT_PLUS_ONE}) t`,
      );
    const { firstDay, lastDay, condition, idCondition } = cardEndRules[key](now, EXPIRING_DAYS[0]);
    return countSql(
      key,
      sql`cross join lateral (
        select id from member where hotel_id = p.id and deleted_at is null and valid_until_date >= p.today + ${firstDay}
          ${lastDay ? sql`and valid_until_date <= p.today + ${lastDay}` : sql``}
        order by valid_until_date nulls first, id) w
      cross join lateral (
        select from member t where t.id = w.id and ${condition(today)} and ${waitingSql(key)} limit 1) t
      ${idCondition ? sql`where ${idCondition(sql`w.id`)}` : sql``}`,
    );
  });
  return sql`
    with hotel_days as materialized (
      ${localDaysSql(now)} where ${hotels === null ? sql`true` : sql`h.id = any(${genericPlanArray(hotels)})`})
    select ${permissionsVersionSql(actor, now)} as permissions_version, ${SNAPSHOT_SQL} as snapshot, ${sql.join(counts)}`;
}

/** The requested hotels, limited to those that the actor may see; null: all. */
function resolveHotelIds({ accessLevel, hotels }: Actor, hotelId: number | null): readonly number[] | null {
  if (accessLevel === null) return [];
  if (hotelId === null) return hotels;
  return hotels === null || hotels.includes(hotelId) ? [hotelId] : [];
}

/** Today at the member's hotel. A scalar subquery, because a join would lose the index order. */
export const TODAY = sql`(select p.today from hotel_days p where p.id = t.hotel_id)`;

interface ListCriteria {
  /** Conditions on the member `t`. */
  readonly where: RawBuilder<unknown>;
  /** The hotels that serve the members; null: all. */
  readonly hotels: readonly number[] | null;
  /** Few members match, so they are found first, and not by walking an index in its order. */
  readonly isSearch: boolean;
  readonly now: Date;
}

const LIMIT_PLUS_ONE = sql.lit(MAX_CALL_LIST_ROWS + 1);
const utcDaySql = (now: Date): RawBuilder<unknown> => sql`${now.toISOString().slice(0, 10)}::date`;

/** The members of a list in the order in which their cards end. */
interface CardEndRule {
  /** Days from today, for the first day on which the last card ends. */
  readonly firstDay: RawBuilder<unknown>;
  /** Null: no last day. */
  readonly lastDay: RawBuilder<unknown> | null;
  /** A further condition on the member `t`, by the SQL of today at their hotel. */
  readonly condition: (today: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** A further condition by the SQL of the member's id, checked first because it needs no other column. */
  readonly idCondition?: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly dueOn: RawBuilder<unknown>;
}

/**
 * Each hotel walks its own index range; the walks are merged and each member is checked individually, so no walk goes
 * further than the list needs. A search finds members by its terms instead, wherever they are in the order.
 */
function membersByCardEndSql(
  { where, hotels, isSearch, now }: ListCriteria,
  { firstDay, lastDay, condition, idCondition = () => sql`true`, dueOn }: CardEndRule,
): RawBuilder<unknown> {
  const utcDay = utcDaySql(now);
  const range = sql`valid_until_date >= ${utcDay} - 1 + ${firstDay}
    ${lastDay ? sql`and valid_until_date <= ${utcDay} + 1 + ${lastDay}` : sql``}`;
  const isMember = sql`t.valid_until_date >= ${TODAY} + ${firstDay}
    ${lastDay ? sql`and t.valid_until_date <= ${TODAY} + ${lastDay}` : sql``} and ${condition(TODAY)} and ${where}`;
  if (isSearch) {
    return sql`
      select t.id, ${dueOn} as due_on from member t where ${range} and ${isMember} and ${idCondition(sql`t.id`)} ${servedBySql(hotels)}
      order by t.valid_until_date nulls first, t.id limit ${LIMIT_PLUS_ONE}`;
  }
  const indexWalkSql = (hotelCondition: RawBuilder<unknown>) => sql`(
    select id, valid_until_date from member where ${hotelCondition}deleted_at is null and ${range} order by valid_until_date nulls first, id)`;
  const indexWalks =
    hotels === null ? [indexWalkSql(sql``)] : hotels.map((hotel) => indexWalkSql(sql`hotel_id = ${hotel} and `));
  return sql`
    select w.id, t.due_on from (${sql.join(indexWalks, sql` union all `)}) w
    cross join lateral (select ${dueOn} as due_on from member t where t.id = w.id and ${isMember} limit 1) t
    where ${idCondition(sql`w.id`)}
    order by w.valid_until_date nulls first, w.id limit ${LIMIT_PLUS_ONE}`;
}

const servedBySql = (hotels: readonly number[] | null): RawBuilder<unknown> =>
  hotels === null ? sql`` : sql`and t.hotel_id = any(${hotels}::bigint[])`;

/** Members whose last card ends within these days. */
const expiringRule = (firstDay: RawBuilder<unknown>, lastDay: RawBuilder<unknown>): CardEndRule => ({
  firstDay,
  lastDay,
  condition: () => sql`true`,
  dueOn: sql`t.valid_until_date`,
});

/** Members with a running card who meet a condition. */
const runningCardRule = (condition: CardEndRule['condition']): CardEndRule => ({
  firstDay: sql`0`,
  lastDay: null,
  condition,
  dueOn: sql`null::date`,
});

/** SQL of conditions on the standing `s` and the current card `c`, which is running. */
const currentCardSql = (
  today: RawBuilder<unknown>,
  { standing = sql`true`, card = sql`true` }: { standing?: RawBuilder<unknown>; card?: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`coalesce((
  select c.end_date >= ${today} and ${card}
  from member_standing s join member_card c on c.id = s.member_card_id where s.member_id = t.id
    and ${standing}), false)`;

const cardEndRules: Record<Exclude<CallListKey, 'birthday'>, (now: Date, days: number) => CardEndRule> = {
  // The card that ends last has no successor, so no check for one is needed.
  renewal: () => expiringRule(sql`- (select ${renewalDaysSql('after')})`, sql`(select ${renewalDaysSql('before')})`),

  expiring: (_, days) => expiringRule(sql`0`, sql`${days}::integer`),

  never_used: (now) => {
    // Scalar subqueries are looked up member by member; an anti join could read all visits.
    const unusedSince = sql`(${now}::timestamptz - make_interval(days => ${sql.lit(UNUSED_DAYS)}))`;
    return {
      ...runningCardRule((today) =>
        currentCardSql(today, { card: sql`c.start_date <= ${today} - ${sql.lit(UNUSED_DAYS)}` }),
      ),
      idCondition: (id) => sql`not coalesce((select true from visit v where v.member_id = ${id}
          and v.deleted_at is null and v.visit_date >= ${unusedSince} limit 1), false)
        and not coalesce((select true from voucher_redeem r where r.member_id = ${id}
          and r.deleted_at is null and r.redeem_date >= ${unusedSince} limit 1), false)`,
    };
  },

  near_upgrade: () =>
    runningCardRule((today) =>
      currentCardSql(today, { standing: sql`s.to_upgrade between 1 and ${sql.lit(NEAR_VISITS)}` }),
    ),
};

/** The days for which birthdays are listed, including today. */
const BIRTHDAY_DAYS = 7;

/** SQL condition: whether the last card of the member `t` can still be renewed. */
const isRenewableSql = (today: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(t.valid_until_date, ${today}) >= ${today} - (select ${renewalDaysSql('after')})`;

/** Members whose last card can still be renewed. Day by day, because each day has its own birthdays. */
const birthdayMembersSql = ({ where, hotels }: ListCriteria): RawBuilder<unknown> => sql`
    select b.id, d.day as due_on
    from (
      select distinct day::date as day
      from (select min(today) as first, max(today) as last from hotel_days) z,
           generate_series(z.first::timestamp, z.last::timestamp + make_interval(days => ${sql.lit(BIRTHDAY_DAYS - 1)}),
             interval '1 day') day
    ) d
    cross join lateral (
      select t.id from member t
      where ${hasBirthdaySql(sql`d.day`)}
        and ${isRenewableSql(TODAY)}
        and d.day between ${TODAY} and ${TODAY} + ${sql.lit(BIRTHDAY_DAYS - 1)}
        and ${where} ${servedBySql(hotels)}
      order by t.id limit ${LIMIT_PLUS_ONE}
    ) b
    order by d.day, b.id limit ${LIMIT_PLUS_ONE}`;

/** SQL: whether the row `o` of `call_owner` belongs to the list and has not lapsed. */
export const isOwnedSql = (now: Date, key: CallListKey): RawBuilder<unknown> => sql`o.work_list = ${key}
  and o.assigned_at > ${now}::timestamptz - make_interval(days => ${sql.lit(OWNER_DAYS)})`;

const notCalledSql = (now: Date, days: number): RawBuilder<unknown> => sql`not exists (
  select from member_call k where k.member_id = t.id and k.deleted_at is null
    and k.created_at > ${now}::timestamptz - make_interval(days => ${days}))`;

/**
 * Whether the last call for this reason needs a follow-up: the member did not answer, or the day to call back has come.
 */
const needsFollowUpSql = (
  now: Date,
  key: CallListKey,
  today: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`coalesce((
  select case when k.outcome = any(${[...RESOLVED_OUTCOMES]}::text[])
    then k.created_at < ${now}::timestamptz - make_interval(days => ${RESOLVED_DAYS})
              when k.outcome = 'call_back' then coalesce(k.call_back_on <= ${today}, true) else true end
  from member_call k where k.member_id = t.id and k.work_list = ${key} and k.deleted_at is null order by k.id desc
  limit 1), true)`;
