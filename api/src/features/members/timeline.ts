import { viewableSql } from '../../access/scope.ts';
import {
  type ResourceDefinition,
  SALE_TYPE,
  MAX_TIMELINE_ENTRIES,
  type TimelineKind,
  type TimelineResource,
  permission,
  resources,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { namedRecordSql } from '../../access/named-records.ts';

interface MemberContext {
  readonly hooksByResource: HooksByResource;
  readonly actor: Actor;
  readonly memberId: number;
}

/**
 * The columns of a timeline entry, apart from its subject: SQL over the row `t` and the part's own joins. Absent
 * columns are null.
 */
interface TimelineItem {
  /** When it happened. */
  readonly at: string;
  /** Order among events of one row within the same second; rarely needed. */
  readonly sequence?: string;
  /** Defaults to the row's own id. */
  readonly id?: string;
  readonly number?: string;
  readonly name?: string;
  readonly nameId?: string;
  readonly note?: string;
  readonly state?: string;
  /** An amount in the row's currency, at the row's hotel. */
  readonly amount?: string;
  /** Ids. */
  readonly hotel?: string;
  readonly by?: string;
}

interface TimelinePart extends TimelineItem {
  /** Shown to every user who sees the member, even if it happened at a hotel that is not visible. */
  readonly isShownToAll?: true;
  /** A kind, or SQL that determines it. */
  readonly kind: TimelineKind | RawBuilder<unknown>;
  readonly resource: TimelineResource;
  /** Extra joins over `t`. */
  readonly join?: RawBuilder<unknown>;
  readonly where?: string;
}

/**
 * SQL for a member's events as a JSON array, newest first. It contains the visible records of each resource the actor
 * may view, plus visits and redemptions at other hotels. Each part is limited separately, so members with many visits
 * cost no more than reading those visits.
 */
export function timelineSql(memberContext: MemberContext): RawBuilder<unknown> {
  const { hooksByResource, actor, memberId } = memberContext;
  const canViewSales = can(actor, permission('VIEW', resources.transaction.permission));
  const parts = listParts(canViewSales, memberId).map((part, index) => {
    const d: ResourceDefinition = resources[part.resource];
    return partSql(part, index, createSource(d, hooksByResource), memberContext);
  });
  return sql`
    select coalesce(json_agg(json_build_object(
        'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'kind', e.kind, 'resource', e.resource,
        'id', e.id, 'number', e.number, 'name', e.name, 'name_id', e.name_id, 'note', e.note, 'state', e.state,
        'amount', e.amount::text, 'currency', e.currency, 'decimals',
          case when e.currency is not null then n.decimals end,
        'hotel', case when h.id is not null then ${namedRecordSql('h')} end,
        'time_zone', case when h.id is not null then effective_time_zone(h.time_zone, n.time_zone) end,
        'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
        'is_elsewhere', e.is_elsewhere
      ) order by ${newestFirstOrder('e')}), '[]')
    from (
      select * from (${sql.join(parts, sql` union all `)}) p order by ${newestFirstOrder('p')} limit ${sql.lit(MAX_TIMELINE_ENTRIES)}
    ) e
    left join hotel h on h.id = e.hotel_id left join country n on n.id = h.country_id
    left join users u on u.id = e.by_id`;
}

const newestFirstOrder = (alias: 'e' | 'p') =>
  sql.raw(['at', 'step', 'id', 'sequence', 'part_index'].map((column) => `${alias}.${column} desc`).join(', '));

function partSql(
  part: TimelinePart,
  index: number,
  source: Source,
  { actor, memberId }: MemberContext,
): RawBuilder<unknown> {
  const { at, kind, resource, join = sql``, where = 'true' } = part;
  const scopeCondition = viewableSql(actor, source);
  const visibleCondition = part.isShownToAll
    ? can(actor, permission('VIEW', source.definition.permission))
      ? sql`true`
      : sql`false`
    : scopeCondition;
  const ifVisibleSql = (value: RawBuilder<unknown>) =>
    part.isShownToAll ? sql`case when ${scopeCondition} then ${value} end` : value;
  const expressionSql = (expression: string | undefined, type: string) => sql.raw(`(${expression ?? 'null'})::${type}`);
  const ownerCondition = resource === 'member' ? sql`t.id = ${memberId}` : sql`t.member_id = ${memberId}`;
  return sql`(
    select ${sql.raw(at)} as at, ${typeof kind === 'string' ? sql.lit(kind) : kind}::text as kind,
      ${sql.lit(RESOURCE_ORDER.indexOf(resource))} as step, ${sql.lit(resource)}::text as resource, ${sql.raw(part.id ?? 't.id')} as id,
      ${expressionSql(part.number, 'text')} as number, ${expressionSql(part.name, 'text')} as name, ${expressionSql(part.nameId, 'text')} as name_id,
      ${ifVisibleSql(expressionSql(part.note, 'text'))} as note, ${expressionSql(part.state, 'text')} as state, ${ifVisibleSql(expressionSql(part.amount, 'numeric'))} as amount,
      ${part.amount === undefined ? sql`null::text` : ifVisibleSql(sql`t.currency`)} as currency,
      ${expressionSql(part.hotel, 'bigint')} as hotel_id, ${ifVisibleSql(expressionSql(part.by, 'bigint'))} as by_id, ${part.isShownToAll ? sql`not ${scopeCondition}` : sql`false`} as is_elsewhere, ${expressionSql(part.sequence ?? '0', 'bigint')} as sequence,
      ${sql.lit(index)} as part_index
    from ${sql.raw(source.from())} ${join}
    where ${ownerCondition} and ${visibleCondition} and ${sql.raw(where)}
    order by 1 desc, 5 desc limit ${sql.lit(MAX_TIMELINE_ENTRIES)})`;
}

/** Among events of the same second, causes come before their effects. */
const RESOURCE_ORDER: readonly TimelineResource[] = [
  'member',
  'transaction',
  'visit',
  'member_card',
  'voucher_redeem',
  'member_call',
  'mail_log',
];

const TIER_JOIN = sql`left join membership l on l.id = t.membership_id`;
const TYPE_JOIN = sql`${TIER_JOIN} left join option_detail d on d.id = t.transaction_type_id`;
const REDEMPTION_JOIN = sql`join member_voucher v on v.id = t.member_voucher_id join voucher w on w.id = v.voucher_id`;

/** The last change of one of these card fields in the audit log after creation: its time and its user. */
const lastChangeJoin = (
  ...fields: readonly ('is_tier_manual' | 'is_withdrawn' | 'remark')[]
) => sql`${TIER_JOIN} left join lateral (
  select o.at, o.actor_id from audit_log o
  where o.resource = 'member_card' and o.record_id = t.id and o.action = 'update'
    and values_of_log(o.resource, o.after) ?| ${sql.lit(`{${fields.join(',')}}`)}
  order by o.id desc limit 1
) changed on true`;

/**
 * One row per delete or restore in the audit log: a restored record itself no longer shows that it was deleted. Rows
 * loaded without the log use their own columns.
 */
const deletionEntriesSql = (
  resource: 'transaction' | 'voucher_redeem',
  action: 'delete' | 'restore',
) => sql`join lateral (
  select o.at, o.id as sequence, o.actor_id, o.after ->> 'void_reason' as reason from audit_log o
  where o.resource = ${sql.lit(resource)} and o.record_id = t.id and o.action = ${sql.lit(action)}
  ${
    action === 'delete'
      ? sql`union all select t.deleted_at, 0, t.deleted_by_id, t.void_reason where t.deleted_at is not null
        and not exists (
      select from audit_log o where o.resource = ${sql.lit(resource)} and o.record_id = t.id and o.action = 'delete')`
      : sql``
  }
) ended on true`;

function listParts(canViewSales: boolean, memberId: number): readonly TimelinePart[] {
  const sale = { resource: 'transaction', number: 't.transaction_no', name: 'l.name', hotel: 't.hotel_id' } as const;
  const card = { resource: 'member_card', number: 't.sbec_no', name: 'l.name', hotel: 't.hotel_id' } as const;
  const redemption = {
    resource: 'voucher_redeem',
    number: 't.redeem_no',
    name: 'w.name',
    nameId: 'w.name_id',
    hotel: 't.redeem_hotel_id',
    join: REDEMPTION_JOIN,
    isShownToAll: true,
  } as const;
  const mergeJoin = sql`join member_merge g on g.retained_id = ${memberId} join member o on o.id = g.absorbed_id`;
  // The entry names the absorbed member.
  const mergedMember = { resource: 'member', id: 'o.id', name: "concat_ws(' ', o.first_name, o.last_name)" } as const;
  return [
    {
      ...sale,
      kind: sql`case when t.refund_reason_id is not null then 'refunded' when t.reverses_id is not null then 'reversed'
          when d.code = ${sql.lit(String(SALE_TYPE.sale))} then 'sold'
        when d.code = ${sql.lit(String(SALE_TYPE.renewal))} then 'renewed'
          when d.code = ${sql.lit(String(SALE_TYPE.free))} then 'given'
          when d.code = ${sql.lit(String(SALE_TYPE.upgrade))} then 'upgrade_sold' else 'charged' end`,
      number: 'coalesce(b.transaction_no, t.transaction_no)',
      at: 't.transaction_date',
      amount: 't.grand_total',
      by: 't.created_by_id',
      note: "case when t.reverses_id is not null then concat_ws(': ', refund_reason.name, t.remark) end",
      join: sql`${TYPE_JOIN} left join transaction b on b.id = t.reverses_id
        left join option_detail refund_reason on refund_reason.id = t.refund_reason_id`,
    },
    {
      ...sale,
      kind: sql`case when t.refund_reason_id is not null then 'refund_cancelled' else 'cancelled' end`,
      at: 'ended.at',
      sequence: 'ended.sequence',
      note: 'ended.reason',
      by: 'ended.actor_id',
      join: sql`${TYPE_JOIN} ${deletionEntriesSql('transaction', 'delete')}`,
    },
    {
      ...sale,
      kind: 'cancel_undone',
      at: 'ended.at',
      sequence: 'ended.sequence',
      by: 'ended.actor_id',
      join: sql`${TYPE_JOIN} ${deletionEntriesSql('transaction', 'restore')}`,
    },
    // The sale already shows that its card was issued.
    {
      ...card,
      kind: 'card_issued',
      at: 't.created_at',
      by: 't.created_by_id',
      join: TIER_JOIN,
      where: `t.deleted_at is null and (t.upgraded_from_id is null or t.transaction_id is not null) and ${canViewSales ? 't.transaction_id is null' : 'true'}`,
    },
    {
      ...card,
      kind: 'upgraded',
      at: 't.created_at',
      join: TIER_JOIN,
      where: `t.deleted_at is null and t.upgraded_from_id is not null and not t.is_tier_manual and t.transaction_id is null`,
    },
    {
      ...card,
      kind: 'tier_set',
      at: 'coalesce(changed.at, t.created_at)',
      note: 't.remark',
      by: 'case when changed.at is null then t.created_by_id else changed.actor_id end',
      join: lastChangeJoin('is_tier_manual', 'remark'),
      where: 't.deleted_at is null and t.is_tier_manual',
    },
    {
      ...card,
      kind: 'withdrawn',
      at: 'coalesce(changed.at, t.updated_at)',
      join: lastChangeJoin('is_withdrawn'),
      where: 't.deleted_at is null and t.is_withdrawn',
    },
    { ...redemption, kind: 'redeemed', at: 't.redeem_date', by: 't.created_by_id' },
    {
      ...redemption,
      kind: 'voided',
      at: 'ended.at',
      sequence: 'ended.sequence',
      note: 'ended.reason',
      by: 'ended.actor_id',
      join: sql`${REDEMPTION_JOIN} ${deletionEntriesSql('voucher_redeem', 'delete')}`,
    },
    {
      ...redemption,
      kind: 'void_undone',
      at: 'ended.at',
      sequence: 'ended.sequence',
      by: 'ended.actor_id',
      join: sql`${REDEMPTION_JOIN} ${deletionEntriesSql('voucher_redeem', 'restore')}`,
    },
    {
      resource: 'visit',
      kind: 'visited',
      isShownToAll: true,
      at: 't.visit_date',
      number: 't.visit_no',
      amount: 't.grand_total',
      hotel: 't.hotel_id',
      by: 't.created_by_id',
      where: 't.deleted_at is null',
    },
    {
      resource: 'mail_log',
      kind: 'mailed',
      at: 'coalesce(t.last_resend_at, t.created_at)',
      name: 't.subject',
      state: 't.delivery_status',
      where: 't.deleted_at is null',
    },
    {
      resource: 'member_call',
      kind: 'called',
      at: 't.created_at',
      note: 't.note',
      state: 't.outcome',
      by: 't.created_by_id',
      where: 't.deleted_at is null',
    },
    { ...mergedMember, kind: 'merged', at: 'g.at', by: 'g.actor_id', join: mergeJoin },
    {
      ...mergedMember,
      kind: 'merge_undone',
      at: 'g.undone_at',
      by: 'g.undone_by_id',
      join: mergeJoin,
      where: 'g.undone_at is not null',
    },
  ];
}
