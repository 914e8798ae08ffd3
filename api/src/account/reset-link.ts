import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { createToken, hashToken } from '../access/token.ts';

/** How long a password link is valid. */
export const LINK_MINUTES = 60;

interface ResetLinkContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: { readonly publicUrl: string };
  readonly now: Date;
}

/**
 * Creates a single-use link for choosing a new password. It is created when the mail is written, so that it is in no
 * queue or backup: the database stores only its hash.
 */
export async function createResetLink(
  { db, config, now }: ResetLinkContext,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<string> {
  const token = createToken('passwordReset');
  await sql`
    insert into password_reset (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${id}, ${now}::timestamptz + make_interval(mins => ${LINK_MINUTES}))`.execute(db);
  return `${config.publicUrl}/auth/reset-password/${token}/${encodeURIComponent(email)}`;
}

/** The token of a reset link; undefined for the link of a preview, which has none. */
export const readResetToken = (link: string): string | undefined => link.split('/').at(-2);
