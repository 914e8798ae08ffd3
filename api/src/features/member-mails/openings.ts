import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { signingKey } from '../../platform/files/signed-urls.ts';

/*
 * Tracks how often and when a mail was opened, with a one-pixel image at an address that is signed for the log entry.
 * Each opening inserts one row; a maintenance job counts them in batches. No cookie and no data about the reader.
 * Clients that block images are not counted; clients that prefetch images add one opening too many.
 */

/** The smallest GIF: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const TOKEN_PATTERN = /^(?<id>[1-9]\d{0,14})-(?<signature>[\w-]{43})\.gif$/;

async function signId(db: Db, id: number): Promise<Buffer> {
  return createHmac('sha256', await signingKey(db))
    .update(`mail ${id}`)
    .digest();
}

/** Adds the tracking pixel to a mail. */
export async function addTrackingPixel(db: Db, publicUrl: string, id: number, html: string): Promise<string> {
  const url = `${publicUrl}/mail/open/${id}-${(await signId(db, id)).toString('base64url')}.gif`;
  return html.replace('</body>', `<img src="${url}" width="1" height="1" alt="" />\n</body>`);
}

/** Removes the tracking pixel, so that viewing the mail counts as no opening. */
export const removeTrackingPixel = (html: string): string =>
  html.replace(/<img src="[^"<]{1,2000}\/mail\/open\/[\w-]{1,100}\.gif" width="1" height="1" alt="" \/>\n?/g, '');

/** `GET /mail/open/{token}.gif` returns the pixel to anybody; only tokens signed by this server are counted. */
export function registerOpeningRoute(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): void {
  app.get<{ Params: { token: string } }>('/mail/open/:token', async ({ params: { token } }, reply) => {
    const { id = '', signature = '' } = TOKEN_PATTERN.exec(token)?.groups ?? {};
    if (id !== '' && timingSafeEqual(Buffer.from(signature, 'base64url'), await signId(db, Number(id))))
      await sql`insert into mail_opening (mail_log_id, at) select id, ${clock()} from mail_log
        where id = ${id}`.execute(db.kysely);
    // Mail clients load the pixel from other origins.
    const headers = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' };
    return reply.type('image/gif').headers(headers).send(PIXEL);
  });
}

/**
 * Adds the recorded openings to the log: how often, and when first and last, in UTC, e.g. `3 × 2026-05-22 03:00 –
 * 2026-05-23 04:30`. Entries of an older version have only the last one; their first is not known.
 */
export async function countOpenings(db: Db): Promise<void> {
  await sql`
    with deleted as (delete from mail_opening returning mail_log_id, at),
         opened as (
           select mail_log_id, count(*) as times, to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as first,
                  to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last
           from deleted group by mail_log_id)
    update mail_log l
    set track = format('%s × %s', coalesce(substring(l.track from '^\\d+')::bigint, 0) + o.times, concat_ws(' – ',
      case when l.track is null then o.first when l.track ~ '^1 ×|–' then substring(l.track from '× (.{16})') end,
      case when l.track is not null or o.times > 1 then o.last end))
    from opened o where l.id = o.mail_log_id`.execute(db.kysely);
}
