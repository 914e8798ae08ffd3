import { storedResourceKeys } from '@innkeeper/contract';

const countStatements = storedResourceKeys.map(
  (key) => `
    select '${key}' as resource, 0 as id, k.live || ' + ' || k.deleted || ' ≠ ' || t.live || ' + ' || t.deleted as note
    from
      (select coalesce(sum(live), 0) as live, coalesce(sum(deleted), 0) as deleted from row_count
          where resource = '${key}') k,
      (select count(*) - count(deleted_at) as live, count(deleted_at) as deleted from ${key}) t
    where (k.live, k.deleted) <> (t.live, t.deleted)`,
);

export const ROLLUP_RULES = {
  'stored-rollups': 'select hotel_id as id, note from rollup_difference',
  'open-vouchers': `
    select member_voucher_id as id, null as note from (
      (table voucher_state except table voucher_state_computed)
      union all (table voucher_state_computed except table voucher_state)) v`,
  'fees-by-month': `
    select hotel_id as id, concat_ws(' ', currency, sum(amount), sum(amount_usd)) as note from (
      select hotel_id, currency, amount, amount_usd from service_fee_rollup
      union all
      select hotel_id, currency, -grand_total, -coalesce(grand_total_usd, 0) from transaction where deleted_at is null
        and term_months is not null) f
    group by hotel_id, currency having sum(amount) <> 0 or sum(amount_usd) <> 0`,
  'stored-counts': countStatements.join(' union all '),
  'stored-names': `
    select coalesce(n.member_id, w.member_id) as id, coalesce(n.word, w.word) as note
    from member_name n
    full join (
      select m.id as member_id, w.word collate "C" as word from member m
      cross join lateral (
        select distinct word from string_to_table(search_name(concat_ws(' ', m.first_name, m.last_name)), ' ') word
        where word <> '') w
      where m.deleted_at is null) w on w.member_id = n.member_id and w.word = n.word
    where n.word is null or w.word is null`,
} as const;
