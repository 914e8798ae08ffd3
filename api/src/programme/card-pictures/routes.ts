import { getResource } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../../platform/files/address.ts';
import { widthIn } from '../../platform/files/names.ts';
import { fail } from '../../platform/http/fail.ts';
import { type Form, PICTURE_WIDTH, createDrawnCards } from './drawn.ts';
import { readCard } from './read-card.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: Addresses;
}

type Query = Readonly<Record<string, unknown>>;

/** The forms of a card, and the type of each. */
const ENDINGS: Readonly<Record<string, { type: string; form: (query: Query) => Form }>> = {
  png: { type: 'image/png', form: (query) => widthIn(query) ?? PICTURE_WIDTH },
  pdf: { type: 'application/pdf', form: () => 'page' },
};

/**
 * Member cards as pictures and as pages to print, at their signed address: `GET /storage/member-card-{id}.png?…&width=…`, and
 * `.pdf` with the same signature. They are drawn from the record when they are asked for: a card that is deleted and restored, or
 * whose member has another name now, is right at once.
 */
export function registerCards(app: FastifyInstance, { db, clock, addresses }: Services): void {
  const cards = createDrawnCards();
  for (const [ending, { type, form }] of Object.entries(ENDINGS)) {
    app.get<{ Params: { id: string }; Querystring: Query }>(
      `/storage/member-card-:id(^[1-9]\\d{0,14}).${ending}`,
      async ({ params: { id }, query, headers }, reply) => {
        if ((await addresses.secondsLeft(`member-card-${id}`, query, clock())) === undefined) throw fail('forbidden');
        const asked = form(query);
        const card = await readCard(db, Number(id));
        if (!card) throw fail('record_not_found', { params: { label: getResource('member_card').label, id } });
        const etag = `"${cards.tagOf(card, asked)}"`;
        // Browsers keep it and ask each time whether it is the same still.
        void reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (headers['if-none-match'] === etag) return reply.code(304).send();
        const bytes = await cards.draw(card, asked);
        return reply
          .header('content-disposition', `inline; filename="member-card-${id}.${ending}"`)
          .type(type)
          .send(bytes);
      },
    );
  }
}
