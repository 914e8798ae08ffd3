import { SHIFT_RESOURCES, type ShiftResource } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { instantSql } from '../../access/named-records.ts';
import type { PeriodBounds } from './shift-period.ts';

/**
 * The entries of a shift: what was recorded at a hotel in a period, and what was undone there, whenever it was recorded.
 * An entry belongs to the user who recorded it, and its undoing to the user who undid it.
 */
export interface ShiftScope extends PeriodBounds {
  readonly hotelId: number;
  /** Only entries of this user; null for everyone's. */
  readonly userId: number | null;
}

/** The table `t` of a resource, with the columns of an entry. */
const SOURCES: Readonly<
  Record<
    ShiftResource,
    { readonly hotel: string; readonly columns: RawBuilder<unknown>; readonly from: RawBuilder<unknown> }
  >
> = {
  transaction: {
    hotel: 'hotel_id',
    columns: sql`t.transaction_no as number, concat_ws(' · ', k.name, l.name) as name,
      concat_ws(' · ', k.name, l.name) as name_id, t.grand_total as amount, t.currency, p.name as payment,
      t.void_reason as reason`,
    from: sql`transaction t join option_detail k on k.id = t.transaction_type_id
      left join membership l on l.id = t.membership_id left join option_detail p on p.id = t.type_payment_id`,
  },
  voucher_redeem: {
    hotel: 'redeem_hotel_id',
    columns: sql`t.redeem_no as number, k.name, k.name_id, v.nominal as amount, v.currency, null as payment,
      t.void_reason as reason`,
    from: sql`voucher_redeem t join member_voucher v on v.id = t.member_voucher_id join voucher k on k.id = v.voucher_id`,
  },
  visit: {
    hotel: 'hotel_id',
    columns: sql`t.reference_no as number, '' as name, '' as name_id, t.grand_total as amount, t.currency,
      null as payment, null as reason`,
    from: sql`visit t`,
  },
};

type Action = 'created' | 'deleted';

/** Condition on `t`: recorded (or undone) in the shift. */
const inShiftSql = (
  resource: ShiftResource,
  action: Action,
  { hotelId, userId, from, to, isRunning }: ShiftScope,
) => sql`
  ${sql.ref(`t.${SOURCES[resource].hotel}`)} = ${hotelId}
  and ${sql.ref(`t.${action}_at`)} >= ${from}::timestamptz
  ${isRunning ? sql`` : sql`and ${sql.ref(`t.${action}_at`)} <= ${to}::timestamptz`}
  ${userId === null ? sql`` : sql`and ${sql.ref(`t.${action}_by_id`)} = ${userId}`}`;

/** Entries as they are recorded or undone; those that were recorded and undone later are not recorded any more. */
const entriesSql = (resource: ShiftResource, action: Action, scope: ShiftScope): RawBuilder<unknown> => sql`
  select ${resource}::text as resource, t.id, ${sql.ref(`t.${action}_at`)} as at, t.member_id,
    ${sql.ref(`t.${action}_by_id`)} as user_id, ${SOURCES[resource].columns}
  from ${SOURCES[resource].from}
  where ${inShiftSql(resource, action, scope)} ${action === 'created' ? sql`and t.deleted_at is null` : sql``}`;

/** JSON of the latest entries of `found`, as in a response. */
const listSql = (limit: number): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'resource', e.resource, 'id', e.id, 'number', e.number, 'at', ${instantSql('e.at')},
    'member', case when m.id is not null then
      json_build_object('id', m.id, 'name', concat_ws(' ', m.first_name, m.last_name)) end,
    'name', e.name, 'name_id', e.name_id, 'amount', e.amount::text, 'currency', e.currency, 'payment', e.payment,
    'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end, 'reason', e.reason)
    order by e.at desc, e.resource, e.id desc), '[]')
  from (select * from found order by at desc, resource, id desc limit ${limit}) e
  left join member m on m.id = e.member_id left join users u on u.id = e.user_id)`;

/** JSON of what was recorded in the shift: number, amounts by currency, and the latest entries. */
export const recordedSql = (resource: ShiftResource, scope: ShiftScope, limit: number): RawBuilder<unknown> => sql`(
  with found as materialized (${entriesSql(resource, 'created', scope)})
  select json_build_object('number', (select count(*) from found),
    'amounts', (select coalesce(json_agg(json_build_object('currency', a.currency, 'amount', a.amount::text)
        order by a.currency), '[]')
      from (select currency, sum(amount) as amount from found where amount is not null group by currency) a),
    'entries', ${listSql(limit)}))`;

/** JSON of what was undone in the shift, of these resources: number and the latest entries. */
export const undoneSql = (
  resources: readonly ShiftResource[],
  scope: ShiftScope,
  limit: number,
): RawBuilder<unknown> => sql`(
  with found as materialized (${sql.join(
    SHIFT_RESOURCES.filter((resource) => resources.includes(resource)).map((resource) =>
      entriesSql(resource, 'deleted', scope),
    ),
    sql` union all `,
  )})
  select json_build_object('number', (select count(*) from found), 'entries', ${listSql(limit)}))`;

/**
 * JSON of the payments of the shift by type and currency. A transaction counts as taken in the shift that recorded it,
 * even if it was cancelled since, and as returned in the shift that cancelled it; so neither shift's cash changes
 * afterwards. A refund is a transaction with a negative amount.
 */
export const paymentsSql = (scope: ShiftScope): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'payment', case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end,
    'currency', p.currency, 'taken', p.taken::numeric(18, 3)::text, 'returned', p.returned::numeric(18, 3)::text,
    'balance', (p.taken - p.returned)::numeric(18, 3)::text) order by p.currency, d.name nulls last), '[]')
  from (
    select x.type_payment_id, x.currency, coalesce(sum(x.amount) filter (where x.amount > 0), 0) as taken,
      coalesce(-sum(x.amount) filter (where x.amount < 0), 0) as returned
    from (
      select t.type_payment_id, t.currency, t.grand_total as amount from transaction t
      where ${inShiftSql('transaction', 'created', scope)}
      union all
      select t.type_payment_id, t.currency, -t.grand_total from transaction t
      where ${inShiftSql('transaction', 'deleted', scope)}
    ) x
    where x.amount <> 0 group by x.type_payment_id, x.currency
  ) p
  left join option_detail d on d.id = p.type_payment_id)`;
