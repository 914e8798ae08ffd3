import { LANGUAGES, getResource } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import type { SignedUrls } from '../../platform/files/signed-urls.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { Attachment } from '../../platform/mail/outbox.ts';
import { createReceiptPage } from './receipt-content.ts';
import { readReceipt } from './receipt-facts.ts';
import { drawReceipt } from './receipt-page.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly addresses: SignedUrls;
}

/**
 * Receipts as PDF at their signed address: `GET /storage/receipt-{id}-{copy}.pdf?…&language=id`. They are rendered on
 * request, so a cancelled sale shows immediately. The signature covers the number of the copy.
 */
export function registerReceiptRoute(app: FastifyInstance, { db, clock, addresses }: Services): void {
  app.get<{ Params: { id: string; copy: string }; Querystring: Readonly<Record<string, unknown>> }>(
    '/storage/receipt-:id(^[1-9]\\d{0,14})-:copy(^\\d{1,9}).pdf',
    async ({ params: { id, copy }, query }, reply) => {
      if ((await addresses.secondsLeft(`receipt-${id}-${copy}`, query, clock())) === undefined)
        throw apiError('forbidden');
      const language = LANGUAGES.find((candidate) => candidate === query.language) ?? 'en';
      const facts = await readReceipt(db.kysely, Number(id));
      if (!facts) throw apiError('record_not_found', { params: { label: getResource('receipt').label, id } });
      const bytes = await drawReceipt(createReceiptPage(facts, { language, copy: Number(copy) }));
      return reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `inline; filename="${createFileName(facts)}"`,
        })
        .type('application/pdf')
        .send(bytes);
    },
  );
}

const createFileName = ({ receipt_no }: { readonly receipt_no: string }): string =>
  `receipt-${receipt_no.replaceAll(/[^A-Za-z0-9]+/g, '-')}.pdf`;

/** Renders the receipt as a mail attachment. */
export const createReceiptAttachment =
  ({ kysely }: Db) =>
  async (
    { id, copy }: { readonly id: number; readonly copy: number },
    language: (typeof LANGUAGES)[number],
  ): Promise<Attachment> => {
    const facts = await readReceipt(kysely, id);
    if (!facts) throw new Error(`There is no receipt ${id}`);
    const content = await drawReceipt(createReceiptPage(facts, { language, copy }));
    return { filename: createFileName(facts), contentType: 'application/pdf', content };
  };
