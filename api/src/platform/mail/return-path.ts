import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { signingKey } from '../files/signed-urls.ts';

/*
 * A token that identifies a mail of the log in what comes back: `{id}-{signature}`. It is in the Message-ID and, with
 * BOUNCE_ADDRESS, in the return path, because relays replace the one and some bounces lack the other. The signature
 * prevents anybody from declaring another person's mails undeliverable, and covers the recipient: a late bounce says
 * nothing about a new address that the same mail was sent to again. Hexadecimal digits, because mail servers may change
 * the case of an address. See docs/decisions/0104-recognise-bounces-by-a-signed-token.md.
 */

/** 96 bits of the signature: an address has at most 64 characters before the `@`. */
const SIGNATURE_LENGTH = 24;
const TOKEN_PATTERN = /(?:^|[+.])([1-9]\d{0,14})-([\da-f]{24})(?=@|>|$)/gi;
/** The longest local part of BOUNCE_ADDRESS that leaves room for a token. */
export const MAX_BOUNCE_LOCAL_PART = 64 - 1 - 15 - 1 - SIGNATURE_LENGTH;

async function sign(db: Db, id: number, recipient: string): Promise<string> {
  const signature = createHmac('sha256', await signingKey(db)).update(`returned mail ${id} ${recipient.toLowerCase()}`);
  return signature.digest('hex').slice(0, SIGNATURE_LENGTH);
}

export const createMailToken = async (db: Db, id: number, recipient: string): Promise<string> =>
  `${id}-${await sign(db, id, recipient)}`;

/** `bounces+12-…@mail.example` for `bounces@mail.example`. */
export const addTokenToAddress = (address: string, token: string): string => address.replace('@', `+${token}@`);

/** The mail whose token is in one of the texts: return paths, Message-IDs or a token alone. */
export async function findMailId(db: Db, texts: readonly string[]): Promise<number | undefined> {
  for (const text of texts)
    for (const [, idText = '', signature = ''] of text.trim().matchAll(TOKEN_PATTERN)) {
      const id = Number(idText);
      const { rows } = await sql<{ recipient: string }>`select recipient from mail_log where id = ${id}`.execute(
        db.kysely,
      );
      const expectedSignature = rows[0] && (await sign(db, id, rows[0].recipient));
      if (
        expectedSignature !== undefined &&
        timingSafeEqual(Buffer.from(signature.toLowerCase()), Buffer.from(expectedSignature))
      )
        return id;
    }
  return undefined;
}
