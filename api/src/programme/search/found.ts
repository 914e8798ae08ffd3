import { hereSql, viewedSql } from '../../access/scope.ts';
import { resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Source, createSource, displayName } from '../../engine/resources/source.ts';
import { SURE, type Way } from './member-ways.ts';
import { MOST, type Question, findsEveryVoucher, voucherNumberOf } from './question.ts';

/** SQL that selects the `members` that these ways find, the best first, and whether it is sure that they were meant. */
export function membersSql(question: Question, ways: readonly Way[]): RawBuilder<unknown> {
  const { actor, behaviours } = question;
  const source = createSource(resources.member, behaviours);
  const column = (name: string) => sql.raw(source.ref(name));
  const mine = (value: RawBuilder<unknown>) => sql`case when ${viewedSql(actor, source)} then ${value} end`;
  const member = sql`json_build_object(
    'id', t.id, 'name', ${sql.raw(displayName('t', source.definition))}, 'is_elsewhere', not ${hereSql(actor, source)},
    'card', case when c.id is not null then json_build_object('sbec_no', c.sbec_no, 'end_date', c.end_date, 'membership', level.name) end,
    'standing', s.standing,
    'hotel', json_build_object('id', ${column('hotel.id')}, 'code', ${column('hotel.code')}, 'name', ${column('hotel.name')}),
    'available_vouchers', ${availableSql(question, source)}, 'email', ${mine(sql`t.email`)}, 'phone_no', ${mine(sql`t.phone_no`)})`;
  const found = ways.map(({ rank, members }) => sql`select id, ${sql.lit(rank)} as rank, place from (${members}) way`);
  return sql`
    with found as (
      select id, min(array[rank, place]) as rank from (${sql.join(found, sql` union all `)}) f
      group by id order by 2, 1 desc limit ${sql.lit(MOST)}
    )
    select coalesce(json_agg(${member} order by found.rank, t.id desc), '[]') as members,
           coalesce(min(found.rank[1]) = ${sql.lit(SURE)}, false) as is_sure
    from found join member t on t.id = found.id
    join member_standing s on s.member_id = t.id
    left join member_card c on c.id = s.member_card_id
    left join membership level on level.id = c.membership_id
    ${sql.raw(source.joins())}`;
}

/**
 * How many vouchers a member has to redeem today. Their state is asked for in the columns that stand here anyway: five joins
 * of each member's vouchers with the member's facts took longer to plan than all the rest.
 */
function availableSql({ actor, behaviours }: Question, member: Source): RawBuilder<unknown> {
  const isAvailable = behaviours.member_voucher?.chosen?.state;
  if (!isAvailable || !findsEveryVoucher(actor)) return sql`null`;
  const column = (name: string): string => {
    const [, of, rest = ''] = /^(member|member_card)\.(.*)$/.exec(name) ?? [];
    if (of === 'member') return member.ref(rest);
    return of === undefined ? `v.${name}` : `of_voucher.${rest}`;
  };
  return sql`(
    select count(*) from member_voucher v join member_card of_voucher on of_voucher.id = v.member_card_id
    where v.member_id = t.id and v.deleted_at is null and ${sql.raw(isAvailable(column, 'available'))})`;
}

/** SQL that selects the voucher that has just this number, however it is grouped, wherever it belongs. */
export function vouchersSql({ actor, behaviours, words }: Question): RawBuilder<unknown> {
  const source = createSource(resources.member_voucher, behaviours);
  const column = (name: string) => sql.raw(source.ref(name));
  const voucher = sql`json_build_object(
    'id', t.id, 'voucher_no', t.voucher_no, 'name', ${column('voucher.name')}, 'name_id', ${column('voucher.name_id')},
    'is_elsewhere', not ${hereSql(actor, source)}, 'member', json_build_object('id', ${column('member.id')}, 'name', ${column('member.name')}),
    'valid_until_date', t.valid_until_date, 'state', ${column('state')})`;
  return sql`
    select coalesce(json_agg(${voucher}), '[]') from ${sql.raw(source.from())}
    where t.voucher_no = ${voucherNumberOf(words)} and t.deleted_at is null and ${findsEveryVoucher(actor) ? sql`true` : sql`false`}`;
}
