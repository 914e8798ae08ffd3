import { type ExportFormat, type Label, EXPORT_FORMATS, permission } from '@innkeeper/contract';
import { LIABILITY_PARTS, monthCloseCalls } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { type ExportServices, type MakeFile, answerFile, csvFile } from '../../engine/exchange/export.ts';
import { type ExportedRows, openCursor } from '../../engine/exchange/export-rows.ts';
import type { CellKind, SheetColumn } from '../../engine/exchange/xlsx-lines.ts';
import { tableContent, zoneHeader } from '../../engine/openapi/exchange-paths.ts';
import { inQuery, refusals } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import { invalid } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import { type WorthKey, kindName, liabilityQuery, liabilitySql, partSql } from './liability.ts';

const PATH = '/api/month_close/liability/export';
const CALL = monthCloseCalls['GET /api/month_close/liability'];
const VIEW = permission('VIEW', 'MONTH_CLOSE');

const OF_EACH: readonly (Label & { readonly width: number })[] = [
  { en: 'Hotel code', id: 'Kode hotel', width: 100 },
  { en: 'Hotel', id: 'Hotel', width: 200 },
  { en: 'Voucher', id: 'Voucher', width: 200 },
  { en: 'Currency', id: 'Mata uang', width: 90 },
];
const PARTS: Readonly<Record<(typeof LIABILITY_PARTS)[number], Label>> = {
  opening: { en: 'Opening', id: 'Saldo awal' },
  issued: { en: 'Issued', id: 'Diterbitkan' },
  redeemed: { en: 'Redeemed', id: 'Ditukar' },
  expired: { en: 'Expired', id: 'Kedaluwarsa' },
  cancelled: { en: 'Cancelled', id: 'Dibatalkan' },
  corrected: { en: 'Corrected', id: 'Dikoreksi' },
  closing: { en: 'Closing', id: 'Saldo akhir' },
};
const VALUES: readonly (Label & { readonly key: WorthKey; readonly kind: CellKind })[] = [
  { key: 'number', kind: 'integer', en: 'number', id: 'jumlah' },
  { key: 'nominal', kind: 'money', en: 'nominal', id: 'nominal' },
  { key: 'nominal_usd', kind: 'decimal', en: 'nominal in USD', id: 'nominal dalam USD' },
  { key: 'without_rate', kind: 'integer', en: 'without a rate', id: 'tanpa kurs' },
];
const SUMS = LIABILITY_PARTS.flatMap((part) => VALUES.map((value) => ({ part, value })));

/** `GET /api/month_close/liability/export?format=csv|xlsx`: the liability of vouchers as a file, by the parameters of its call. */
export function registerLiabilityFile(app: FastifyInstance, services: ExportServices): void {
  app.get(PATH, { exposeHeadRoute: false }, (request, reply) =>
    answerFile(services, request, reply, (actor, sent, context) => {
      requirePermission(actor, VIEW);
      const parsed = CALL.query.safeParse(sent);
      if (!parsed.success) throw invalid(fieldErrors(parsed.error));
      const query = liabilityQuery(parsed.data, context);
      const language = languageOf(request);
      const columns: readonly SheetColumn[] = [
        ...OF_EACH.map(({ width, ...heading }) => ({ heading: heading[language], width, kind: 'text' as const })),
        ...SUMS.map(({ part, value }) => ({
          heading: `${PARTS[part][language]}, ${value[language]}`,
          width: 140,
          kind: value.kind,
        })),
      ];
      const cells = [
        sql`h.code`,
        sql`h.name as hotel`,
        sql`${kindName(query, language)} as kind`,
        sql`l.currency`,
        ...SUMS.map(({ part, value }) => sql`${partSql(part, value.key)} as ${sql.ref(`${part}_${value.key}`)}`),
      ];
      return {
        key: 'month_close',
        name: `voucher-liability-${query.from}-${query.to}`,
        columns: SUMS.map(({ part, value }) => `${part}.${value.key}`),
        open: () => openCursor(services.db, actor, liabilitySql(actor, query, cells), context),
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async ({ batches }) => (await import('../../engine/exchange/xlsx-write.ts')).workbook(columns, batches),
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

const day: Json = { type: 'string', format: 'date' };

/** The document's path of the file. */
export const liabilityPaths: Json = {
  [PATH]: {
    get: {
      tags: [CALL.tag],
      summary: 'The liability of vouchers as a file',
      description: `Needs ${VIEW}. Headings are in the language of Accept-Language. In CSV an apostrophe stands before texts that a spreadsheet would take for formulas.`,
      parameters: [
        { ...inQuery('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
        zoneHeader,
        inQuery('from', day, 'First day; the first of the present month if left out'),
        inQuery('to', day, 'Last day; today if left out'),
        inQuery('by', { type: 'string', enum: ['type', 'voucher'] }, 'By type of voucher, or by voucher'),
        inQuery('country_id', { type: 'integer', minimum: 1 }, 'Of the hotels of this country alone'),
        inQuery('hotel_id', { type: 'integer', minimum: 1 }, 'Of this hotel alone'),
      ],
      responses: { 200: { description: 'The file', content: tableContent }, ...refusals(422, 429) },
    },
  },
};
