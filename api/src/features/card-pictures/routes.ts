import { getResource } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import { parseWidth } from '../../platform/files/file-names.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { Card } from './card.ts';
import { type RenderFormat, PICTURE_WIDTH, createCardRenderer } from './card-renderer.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
}

type Query = Readonly<Record<string, unknown>>;

/** The formats of a card, with their content types. */
const FORMAT_BY_EXTENSION: Readonly<Record<string, { type: string; toFormat: (query: Query) => RenderFormat }>> = {
  png: { type: 'image/png', toFormat: (query) => parseWidth(query) ?? PICTURE_WIDTH },
  pdf: { type: 'application/pdf', toFormat: () => 'page' },
};

/**
 * Member cards as pictures and printable pages at their signed URLs: `GET /storage/member-card-{id}.png?…&width=…`, and
 * `.pdf` with the same signature. They are drawn on request, so deleting or restoring a card or renaming its member
 * takes effect immediately.
 */
export function registerCardRoutes(app: FastifyInstance, { db, clock, addresses }: Services): void {
  const renderer = createCardRenderer();
  for (const [extension, { type, toFormat }] of Object.entries(FORMAT_BY_EXTENSION)) {
    app.get<{ Params: { id: string }; Querystring: Query }>(
      `/storage/member-card-:id(^[1-9]\\d{0,14}).${extension}`,
      async ({ params: { id }, query, headers }, reply) => {
        if ((await addresses.secondsLeft(`member-card-${id}`, query, clock())) === undefined)
          throw apiError('forbidden');
        const renderFormat = toFormat(query);
        const card = await readCard(db, Number(id));
        if (!card) throw apiError('record_not_found', { params: { label: getResource('member_card').label, id } });
        const etag = `"${renderer.tagOf(card, renderFormat)}"`;
        // Browsers cache it but revalidate on every use.
        void reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (headers['if-none-match'] === etag) return reply.code(304).send();
        const bytes = await renderer.draw(card, renderFormat);
        return reply
          .header('content-disposition', `inline; filename="member-card-${id}.${extension}"`)
          .type(type)
          .send(bytes);
      },
    );
  }
}

/** Reads the current data of a member card, even a deleted one: the caller has verified its signed URL. */
async function readCard(db: Db, id: number): Promise<Card | undefined> {
  const [card] = await db.read<Card & Record<string, unknown>>(
    sql`
    select c.id, c.sbec_no, concat_ws(' ', m.first_name, m.last_name) as name, ms.name as membership, h.name as hotel,
      c.start_date::text, c.end_date::text,
      c.is_active and m.is_active and c.deleted_at is null and m.deleted_at is null as "isUsable",
      coalesce((select (count(*) filter (where r.rank < ms.rank))::float / nullif(count(*) - 1, 0)
        from (select distinct rank from membership where deleted_at is null or id = ms.id) r), 0) as standing
    from member_card c join member m on m.id = c.member_id join membership ms on ms.id = c.membership_id
    join hotel h on h.id = c.hotel_id
    where c.id = ${id}`.compile(db.kysely),
  );
  return card;
}
