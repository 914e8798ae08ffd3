/** Tables whose records have a number, with its column, sequence and prefix letter. */
const NUMBERED_TABLES = [
  ['transaction', 'transaction_no', 'transaction_no_seq', 'T'],
  ['visit', 'visit_no', 'visit_no_seq', 'V'],
  ['voucher_redeem', 'redeem_no', 'redeem_no_seq', 'R'],
] as const;

const duplicateNumbers = ([table, column]: readonly [string, string, ...string[]]): string => `
  select '${table}' as resource, id, number as note from (
    select id, ${column} as number, count(*) over (partition by ${column}) as times from ${table}) n where times > 1`;

const unissuedNumbers = ([table, column, sequence, prefix]: (typeof NUMBERED_TABLES)[number]): string => `
  select '${table}' as resource, id, ${column} as note from ${table}
  where case when ${column} ~ '^${prefix}[0-9]{8,}$' then substr(${column}, 2)::numeric > (select
      case when is_called then last_value else last_value - 1 end from ${sequence}) else true end`;

export const NUMBER_RULES = {
  'voucher-digit': `
    select id, voucher_no as note from member_voucher
    where voucher_no <> left(voucher_no, 11) || check_digit(left(voucher_no, 11), '0123456789ABCDEFGHJKMNPQRSTVWXYZ')`,
  'number-once': [...NUMBERED_TABLES.map(duplicateNumbers), duplicateNumbers(['member_voucher', 'voucher_no'])].join(
    ' union all ',
  ),
  'receipts-without-gaps': `
    select r.id, r.receipt_no as note from (
      select r.*, row_number() over of_hotel as position, lag(r.receipt_date) over of_hotel as day_before,
        lead(r.id) over of_hotel as next
      from receipt r window of_hotel as (partition by r.hotel_id order by r.number, r.id)) r
    left join receipt_counter c on c.hotel_id = r.hotel_id
    where r.number <> r.position or r.receipt_date < r.day_before or r.deleted_at is not null
      or r.receipt_no !~ ('/0*' || r.number || '$')
      or (r.next is null and (c.last_number, c.last_date) is distinct from (r.number, r.receipt_date))`,
  'receipt-of-its-sale': `
    select id, receipt_no as note from (
      select r.id, r.receipt_no, t.hotel_id <> r.hotel_id as is_elsewhere,
        count(*) over (partition by r.transaction_id) as times
      from receipt r join transaction t on t.id = r.transaction_id) r
    where is_elsewhere or times > 1`,
  'given-up-number': `
    select 'member_card' as resource, c.id, c.sbec_no as note from manual_change m
    join member_card c on translate(lower(c.sbec_no), ' -', '') = translate(lower(m.value_before), ' -', '')
    where m.kind = 'card_replaced' and c.deleted_at is null and not exists (
      select from manual_change undone where undone.kind = 'card_replaced' and undone.member_card_id = m.member_card_id
        and undone.id > m.id and undone.value_after = c.sbec_no)
    union all
    select 'member_voucher', v.id, v.voucher_no from manual_change m
    join member_voucher v on v.voucher_no = m.value_before
    where m.kind = 'voucher_reissued'`,
  'number-was-given': NUMBERED_TABLES.map(unissuedNumbers).join(' union all '),
  'log-in-sequence': `
    select resource, record_id as id, id::text as note from audit_log
    where id > (select last_value from audit_log_id_seq) or id < 1`,
} as const;
