import { getResource } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import { parseWidth } from '../../platform/files/file-names.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { type RenderFormat, PICTURE_WIDTH, createCardRenderer } from './card-renderer.ts';
import { readCard } from './read-card.ts';

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
