import { type ExportFormat, type Label, EXPORT_FORMATS, permission } from '@innkeeper/contract';
import { monthCloseCalls } from '@innkeeper/contract/calls';
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
import { type FEES, type FeesKey, feeSql, feesSql, refuseReversed } from './fees.ts';

const PATH = '/api/month_close/fees/export';
const CALL = monthCloseCalls['GET /api/month_close/fees'];
const VIEW = permission('VIEW', 'MONTH_CLOSE');

const OF_EACH: readonly (Label & { readonly width: number })[] = [
  { en: 'Hotel code', id: 'Kode hotel', width: 100 },
  { en: 'Hotel', id: 'Hotel', width: 200 },
  { en: 'Month', id: 'Bulan', width: 90 },
  { en: 'Currency', id: 'Mata uang', width: 90 },
];
const PARTS: Readonly<Record<keyof typeof FEES, Label>> = {
  by_sale: { en: 'By month of sale', id: 'Menurut bulan penjualan' },
  by_service: { en: 'By month of service', id: 'Menurut bulan layanan' },
};
const VALUES: readonly (Label & { readonly key: FeesKey; readonly kind: CellKind })[] = [
  { key: 'number', kind: 'integer', en: 'number', id: 'jumlah' },
  { key: 'amount', kind: 'money', en: 'amount', id: 'nominal' },
  { key: 'amount_usd', kind: 'decimal', en: 'amount in USD', id: 'nominal dalam USD' },
];
const SUMS = (['by_sale', 'by_service'] as const).flatMap((part) => VALUES.map((value) => ({ part, value })));

/** `GET /api/month_close/fees/export?format=csv|xlsx`: fees by month of sale and of service as a file, by the parameters of its call. */
export function registerFeesFile(app: FastifyInstance, services: ExportServices): void {
  app.get(PATH, { exposeHeadRoute: false }, (request, reply) =>
    answerFile(services, request, reply, (actor, sent, context) => {
      requirePermission(actor, VIEW);
      const parsed = CALL.query.safeParse(sent);
      if (!parsed.success) throw invalid(fieldErrors(parsed.error));
      const query = parsed.data;
      refuseReversed(query);
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
        sql`to_char(f.day, 'YYYY-MM') as month`,
        sql`f.currency`,
        ...SUMS.map(({ part, value }) => sql`${feeSql(part, value.key)} as ${sql.ref(`${part}_${value.key}`)}`),
      ];
      return {
        key: 'month_close',
        name: `fees-${query.from}-${query.to}`,
        columns: SUMS.map(({ part, value }) => `${part}.${value.key}`),
        open: () => openCursor(services.db, actor, feesSql(actor, query, cells), context),
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async ({ batches }) => (await import('../../engine/exchange/xlsx-write.ts')).workbook(columns, batches),
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

const month: Json = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] };

/** The document's path of the file. */
export const feesPaths: Json = {
  [PATH]: {
    get: {
      tags: [CALL.tag],
      summary: 'Fees of sales by month of service, beside those by month of sale, as a file',
      description: `Needs ${VIEW}. Headings are in the language of Accept-Language. In CSV an apostrophe stands before texts that a spreadsheet would take for formulas.`,
      parameters: [
        { ...inQuery('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
        zoneHeader,
        { ...inQuery('from', month, 'First month'), required: true },
        { ...inQuery('to', month, 'Last month'), required: true },
        inQuery('country_id', { type: 'integer', minimum: 1 }, 'Of the hotels of this country alone'),
        inQuery('hotel_id', { type: 'integer', minimum: 1 }, 'Of this hotel alone'),
      ],
      responses: { 200: { description: 'The file', content: tableContent }, ...refusals(422, 429) },
    },
  },
};
