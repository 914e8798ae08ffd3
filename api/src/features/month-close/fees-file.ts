import type { Label } from '@innkeeper/contract';
import { monthCloseCalls } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ExportServices } from '../../engine/import-export/export.ts';
import type { CellKind } from '../../engine/import-export/xlsx-lines.ts';
import { queryParameter } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { type FeesKey, type FeesPart, feeSql, feesSql, assertPeriodOrder } from './fees.ts';
import { registerSumsExportRoute, sumsFilePath } from './sums-file.ts';

const EXPORT_PATH = '/api/month_close/fees/export';
const CALL = monthCloseCalls['GET /api/month_close/fees'];

const HEADINGS = [
  { en: 'Hotel code', id: 'Kode hotel', width: 100 },
  { en: 'Hotel', id: 'Hotel', width: 200 },
  { en: 'Month', id: 'Bulan', width: 90 },
  { en: 'Currency', id: 'Mata uang', width: 90 },
];
const PART_LABELS: Readonly<Record<FeesPart, Label>> = {
  by_sale: { en: 'By month of sale', id: 'Menurut bulan penjualan' },
  by_service: { en: 'By month of service', id: 'Menurut bulan layanan' },
};
const VALUE_COLUMNS: readonly (Label & { readonly key: FeesKey; readonly kind: CellKind })[] = [
  { key: 'number', kind: 'integer', en: 'count', id: 'jumlah' },
  { key: 'amount', kind: 'money', en: 'amount', id: 'nilai' },
  { key: 'amount_usd', kind: 'decimal', en: 'amount in USD', id: 'nilai dalam USD' },
  { key: 'without_rate', kind: 'integer', en: 'without a rate', id: 'tanpa kurs' },
];

/**
 * `GET /api/month_close/fees/export?format=csv|xlsx`: fees by month of sale and of service as a file, with the
 * parameters of the call.
 */
export const registerFeesExportRoute = (app: FastifyInstance, services: ExportServices): void =>
  registerSumsExportRoute(app, services, {
    path: EXPORT_PATH,
    name: 'fees',
    parse: (query) => {
      const parsed = CALL.query.safeParse(query);
      if (!parsed.success) throw validationError(fieldErrors(parsed.error));
      assertPeriodOrder(parsed.data);
      return parsed.data;
    },
    headings: HEADINGS,
    parts: PART_LABELS,
    values: VALUE_COLUMNS,
    cells: () => [sql`h.code`, sql`h.name as hotel`, sql`to_char(f.month, 'YYYY-MM') as month`, sql`f.currency`],
    sum: feeSql,
    rows: feesSql,
  });

const monthSchema: Json = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] };

/** The OpenAPI path of the file. */
export const feesPaths: Json = {
  [EXPORT_PATH]: sumsFilePath(CALL.tag, 'Fees by month of service, compared with month of sale, as a file', [
    { ...queryParameter('from', monthSchema, 'First month'), required: true },
    { ...queryParameter('to', monthSchema, 'Last month'), required: true },
  ]),
};
