import {
  NEAR_VISITS,
  RESOLVED_OUTCOMES,
  OWNER_DAYS,
  RESOLVED_DAYS,
  UNUSED_DAYS,
  MAX_CALL_LIST_ROWS,
  type CallListKey,
  type CallListSort,
  resources,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { ownSearchSql } from '../../engine/resources/search.ts';
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
  readonly searchTerms: readonly string[];
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
  hotel_days as materialized (
    select h.id, (${now}::timestamptz at time zone effective_time_zone(h.time_zone, c.time_zone))::date as today
    from hotel h join country c on c.id = h.country_id)`;

/** SQL that selects `id` and `due_on`, the most urgent first, with one member more than the list shows. */
export function membersSql(
  listContext: CallListContext,
  listRequest: Omit<CallListRequest, 'sort'>,
): RawBuilder<unknown> {
  const where = sql.join(
    [
      sql`t.deleted_at is null and t.is_active`,
      ...ownSearchSql(resources.member, listRequest.searchTerms),
      ...(listRequest.notCalledForDays === null ? [] : [notCalledSql(listContext.now, listRequest.notCalledForDays)]),
      ...(listRequest.includesResolved ? [] : [needsFollowUpSql(listContext.now, listRequest.key)]),
      ...(listRequest.isOwn
        ? [
            sql`t.id in (select o.member_id from call_owner o
              where o.user_id = ${listContext.actor.userId} and ${isOwnedSql(listContext.now, listRequest.key)})`,
          ]
        : []),
    ],
    sql` and `,
  );
  const hotels = resolveHotelIds(listContext.actor, listRequest.hotelId);
  if (hotels?.length === 0) return sql`select null::bigint as id, null::date as due_on limit 0`;
  return listSqlByKey[listRequest.key]({
    where,
    hotels,
    isSearch: listRequest.searchTerms.length > 0 || listRequest.isOwn,
    now: listContext.now,
    days: listRequest.days,
  });
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
  readonly days: number;
}

const LIMIT_PLUS_ONE = sql.lit(MAX_CALL_LIST_ROWS + 1);
const utcDaySql = (now: Date): RawBuilder<unknown> => sql`${now.toISOString().slice(0, 10)}::date`;

interface IndexWalk {
  /** Condition on `valid_until_date` that bounds the walk. */
  readonly range: RawBuilder<unknown>;
  /** The condition on the member `t`. */
  readonly condition: RawBuilder<unknown>;
  readonly dueOn: RawBuilder<unknown>;
}

/**
 * Members in the order in which their cards end. Each hotel walks its own index range; the walks are merged and each
 * member is checked individually, so no walk goes further than the list needs. A search finds members by its terms
 * instead, wherever they are in the order.
 */
function membersByCardEndSql(
  { where, hotels, isSearch }: ListCriteria,
  { range, condition, dueOn }: IndexWalk,
): RawBuilder<unknown> {
  if (isSearch) {
    return sql`
      select t.id, ${dueOn} as due_on from member t where ${range} and ${condition} and ${where} ${servedBySql(hotels)}
      order by t.valid_until_date nulls first, t.id limit ${LIMIT_PLUS_ONE}`;
  }
  const indexWalkSql = (hotelCondition: RawBuilder<unknown>) => sql`(
    select id, valid_until_date from member where ${hotelCondition}deleted_at is null and ${range} order by valid_until_date nulls first, id)`;
  const indexWalks =
    hotels === null ? [indexWalkSql(sql``)] : hotels.map((hotel) => indexWalkSql(sql`hotel_id = ${hotel} and `));
  return sql`
    select w.id, t.due_on from (${sql.join(indexWalks, sql` union all `)}) w
    cross join lateral (select ${dueOn} as due_on from member t where t.id = w.id and ${condition} and ${where} limit 1) t
    order by w.valid_until_date nulls first, w.id limit ${LIMIT_PLUS_ONE}`;
}

const servedBySql = (hotels: readonly number[] | null): RawBuilder<unknown> =>
  hotels === null ? sql`` : sql`and t.hotel_id = any(${hotels}::bigint[])`;

/** Members whose last card ends within these days. */
const expiringMembersSql = (
  criteria: ListCriteria,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  membersByCardEndSql(criteria, {
    range: sql`valid_until_date between ${utcDaySql(criteria.now)} - 1 + ${from} and ${utcDaySql(criteria.now)} + 1 + ${to}`,
    condition: sql`t.valid_until_date between ${TODAY} + ${from} and ${TODAY} + ${to}`,
    dueOn: sql`t.valid_until_date`,
  });

/** Members with a running card who meet a condition. */
const runningCardMembersSql = (criteria: ListCriteria, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  membersByCardEndSql(criteria, {
    range: sql`valid_until_date >= ${utcDaySql(criteria.now)} - 1`,
    condition,
    dueOn: sql`null::date`,
  });

/** SQL of conditions on the standing `s` and the current card `c`, which is running. */
const currentCardSql = ({ standing = sql`true`, card = sql`true` }): RawBuilder<unknown> => sql`coalesce((
  select c.end_date >= ${TODAY} and ${card}
  from member_standing s join member_card c on c.id = s.member_card_id where s.member_id = t.id
    and ${standing}), false)`;

const unusedSinceSql = (now: Date): RawBuilder<unknown> =>
  sql`(${now}::timestamptz - make_interval(days => ${sql.lit(UNUSED_DAYS)}))`;

const listSqlByKey: Record<CallListKey, (criteria: ListCriteria) => RawBuilder<unknown>> = {
  // The card that ends last has no successor, so no check for one is needed.
  renewal: (criteria) =>
    expiringMembersSql(criteria, sql`- (select ${renewalDaysSql('after')})`, sql`(select ${renewalDaysSql('before')})`),

  expiring: (criteria) => expiringMembersSql(criteria, sql`0`, sql`${criteria.days}::integer`),

  never_used: (criteria) =>
    runningCardMembersSql(
      criteria,
      sql`${currentCardSql({ card: sql`c.start_date <= ${TODAY} - ${sql.lit(UNUSED_DAYS)}` })}
        and coalesce((select max(v.visit_date) from visit v where v.member_id = t.id and v.deleted_at is null) < ${unusedSinceSql(criteria.now)}, true)
        and coalesce((select max(r.redeem_date) from voucher_redeem r where r.member_id = t.id and r.deleted_at is null) < ${unusedSinceSql(criteria.now)}, true)`,
    ),

  near_upgrade: (criteria) =>
    runningCardMembersSql(
      criteria,
      currentCardSql({ standing: sql`s.to_upgrade between 1 and ${sql.lit(NEAR_VISITS)}` }),
    ),

  // Members whose last card can still be renewed. Day by day, because each day has its own birthdays.
  birthday: ({ where, hotels }) => sql`
    select b.id, d.day as due_on
    from (
      select distinct day::date as day
      from (select min(today) as first, max(today) as last from hotel_days) z,
           generate_series(z.first::timestamp, z.last::timestamp + interval '6 days', interval '1 day') day
    ) d
    cross join lateral (
      select t.id from member t
      where ${hasBirthdaySql(sql`d.day`)}
        and coalesce(t.valid_until_date, ${TODAY}) >= ${TODAY} - (select ${renewalDaysSql('after')})
        and d.day between ${TODAY} and ${TODAY} + 6
        and ${where} ${servedBySql(hotels)}
      order by t.id limit ${LIMIT_PLUS_ONE}
    ) b
    order by d.day, b.id limit ${LIMIT_PLUS_ONE}`,
};

/** SQL: whether the row `o` of `call_owner` belongs to the list and has not lapsed. */
export const isOwnedSql = (now: Date, key: CallListKey): RawBuilder<unknown> => sql`o.work_list = ${key}
  and o.assigned_at > ${now}::timestamptz - make_interval(days => ${sql.lit(OWNER_DAYS)})`;

const notCalledSql = (now: Date, days: number): RawBuilder<unknown> => sql`not exists (
  select from member_call k where k.member_id = t.id and k.deleted_at is null
    and k.created_at > ${now}::timestamptz - make_interval(days => ${days}))`;

/**
 * Whether the last call for this reason needs a follow-up: the member did not answer, or the day to call back has come.
 */
const needsFollowUpSql = (now: Date, key: CallListKey): RawBuilder<unknown> => sql`coalesce((
  select case when k.outcome = any(${[...RESOLVED_OUTCOMES]}::text[])
    then k.created_at < ${now}::timestamptz - make_interval(days => ${RESOLVED_DAYS})
              when k.outcome = 'call_back' then coalesce(k.call_back_on <= ${TODAY}, true) else true end
  from member_call k where k.member_id = t.id and k.work_list = ${key} and k.deleted_at is null order by k.id desc
  limit 1), true)`;
