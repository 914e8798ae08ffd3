import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Creates mails in the log, which only the server writes: in every state, some without a type or a response, some
 * deleted.
 */
export async function createMails(db: Db): Promise<void> {
  await sql`
    insert into mail_log (mail_type_id, recipient, subject, delivery_status, track, message, last_resend_at)
    select (select d.id from option_detail d join option o on o.id = d.option_id
            where o.slug = 'mail-type' and d.code = (array['welcome', 'birthday', null])[1 + n % 3]),
           format('person.%s@%s.test', n, (array['ALPHA', 'alpha', 'beta'])[1 + n % 3]),
           (array['Alpha', 'ALPHA beta', '100% sure', 'back\\slash', '50_50', 'O''Neil'])[1 + n % 6],
           (array['queued', 'sent', 'failed', 'bounced', 'complained', 'skipped'])[1 + n % 6],
           case when n % 3 = 0 then format('%s × 2026-05-22 03:00', n % 5) end,
           case when n % 4 > 0 then format(E'250 accepted\nas %s', n) end,
           case when n % 5 = 0 then now() - n * interval '1 day' end
    from generate_series(1, 24) n`.execute(db.kysely);
  await sql`update mail_log set deleted_at = now() where id % 8 = 7`.execute(db.kysely);
}
