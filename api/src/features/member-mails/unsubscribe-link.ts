import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { signingKey } from '../../platform/files/signed-urls.ts';
import type { FootLink } from '../../platform/mail/html-page.ts';
import { mailPreferenceTexts } from '../../texts/mail-preferences.ts';

/*
 * The link at the foot of a mail, by which its guest declines further ones. Its token is `{member id}-{signature}`:
 * nothing is stored for it, it contains no personal data, and it does not expire, because old mails are when people
 * unsubscribe.
 */

/** Returns the address for a member; null for a reader who must not follow it. */
export type CreateUnsubscribeUrl = (memberId: number) => Promise<string | null>;

const TOKEN_PATTERN = /^(?<id>[1-9]\d{0,14})-(?<signature>[\w-]{43})$/;

const signId = async (db: Db, id: number): Promise<Buffer> =>
  createHmac('sha256', await signingKey(db))
    .update(`mail preferences ${id}`)
    .digest();

export const createUnsubscribeUrl = async (db: Db, publicUrl: string, memberId: number): Promise<string> =>
  `${publicUrl}/mail/preferences/${memberId}-${(await signId(db, memberId)).toString('base64url')}`;

export const unsubscribeLink = (language: Language, url: string | null): FootLink => ({
  label: mailPreferenceTexts.footLink[language],
  url,
});

/** Makes the link in a text or in HTML useless. */
export const hideUnsubscribeToken = (text: string): string =>
  text.replace(/(?<=\/mail\/preferences\/)[\w-]{1,100}/g, '[…]');

/** The member of a token, or the one with whom that member was merged. Undefined if it is forged or nobody is left. */
export async function findMemberByToken(db: Db, token: string): Promise<number | undefined> {
  const { id = '', signature = '' } = TOKEN_PATTERN.exec(token)?.groups ?? {};
  if (id === '' || !timingSafeEqual(Buffer.from(signature, 'base64url'), await signId(db, Number(id))))
    return undefined;
  const { rows } = await sql<{ id: number }>`
    with recursive same_guest as (
      select id, merged_into_id, deleted_at from member where id = ${id}::bigint
      union
      select m.id, m.merged_into_id, m.deleted_at from member m join same_guest g on g.merged_into_id = m.id)
    select id from same_guest where deleted_at is null limit 1`.execute(db.kysely);
  return rows[0]?.id;
}
