import type { Label } from '@innkeeper/contract';
import { type LIABILITY_PARTS, monthCloseCalls } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportServices } from '../../engine/import-export/export.ts';
import type { CellKind } from '../../engine/import-export/xlsx-lines.ts';
import { queryParameter } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { type LiabilityValueKey, kindNameSql, parseLiabilityQuery, liabilitySql, partSumSql } from './liability.ts';
import { registerSumsExportRoute, sumsFilePath } from './sums-file.ts';

const EXPORT_PATH = '/api/month_close/liability/export';
const CALL = monthCloseCalls['GET /api/month_close/liability'];

const HEADINGS = [
  { en: 'Hotel code', id: 'Kode hotel', width: 100 },
  { en: 'Hotel', id: 'Hotel', width: 200 },
  { en: 'Voucher', id: 'Voucher', width: 200 },
  { en: 'Currency', id: 'Mata uang', width: 90 },
];
const PART_LABELS: Readonly<Record<(typeof LIABILITY_PARTS)[number], Label>> = {
  opening: { en: 'Opening', id: 'Saldo awal' },
  issued: { en: 'Issued', id: 'Diterbitkan' },
  redeemed: { en: 'Redeemed', id: 'Ditukar' },
  expired: { en: 'Expired', id: 'Kedaluwarsa' },
  cancelled: { en: 'Cancelled', id: 'Dibatalkan' },
  corrected: { en: 'Corrected', id: 'Dikoreksi' },
  closing: { en: 'Closing', id: 'Saldo akhir' },
};
const VALUE_COLUMNS: readonly (Label & { readonly key: LiabilityValueKey; readonly kind: CellKind })[] = [
  { key: 'number', kind: 'integer', en: 'count', id: 'jumlah' },
  { key: 'nominal', kind: 'money', en: 'nominal', id: 'nominal' },
  { key: 'nominal_usd', kind: 'decimal', en: 'amount in USD', id: 'nilai dalam USD' },
  { key: 'without_rate', kind: 'integer', en: 'without a rate', id: 'tanpa kurs' },
];

/**
 * `GET /api/month_close/liability/export?format=csv|xlsx`: the liability of vouchers as a file, with the parameters of
 * the call.
 */
export const registerLiabilityExportRoute = (app: FastifyInstance, services: ExportServices): void =>
  registerSumsExportRoute(app, services, {
    path: EXPORT_PATH,
    name: 'voucher-liability',
    parse: (rawQuery, context) => {
      const parsed = CALL.query.safeParse(rawQuery);
      if (!parsed.success) throw validationError(fieldErrors(parsed.error));
      return parseLiabilityQuery(parsed.data, context);
    },
    headings: HEADINGS,
    parts: PART_LABELS,
    values: VALUE_COLUMNS,
    cells: (query, language) => [
      sql`h.code`,
      sql`h.name as hotel`,
      sql`${kindNameSql(query, language)} as kind`,
      sql`l.currency`,
    ],
    sum: partSumSql,
    rows: liabilitySql,
  });

const daySchema: Json = { type: 'string', format: 'date' };

/** The OpenAPI path of the file. */
export const liabilityPaths: Json = {
  [EXPORT_PATH]: sumsFilePath(CALL.tag, 'Voucher liability as a file', [
    queryParameter('from', daySchema, 'First day. Default: first day of the current month'),
    queryParameter('to', daySchema, 'Last day. Default: today'),
    queryParameter('by', { type: 'string', enum: ['type', 'voucher'] }, 'Group by voucher type or voucher'),
  ]),
};
