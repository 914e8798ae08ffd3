import { INVITATION_DAYS } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { createToken, hashToken } from '../access/token.ts';

/** How long a link to reset a password is valid. */
export const LINK_MINUTES = 60;

interface ResetLinkContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: { readonly publicUrl: string };
  readonly now: Date;
}

interface LinkOwner {
  readonly id: number;
  readonly email: string;
}

/**
 * Creates a single-use link for choosing a new password. It is created when the mail is written, so that it is in no
 * queue or backup: the database stores only its hash.
 */
export const createResetLink = (context: ResetLinkContext, owner: LinkOwner): Promise<string> =>
  createLink(context, owner, LINK_MINUTES);

/** The same for a user who has no password yet. It is valid longer, because nobody is waiting for it. */
export const createInvitationLink = (context: ResetLinkContext, owner: LinkOwner): Promise<string> =>
  createLink(context, owner, INVITATION_DAYS * 24 * 60);

async function createLink(
  { db, config, now }: ResetLinkContext,
  { id, email }: LinkOwner,
  minutes: number,
): Promise<string> {
  const token = createToken('passwordReset');
  await sql`
    insert into password_reset (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${id}, ${now}::timestamptz + make_interval(mins => ${minutes}))`.execute(db);
  return `${config.publicUrl}/auth/reset-password/${token}/${encodeURIComponent(email)}`;
}

/** The token of a reset link; undefined for the link of a preview, which has none. */
export const readResetToken = (link: string): string | undefined => link.split('/').at(-2);
