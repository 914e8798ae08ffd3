import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Mail } from './outbox.ts';

/*
 * What each mail said when it was sent: brotli of JSON, about a kilobyte a mail. The secret of a link is hidden before it
 * is stored. Pictures are stored by name, because the files of templates are never removed. See
 * docs/decisions/0043-store-what-a-mail-said-for-24-months.md.
 */

type Executor = Db['kysely'] | Tx;

export interface MailContent {
  /** Null for a mail that is plain text. */
  readonly html: string | null;
  readonly text: string;
  /** The name of the stored picture at the top of the HTML. */
  readonly picture: string | null;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Takes a fifth of a millisecond; the best quality takes 20 times as long to save a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const HIDDEN_SECRET = '[…]';

/** Stores what a mail said; a mail that is sent again replaces it. */
export async function storeMailContent(db: Executor, id: number, mail: Mail, now: Date): Promise<void> {
  const { html = null, text, picture = null, secret } = mail;
  const hideSecret = (value: string) => (secret === undefined ? value : value.replaceAll(secret, HIDDEN_SECRET));
  const content: MailContent = { html: html && hideSecret(html), text: hideSecret(text), picture };
  const bytes = await compress(JSON.stringify(content), QUALITY);
  await sql`
    insert into mail_content (mail_log_id, sent_at, content) values (${id}, ${now}, ${bytes})
    on conflict (mail_log_id) do update set sent_at = excluded.sent_at, content = excluded.content`.execute(db);
}

/** What a mail of the log said; undefined if it was not sent, or too long ago. */
export async function readMailContent(db: Executor, id: number): Promise<MailContent | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from mail_content where mail_log_id = ${id}`.execute(db);
  return rows[0] && JSON.parse((await decompress(rows[0].content)).toString());
}

export const deleteOldMailContents = ({ kysely }: Db, now: Date) =>
  sql`delete from mail_content where sent_at < ${now}::timestamptz - interval '24 months'`.execute(kysely);
