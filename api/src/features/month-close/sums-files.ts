import {
  type ExportFormat,
  FEE_PARTS,
  type FeePart,
  LIABILITY_PARTS,
  type Label,
  type Language,
  type LiabilityPart,
  permission,
  resources,
} from '@innkeeper/contract';
import { type QueryOf, monthCloseCalls } from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { describeParameters } from '../../engine/calls/call-paths.ts';
import {
  type ExportServices,
  type MakeFile,
  createLayout,
  csvFile,
  sendFile,
} from '../../engine/import-export/export.ts';
import { type Fact, createRowsFact, describeReader } from '../../engine/import-export/file-facts.ts';
import { type ExportedRows, openCursor } from '../../engine/import-export/export-rows.ts';
import type { CellKind, SheetColumn } from '../../engine/import-export/xlsx-lines.ts';
import { exportOperation } from '../../engine/openapi/import-export-paths.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import { languageOf } from '../../platform/http/language.ts';
import { monthFileTexts, sumTexts } from '../../texts/month-close.ts';
import { type FeesKey, assertPeriodOrder, feeSql, feesSql } from './fees.ts';
import { type LiabilityValueKey, kindNameSql, liabilitySql, parseLiabilityQuery, partSumSql } from './liability.ts';

const VIEW_PERMISSION = permission('VIEW', 'MONTH_CLOSE');

type SumsCall = 'GET /api/month_close/fees' | 'GET /api/month_close/liability';
type Period = { readonly from: string; readonly to: string };

/**
 * The sums of a call as a file, with the parameters of the call: one row per hotel and currency, one column per value
 * of each part.
 */
interface SumsFile<Call extends SumsCall, Query extends Period, Part extends string, Key extends string> {
  readonly call: Call;
  /** File name, which is followed by the period. */
  readonly name: string;
  readonly title: Label;
  readonly summary: string;
  /** Throws a 422 that lists the invalid fields. */
  readonly parse: (parameters: QueryOf<(typeof monthCloseCalls)[Call]>, context: FilterContext) => Query;
  /** The heading of the third column, between hotel and currency, and the SQL of its cells. */
  readonly heading: Label & { readonly width: number };
  readonly cell: (query: Query, language: Language) => RawBuilder<unknown>;
  readonly parts: Readonly<Record<Part, Label>>;
  readonly values: readonly { readonly key: Key; readonly kind: CellKind; readonly label: Label }[];
  readonly sum: (part: Part, key: Key) => RawBuilder<unknown>;
  readonly currency: RawBuilder<unknown>;
  readonly rows: (actor: Actor, query: Query, columns: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>;
}

const NUMBER = { key: 'number', kind: 'integer', label: sumTexts.count } as const;
const WITHOUT_RATE = { key: 'without_rate', kind: 'integer', label: sumTexts.withoutRate } as const;

const FEES_FILE: SumsFile<'GET /api/month_close/fees', Parameters<typeof feesSql>[1], FeePart, FeesKey> = {
  call: 'GET /api/month_close/fees',
  name: 'fees',
  title: monthFileTexts.fees,
  summary: 'Fees by month of service, compared with month of sale, as a file',
  parse: (parameters) => {
    assertPeriodOrder(parameters);
    return parameters;
  },
  heading: { ...monthFileTexts.month, width: 90 },
  cell: () => sql`to_char(f.month, 'YYYY-MM') as month`,
  parts: FEE_PARTS,
  values: [
    NUMBER,
    { key: 'amount', kind: 'money', label: sumTexts.amount },
    { key: 'amount_usd', kind: 'decimal', label: sumTexts.amountInUsd },
    WITHOUT_RATE,
  ],
  sum: feeSql,
  currency: sql`f.currency`,
  rows: feesSql,
};

const LIABILITY_FILE: SumsFile<
  'GET /api/month_close/liability',
  ReturnType<typeof parseLiabilityQuery>,
  LiabilityPart,
  LiabilityValueKey
> = {
  call: 'GET /api/month_close/liability',
  name: 'voucher-liability',
  title: monthFileTexts.liability,
  summary: 'Voucher liability as a file',
  parse: parseLiabilityQuery,
  heading: { ...resources.voucher.label, width: 200 },
  cell: (query, language) => sql`${kindNameSql(query, language)} as kind`,
  parts: LIABILITY_PARTS,
  values: [
    NUMBER,
    { key: 'nominal', kind: 'money', label: sumTexts.nominal },
    { key: 'nominal_usd', kind: 'decimal', label: sumTexts.amountInUsd },
    WITHOUT_RATE,
  ],
  sum: partSumSql,
  currency: sql`l.currency`,
  rows: liabilitySql,
};

const pathOf = (call: SumsCall): string => `${call.replace('GET ', '')}/export`;

/** `GET /api/month_close/fees/export?format=csv|xlsx` and `GET /api/month_close/liability/export`. */
export function registerSumsFiles(app: FastifyInstance, services: ExportServices): void {
  registerSumsFile(app, services, FEES_FILE);
  registerSumsFile(app, services, LIABILITY_FILE);
}

function registerSumsFile<Call extends SumsCall, Query extends Period, Part extends string, Key extends string>(
  app: FastifyInstance,
  services: ExportServices,
  file: SumsFile<Call, Query, Part, Key>,
): void {
  const headings = [
    { ...monthFileTexts.hotelCode, width: 100 },
    { ...monthFileTexts.hotel, width: 200 },
    file.heading,
    { ...monthFileTexts.currency, width: 90 },
  ];
  const parts = Object.keys(file.parts) as Part[]; // Object.keys forgets the key type
  const sums = parts.flatMap((part) => file.values.map((value) => ({ part, value })));
  app.get(pathOf(file.call), { exposeHeadRoute: false }, (request, reply) =>
    sendFile(services, request, reply, (actor, rawQuery, context) => {
      requirePermission(actor, VIEW_PERMISSION);
      const parsed = monthCloseCalls[file.call].query.safeParse(rawQuery);
      if (!parsed.success) throw validationError(fieldErrors(parsed.error));
      const query = file.parse(parsed.data as Parameters<typeof file.parse>[0], context); // the call names the schema
      const language = languageOf(request);
      const columns: readonly SheetColumn[] = [
        ...headings.map(({ width, ...heading }) => ({ heading: heading[language], width, kind: 'text' as const })),
        ...sums.map(({ part, value }) => ({
          heading: `${file.parts[part][language]}, ${value.label[language]}`,
          width: 140,
          kind: value.kind,
        })),
      ];
      const cells = [
        sql`h.code`,
        sql`h.name as hotel`,
        file.cell(query, language),
        file.currency,
        ...sums.map(({ part, value }) => sql`${file.sum(part, value.key)} as ${sql.ref(`${part}_${value.key}`)}`),
      ];
      return {
        key: 'month_close',
        name: `${file.name}-${query.from}-${query.to}`,
        columns: sums.map(({ part, value }) => `${part}.${value.key}`),
        open: () => openCursor(services.db, actor, file.rows(actor, query, cells), context),
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async (rows) => {
            const title = file.title[language];
            const facts: readonly Fact[] = [
              [
                monthFileTexts.period[language],
                [query.from, query.to].map((end) => formatDay(end, language)).join(' – '),
              ],
              ...(await describeReader(services.db, actor, context, language)),
            ];
            return (await import('../../engine/import-export/xlsx-write.ts')).createWorkbook(columns, rows.batches, {
              layout: createLayout(title, () => [...facts, createRowsFact(rows.count(), language)], language),
            });
          },
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

/** The OpenAPI paths of the files. */
export const sumsFilePaths: Json = Object.fromEntries(
  [FEES_FILE, LIABILITY_FILE].map(({ call, summary }) => {
    const definition = monthCloseCalls[call];
    return [
      pathOf(call),
      {
        get: exportOperation(
          definition.name.replace('get', 'export'),
          definition.tag,
          summary,
          VIEW_PERMISSION,
          describeParameters(definition, false),
        ),
      },
    ];
  }),
);
