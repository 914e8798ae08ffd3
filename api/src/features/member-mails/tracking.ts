import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { signingKey } from '../../platform/files/signed-urls.ts';
import { senderOf } from '../../account/account-mails.ts';
import { PAGE_POLICY, pageLanguageOf, renderUnknownLinkPage } from './preferences-page.ts';

/*
 * Tracks how often and when a mail to a member was opened and its links were followed: by a one-pixel image, and by links
 * that lead through this server. Both addresses are signed for the log entry; that of a link also for its target, so
 * that nobody can use this server to redirect to a page of their own. Each request inserts one row; a maintenance job
 * counts them in batches. No cookie and no data about the reader. Clients that block images are not counted; clients
 * and scanners that prefetch count too many.
 */

/** The smallest GIF: one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PIXEL_TOKEN = /^(?<id>[1-9]\d{0,14})-(?<signature>[\w-]{43})\.gif$/;
const LINK_TOKEN = /^(?<id>[1-9]\d{0,14})-(?<signature>[\w-]{43})$/;

const sign = async (db: Db, text: string): Promise<string> =>
  createHmac('sha256', await signingKey(db))
    .update(text)
    .digest('base64url');
const signPixel = (db: Db, id: number) => sign(db, `mail ${id}`);
const signLink = (db: Db, id: number, target: string) => sign(db, `mail ${id} link ${target}`);

const isSame = (given: string, expected: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(expected));

const WEB_LINK = /(?<= href=")https?:\/\/[^"]+(?=")/g;

/** Adds the tracking pixel to a mail, and leads its links through this server, except those to its own pages about mails. */
export async function addTracking(db: Db, publicUrl: string, id: number, html: string): Promise<string> {
  const trackedUrls = new Map<string, string>();
  for (const [href] of html.matchAll(WEB_LINK)) {
    const target = href.replaceAll('&amp;', '&');
    const token = `${id}-${await signLink(db, id, target)}`;
    if (!href.startsWith(`${publicUrl}/mail/`))
      trackedUrls.set(href, `${publicUrl}/mail/click/${token}?to=${encodeURIComponent(target)}`);
  }
  const pixelUrl = `${publicUrl}/mail/open/${id}-${await signPixel(db, id)}.gif`;
  return html
    .replaceAll(WEB_LINK, (href) => trackedUrls.get(href) ?? href)
    .replace('</body>', `<img src="${pixelUrl}" width="1" height="1" alt="" />\n</body>`);
}

/** Removes the pixel and restores the links, so that viewing a logged mail counts as nothing. */
export const removeTracking = (html: string): string =>
  html
    .replace(/<img src="[^"<]{1,2000}\/mail\/open\/[\w-]{1,100}\.gif" width="1" height="1" alt="" \/>\n?/g, '')
    .replaceAll(/(?<=href=")[^"?<]{1,2000}\/mail\/click\/[\w-]{1,100}\?to=([^"&]*)(?=")/g, (_, target: string) =>
      decodeURIComponent(target).replaceAll('&', '&amp;'),
    );

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly config: Pick<Config, 'mail'>;
}

interface LinkRoute {
  readonly Params: { readonly token: string };
  readonly Querystring: { readonly to?: unknown; readonly language?: unknown };
}

/**
 * `GET /mail/open/{token}.gif` returns the pixel to anybody and counts only what this server signed.
 * `GET /mail/click/{token}?to=…` leads to the signed target; 404 with a page for anything else.
 */
export function registerTrackingRoutes(app: FastifyInstance, { db, clock, config }: Services): void {
  const record = (id: string, isClick: boolean) =>
    sql`insert into mail_opening (mail_log_id, at, is_click) select id, ${clock()}, ${isClick} from mail_log
      where id = ${id}`.execute(db.kysely);

  app.get<{ Params: { token: string } }>('/mail/open/:token', async ({ params: { token } }, reply) => {
    const { id = '', signature = '' } = PIXEL_TOKEN.exec(token)?.groups ?? {};
    if (id !== '' && isSame(signature, await signPixel(db, Number(id)))) await record(id, false);
    // Mail clients load the pixel from other origins.
    const headers = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' };
    return reply.type('image/gif').headers(headers).send(PIXEL);
  });

  app.get<LinkRoute>('/mail/click/:token', async (request, reply) => {
    const { id = '', signature = '' } = LINK_TOKEN.exec(request.params.token)?.groups ?? {};
    const { to } = request.query;
    if (id === '' || typeof to !== 'string' || !isSame(signature, await signLink(db, Number(id), to)))
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_POLICY)
        .send(renderUnknownLinkPage({ language: pageLanguageOf(request), programme: senderOf(config).name }));
    await record(id, true);
    return reply.header('cache-control', 'no-store').redirect(new URL(to).href, 302);
  });
}

const minuteSql = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;

/** SQL: `opened 3 × 2026-05-22 03:00 – 2026-05-23 04:30` of a row `t`; null if there were none. */
const trackSql = (word: string, count: RawBuilder<unknown>, first: RawBuilder<unknown>, last: RawBuilder<unknown>) =>
  sql`case when ${count} > 0 then format('%s %s × %s', ${word}::text, ${count}, concat_ws(' – ', ${minuteSql(first)},
    case when ${count} > 1 or ${first} is null then ${minuteSql(last)} end)) end`;

/**
 * Adds what was recorded to the log: how often a mail was opened and its links were followed, and when first and last, in
 * UTC, e.g. `opened 3 × 2026-05-22 03:00 – 2026-05-23 04:30, clicked 1 × 2026-05-22 03:01`. Of the oldest entries the
 * first opening is not known.
 */
export async function countOpeningsAndClicks(db: Db): Promise<void> {
  await sql`
    with recorded as (delete from mail_opening returning mail_log_id, at, is_click),
      counted as (
        insert into mail_tracking as t (mail_log_id, open_count, first_opened_at, last_opened_at, click_count,
          first_clicked_at, last_clicked_at)
        select mail_log_id, count(*) filter (where not is_click), min(at) filter (where not is_click),
          max(at) filter (where not is_click), count(*) filter (where is_click), min(at) filter (where is_click),
          max(at) filter (where is_click)
        from recorded group by mail_log_id
        on conflict (mail_log_id) do update set
          open_count = t.open_count + excluded.open_count,
          first_opened_at = case when t.open_count = 0 then excluded.first_opened_at else t.first_opened_at end,
          last_opened_at = greatest(t.last_opened_at, excluded.last_opened_at),
          click_count = t.click_count + excluded.click_count,
          first_clicked_at = least(t.first_clicked_at, excluded.first_clicked_at),
          last_clicked_at = greatest(t.last_clicked_at, excluded.last_clicked_at)
        returning *)
    update mail_log l
    set track = concat_ws(', ', ${trackSql('opened', sql`t.open_count`, sql`t.first_opened_at`, sql`t.last_opened_at`)},
      ${trackSql('clicked', sql`t.click_count`, sql`t.first_clicked_at`, sql`t.last_clicked_at`)})
    from counted t where l.id = t.mail_log_id`.execute(db.kysely);
}
