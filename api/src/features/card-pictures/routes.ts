import { LANGUAGES, type Language, getResource, message, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { cardFaceColumns } from '../../domain/card-face.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { createSource } from '../../engine/resources/source.ts';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import { parseWidth } from '../../platform/files/file-names.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { Card } from './card.ts';
import { type RenderFormat, createCardRenderer } from './card-renderer.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
  readonly hooksByResource: HooksByResource;
}

type Query = Readonly<Record<string, unknown>>;

/** The format of a card by the extension of its address. */
const FORMAT_BY_EXTENSION: Readonly<Record<string, (query: Query) => RenderFormat>> = {
  png: (query) => parseWidth(query) ?? 'print',
  pdf: () => 'page',
};

/** The file type of a format. In a smaller width a picture is WebP, as uploaded pictures are. */
const fileTypeOf = (format: RenderFormat) =>
  format === 'page'
    ? { extension: 'pdf', type: 'application/pdf' }
    : format === 'print'
      ? { extension: 'png', type: 'image/png' }
      : { extension: 'webp', type: 'image/webp' };

/**
 * Member cards as pictures and printable pages at their signed URLs: `GET
 * /storage/member-card-{id}-{version}.png?…&width=…&language=…`, and `.pdf` with the same signature. They are drawn on request, so
 * deleting or restoring a card or renaming its member takes effect immediately. An address with an earlier version, or
 * without one, has the current picture, too.
 */
export function registerCardRoutes(app: FastifyInstance, services: Services): void {
  const { clock, addresses } = services;
  const renderer = createCardRenderer();
  for (const [addressExtension, toFormat] of Object.entries(FORMAT_BY_EXTENSION)) {
    app.get<{ Params: { name: string }; Querystring: Query }>(
      `/storage/member-card-:name(^[1-9][-0-9a-f]{0,27}).${addressExtension}`,
      async ({ params: { name }, query, headers }, reply) => {
        if ((await addresses.secondsLeft(`member-card-${name}`, query, clock())) === undefined)
          throw apiError('forbidden');
        const [id = ''] = name.split('-');
        const renderFormat = toFormat(query);
        const language = parseLanguage(query);
        const record = await readCard(services, Number(id));
        if (!record) throw apiError('record_not_found', { params: { label: getResource('member_card').label, id } });
        const card = { ...record, language };
        const etag = `"${renderer.tagOf(card, renderFormat)}"`;
        // Browsers cache it but revalidate on every use.
        void reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (headers['if-none-match'] === etag) return reply.code(304).send();
        const bytes = await renderer.draw(card, renderFormat);
        const { extension, type } = fileTypeOf(renderFormat);
        return reply
          .header('content-disposition', `inline; filename="member-card-${id}.${extension}"`)
          .type(type)
          .send(bytes);
      },
    );
  }
}

type CardRecord = Omit<Card, 'language'>;

/** The language in which a card is drawn; English by default. The signature does not depend on it. */
function parseLanguage({ language = 'en' }: Query): Language {
  const parsed = LANGUAGES.find((candidate) => candidate === language);
  if (!parsed) throw validationError({ language: [message('choice', LANGUAGES.join(', '))] });
  return parsed;
}

/** Reads the current data of a member card, even a deleted one: the caller has verified its signed URL. */
async function readCard({ db, hooksByResource }: Services, id: number): Promise<CardRecord | undefined> {
  const source = createSource(resources.member_card, hooksByResource);
  const columns = Object.entries({ id: source.ref('id'), ...cardFaceColumns((name) => source.ref(name)) });
  const [card] = await db.read<CardRecord & Record<string, unknown>>(
    sql`
    select ${sql.raw(columns.map(([name, column]) => `${column} as "${name}"`).join(', '))}
    from ${sql.raw(source.from())} where t.id = ${id}`.compile(db.kysely),
  );
  return card;
}
