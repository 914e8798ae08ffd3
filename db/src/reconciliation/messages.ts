/** Event prefixes, each with the table of its records. */
const EVENT_TABLES = [
  ['member', 'member'],
  ['card', 'member_card'],
  ['voucher', 'voucher_redeem'],
  ['visit', 'visit'],
  ['sale', 'transaction'],
] as const;

export const MESSAGE_RULES = {
  'message-has-its-text': `
    select d.id, d.delivery_status as note from webhook_delivery d
    where (d.delivery_status = 'queued' and not exists (select from webhook_message m where m.delivery_id = d.id))
      or (d.delivery_status = 'sent' and (d.attempts = 0 or d.last_attempt_at is null))`,
  'events-of-records': EVENT_TABLES.map(
    ([subject, table]) => `
      select '${table}' as resource, e.record_id as id, e.event as note from webhook_event e
      where e.event like '${subject}.%' and not exists (select from ${table} t where t.id = e.record_id)`,
  ).join(' union all '),
} as const;
