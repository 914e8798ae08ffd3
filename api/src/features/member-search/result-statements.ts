import { scopeConditionSql, viewableSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Source, createSource, displayName } from '../../engine/resources/source.ts';
import { shownEmailSql } from '../../platform/mail/no-email.ts';
import { CERTAIN_RANK, type MatchRule } from './match-rules.ts';
import { MAX_RESULTS, type SearchQuery, canFindAnyVoucher, normalizeVoucherNumber } from './search-query.ts';

/** SQL that selects the `members` found by these searches, best match first, and whether the match is certain. */
export function membersSql(searchQuery: SearchQuery, matchRules: readonly MatchRule[]): RawBuilder<unknown> {
  const { actor, hooksByResource } = searchQuery;
  const source = createSource(resources.member, hooksByResource);
  const columnSql = (name: string) => sql.raw(source.ref(name));
  const ifViewableSql = (value: RawBuilder<unknown>) => sql`case when ${viewableSql(actor, source)} then ${value} end`;
  const email = shownEmailSql(sql`t.email`);
  const member = sql`json_build_object(
    'id', t.id, 'name', ${sql.raw(displayName('t', source.definition))}, 'is_elsewhere', not ${scopeConditionSql(actor, source)},
    'card', case when c.id is not null then json_build_object('sbec_no', c.sbec_no, 'end_date', c.end_date, 'membership', card_membership.name) end,
    'standing', s.standing,
    'hotel', json_build_object('id', ${columnSql('hotel.id')}, 'code', ${columnSql('hotel.code')}, 'name', ${columnSql('hotel.name')}),
    'available_vouchers', ${availableVoucherCountSql(searchQuery, source)}, 'email', ${ifViewableSql(email)}, 'phone_no', ${ifViewableSql(sql`t.phone_no`)})`;
  const ruleStatements = matchRules.map(
    ({ rank, members }) => sql`select id, ${sql.lit(rank)} as rank, match_order from (${members}) rule_match`,
  );
  return sql`
    with match as (
      select id, min(array[rank, match_order]) as rank from (${sql.join(ruleStatements, sql` union all `)}) f
      group by id order by 2, 1 desc limit ${sql.lit(MAX_RESULTS)}
    )
    select coalesce(json_agg(${member} order by match.rank, t.id desc), '[]') as members,
           coalesce(min(match.rank[1]) = ${sql.lit(CERTAIN_RANK)}, false) as is_certain
    from match join member t on t.id = match.id
    join member_standing s on s.member_id = t.id
    left join member_card c on c.id = s.member_card_id
    left join membership card_membership on card_membership.id = c.membership_id
    ${sql.raw(source.joins())}`;
}

/**
 * The number of vouchers that a member can redeem today. Their state is read from columns that are joined here anyway:
 * five joins from each voucher to its member's data took longer to plan than everything else.
 */
function availableVoucherCountSql({ actor, hooksByResource }: SearchQuery, member: Source): RawBuilder<unknown> {
  const state = hooksByResource.member_voucher?.computed?.state;
  if (typeof state !== 'object' || !canFindAnyVoucher(actor)) return sql`null`;
  const columnRef = (name: string): string => {
    const [, relation, field = ''] = /^(member|member_card)\.(.*)$/.exec(name) ?? [];
    if (relation === 'member') return member.ref(field);
    return relation === undefined ? `v.${name}` : `voucher_card.${field}`;
  };
  return sql`(
    select count(*) from member_voucher v join member_card voucher_card on voucher_card.id = v.member_card_id
    where v.member_id = t.id and v.deleted_at is null and ${sql.raw(state.choiceCondition(columnRef, 'available'))})`;
}

/** SQL that selects the voucher with exactly this number, in any grouping and at any hotel. */
export function vouchersSql({ actor, hooksByResource, searchTerms }: SearchQuery): RawBuilder<unknown> {
  const source = createSource(resources.member_voucher, hooksByResource);
  const columnSql = (name: string) => sql.raw(source.ref(name));
  const voucher = sql`json_build_object(
    'id', t.id, 'voucher_no', t.voucher_no, 'name', ${columnSql('voucher.name')}, 'name_id', ${columnSql('voucher.name_id')},
    'is_elsewhere', not ${scopeConditionSql(actor, source)},
    'member', json_build_object('id', ${columnSql('member.id')}, 'name', ${columnSql('member.name')}),
    'valid_until_date', t.valid_until_date, 'state', ${columnSql('state')})`;
  return sql`
    select coalesce(json_agg(${voucher}), '[]') from ${sql.raw(source.from())}
    where t.voucher_no = ${normalizeVoucherNumber(searchTerms)} and t.deleted_at is null
      and ${canFindAnyVoucher(actor) ? sql`true` : sql`false`}`;
}
