import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';

/** Enters a template language in the log as a mail to a user, and queues it. Returns the entry. */
export async function queueTestMail(
  tx: Tx,
  { languageId, memberId, userId }: { languageId: number; memberId: number | null; userId: number },
  now: Date,
): Promise<{ id: number; recipient: string }> {
  const { rows } = await sql<{ id: number; recipient: string }>`
    with entry as (
      insert into mail_log (mail_type_id, recipient, subject)
      select t.mail_type_id, u.email, l.header
      from mail_language l join mail_template t on t.id = l.mail_template_id, users u
      where l.id = ${languageId} and u.id = ${userId}
      returning id, recipient
    )
    select entry.id, entry.recipient from entry, graphile_worker.add_job('test_mail', json_build_object(
      'mail_log_id', entry.id, 'ordered_at', ${now.toISOString()}::text,
      'message_id', replace(gen_random_uuid()::text, '-', ''),
      'mail_language_id', ${languageId}::bigint, 'member_id', ${memberId}::bigint,
      'user_id', ${userId}::bigint))`.execute(tx);
  const [entry] = rows;
  if (!entry) throw apiError('conflict');
  return entry;
}
