import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Creates messages in the log of an inactive webhook, which only the server writes: in every state, some without a
 * response, some deleted.
 */
export async function createMessages(db: Db): Promise<void> {
  await sql`
    with receiver as (
      insert into webhook (name, url, is_active, secret)
      values ('Alpha', 'https://pms.hotel.example/', false, 'whsec_YQ==') returning id
    )
    insert into webhook_delivery (webhook_id, event, about, delivery_status, status_code, answer, duration_ms, attempts,
                                  last_attempt_at, next_attempt_at, message_id)
    select receiver.id, (array['visit.posted', 'visit.moved', 'sale.made'])[1 + n % 3],
           (array['visit 7', 'VISIT 7', '100% sure', 'back\\slash', '50_50', 'O''Neil'])[1 + n % 6],
           (array['queued', 'sent', 'failed'])[1 + n % 3],
           case when n % 4 > 0 then 200 + n end,
           case when n % 4 > 1 then format(E'so it is\nas %s', n) end,
           case when n % 4 > 0 then n end, n % 5 + case when n % 3 = 1 then 1 else 0 end,
           case when n % 5 = 0 or n % 3 = 1 then now() - n * interval '1 day' end,
           case when n % 3 = 0 then now() + n * interval '1 day' end,
           format('msg_%s', n)
    from receiver, generate_series(1, 24) n`.execute(db.kysely);
  await sql`insert into webhook_message (delivery_id, body) select id, '{}' from webhook_delivery
      where delivery_status = 'queued'
      on conflict do nothing`.execute(db.kysely);
  await sql`update webhook_delivery set deleted_at = now() where id % 8 = 7`.execute(db.kysely);
}
