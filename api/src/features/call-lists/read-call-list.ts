import { EXPIRING_DAYS, type Language, CALL_LISTS, MAX_CALL_LIST_ROWS } from '@innkeeper/contract';
import type { CallListCount, CallListMeta, CallListRow } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { namedRecordSql } from '../../access/named-records.ts';
import type { Actor } from '../../access/actor.ts';
import { readSaleEligibility } from '../../domain/member-eligibility.ts';
import { type CallListRequest, membersSql, hotelDaysSql } from './list-statements.ts';

interface CallListContext {
  readonly db: Db;
  readonly actor: Actor;
  readonly now: Date;
}

const capTotal = (total: number): { total: number; is_more: boolean } => ({
  total: Math.min(total, MAX_CALL_LIST_ROWS),
  is_more: total > MAX_CALL_LIST_ROWS,
});

/** The number of waiting members per list, in the order of the lists. */
export async function countLists(
  listContext: CallListContext,
  hotelId: number | null,
): Promise<readonly CallListCount[]> {
  const defaults = {
    days: EXPIRING_DAYS[0],
    includesResolved: false,
    notCalledForDays: null,
    searchTerms: [],
    hotelId,
  };
  const counts = CALL_LISTS.map(
    (key) => sql`(select count(*) from (${membersSql(listContext, { key, ...defaults })}) l) as ${sql.ref(key)}`,
  );
  const statement = sql`with ${hotelDaysSql(listContext.now)} select ${sql.join(counts)}`.compile(
    listContext.db.kysely,
  );
  const [row] = await listContext.db.read<Record<string, number>>(statement, { replan: true });
  return CALL_LISTS.map((key) => ({ key, ...capTotal(row?.[key] ?? 0) }));
}

export async function readCallList(
  listContext: CallListContext,
  listRequest: CallListRequest,
  { page, perPage, language }: { readonly page: number; readonly perPage: number; readonly language: Language },
): Promise<{ data: readonly CallListRow[]; meta: CallListMeta }> {
  const statement = sql`
    with ${hotelDaysSql(listContext.now)},
         matches as materialized (select l.id, l.due_on, row_number() over () as n
             from (${membersSql(listContext, listRequest)}) l),
         page as (select * from matches where n <= ${MAX_CALL_LIST_ROWS} order by n
             limit ${perPage} offset ${(page - 1) * perPage})
    select (select count(*) from matches) as total,
           (select coalesce(json_agg(r order by n), '[]')
               from (select f.n, ${rowSql(listRequest.key)} as r from page f ${ROW_JOINS}) rows) as data`.compile(
    listContext.db.kysely,
  );
  const [row] = await listContext.db.read<{ total: number; data: readonly Omit<CallListRow, 'may'>[] }>(statement, {
    replan: true,
  });
  const rows = row?.data ?? [];
  const saleEligibility = await readSaleEligibility(listContext.db, listContext.actor, {
    memberIds: rows.map(({ member }) => member.id),
    now: listContext.now,
    language,
  });
  const data = rows.map((listRow) => ({ ...listRow, may: { sale: saleEligibility.get(listRow.member.id) ?? null } }));
  return { data, meta: { page, per_page: perPage, ...capTotal(row?.total ?? 0) } };
}

const ROW_JOINS = sql`
  join member t on t.id = f.id join hotel h on h.id = t.hotel_id join country n on n.id = h.country_id
  join membership m on m.id = t.membership_id
  left join member_standing s on s.member_id = t.id left join member_card c on c.id = s.member_card_id
  left join lateral (
    select k.id, to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by, k.work_list,
           k.outcome, k.note, k.call_back_on
    from member_call k left join users u on u.id = k.created_by_id
    where k.member_id = t.id and k.deleted_at is null order by k.id desc limit 1
  ) k on true
  left join lateral (
    select (greatest(
      (select max(v.visit_date) from visit v where v.member_id = t.id and v.deleted_at is null),
      (select max(r.redeem_date) from voucher_redeem r where r.member_id = t.id and r.deleted_at is null)
    ) at time zone effective_time_zone(h.time_zone, n.time_zone))::date as day
  ) last_use on true`;

const rowSql = (key: CallListRequest['key']): RawBuilder<unknown> => sql`json_build_object(
  'member', json_build_object('id', t.id, 'name', concat_ws(' ', t.first_name, t.last_name), 'phone_no', t.phone_no,
  'email', t.email), 'hotel', ${namedRecordSql('h')},
  'membership', json_build_object('id', m.id, 'name', m.name),
  'card', case when c.id is not null then json_build_object('id', c.id, 'sbec_no', c.sbec_no,
  'end_date', c.end_date) end,
  'due_on', ${key === 'near_upgrade' ? sql`c.end_date` : sql`coalesce(f.due_on, last_use.day, c.start_date)`},
  'was_used', ${key === 'never_used' ? sql`last_use.day is not null` : sql`null::boolean`},
  'to_upgrade', ${key === 'near_upgrade' ? sql`s.to_upgrade` : sql`null::integer`},
  'turns', ${key === 'birthday' ? sql`extract(year from f.due_on) - extract(year from t.birth_date)` : sql`null::integer`},
  'last_call', case when k.id is not null then row_to_json(k) end)`;
