import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { createToken, hashToken } from '../access/token.ts';

/** How long a link to a new password serves. */
export const LINK_MINUTES = 60;

interface Making {
  readonly db: Db['kysely'] | Tx;
  readonly config: { readonly publicUrl: string };
  readonly now: Date;
}

/**
 * Makes a link by which a user can choose a new password, once. It is made where the mail is written, so that no queue and no
 * backup holds it: the database knows its hash alone.
 */
export async function createResetLink(
  { db, config, now }: Making,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<string> {
  const token = createToken('passwordReset');
  await sql`
    insert into password_reset (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${id}, ${now}::timestamptz + make_interval(mins => ${LINK_MINUTES}))`.execute(db);
  return `${config.publicUrl}/auth/reset-password/${token}/${encodeURIComponent(email)}`;
}
