import { type ExportFormat, type Label, type Language, addHotels, permission } from '@innkeeper/contract';
import {
  type ClosingTotals,
  type MonthClosing,
  type TotalsComparison,
  monthCloseCalls,
} from '@innkeeper/contract/calls';
import { fieldErrors } from '@innkeeper/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { describeParameters } from '../../engine/calls/call-paths.ts';
import {
  type ExportServices,
  type MakeFile,
  createLayout,
  csvFile,
  sendFile,
} from '../../engine/import-export/export.ts';
import type { ExportedRows } from '../../engine/import-export/export-rows.ts';
import { type Fact, describeReader } from '../../engine/import-export/file-facts.ts';
import type { CellKind, Row, SheetColumn } from '../../engine/import-export/xlsx-lines.ts';
import { exportOperation } from '../../engine/openapi/import-export-paths.ts';
import type { Json } from '../../engine/openapi/schemas.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { formatDay } from '../../platform/http/format-day.ts';
import { languageOf } from '../../platform/http/language.ts';
import { monthFileTexts, monthKindTexts } from '../../texts/month-close.ts';
import { getCountry, readClosings } from './closings.ts';
import { readComparison } from './comparison.ts';
import { monthSql, readTotals } from './month-checks.ts';

const CALL = 'GET /api/month_close/check';
const PATH = `${CALL.replace('GET ', '')}/export`;
const VIEW_PERMISSION = permission('VIEW', 'MONTH_CLOSE');

type Total = Pick<ClosingTotals, 'number' | 'amount' | 'amount_usd' | 'without_rate'>;
type TotalKey = Pick<ClosingTotals, 'resource' | 'part' | 'currency'> & {
  /** Null for all hotels together. */
  readonly hotel: ClosingTotals['hotel'] | null;
};

const VALUES = [
  { key: 'number', kind: 'integer', label: monthFileTexts.count },
  { key: 'amount', kind: 'money', label: monthFileTexts.amount },
  { key: 'amount_usd', kind: 'decimal', label: monthFileTexts.usd },
  { key: 'without_rate', kind: 'integer', label: monthFileTexts.withoutRate },
] as const satisfies readonly { readonly key: keyof Total; readonly kind: CellKind; readonly label: Label }[];

/** The totals of a closed month: at close, now, and their difference. */
const SIDES = [
  { key: 'closed', label: monthFileTexts.atClose },
  { key: 'today', label: monthFileTexts.now },
  { key: 'difference', label: monthFileTexts.difference },
] as const satisfies readonly { readonly key: keyof TotalsComparison; readonly label: Label }[];

/**
 * `GET /api/month_close/check/export?country_id=1&month=2026-10&format=csv|xlsx`: the totals of a month by hotel and
 * kind, as the console shows them; of a closed month at close and now.
 */
export function registerTotalsFile(app: FastifyInstance, services: ExportServices): void {
  const { db } = services;
  app.get(PATH, { exposeHeadRoute: false }, (request, reply) =>
    sendFile(services, request, reply, async (actor, rawQuery, context) => {
      requirePermission(actor, VIEW_PERMISSION);
      const parsed = monthCloseCalls[CALL].query.safeParse(rawQuery);
      if (!parsed.success) throw validationError(fieldErrors(parsed.error));
      const { country_id: countryId, month } = parsed.data;
      const country = await getCountry(db.kysely, actor, context.now, countryId);
      const closing = await findClosing(services, actor, countryId, month);
      const language = languageOf(request);
      const columns = createColumns(closing !== undefined, language);
      const facts = async (): Promise<readonly Fact[]> => [
        [monthFileTexts.month[language], formatDay(month, language)],
        [monthFileTexts.country[language], country.name],
        [monthFileTexts.state[language], monthFileTexts[closing ? 'closed' : 'open'][language]],
        ...(await describeReader(db, actor, context, language)),
      ];
      return {
        key: 'month_close',
        name: `month-totals-${month}`,
        columns: VALUES.map(({ key }) => key),
        open: async () => {
          const rows = closing
            ? await readClosedRows(services, closing, language)
            : await readOpenRows(services, countryId, month, language);
          await assertCurrentPermissions(services, actor, context.now);
          return toExportedRows(rows.map((row) => [country.name, ...row]));
        },
        files: {
          csv: ({ batches }) => csvFile(columns, batches),
          xlsx: async ({ batches }) => {
            const lines = await facts();
            return (await import('../../engine/import-export/xlsx-write.ts')).createWorkbook(columns, batches, {
              layout: createLayout(`${monthFileTexts.totals[language]} ${month}`, () => lines, language),
            });
          },
        } satisfies Record<ExportFormat, MakeFile<ExportedRows>>,
      };
    }),
  );
}

/** The closing of a month that is closed now. */
async function findClosing(
  { db }: ExportServices,
  actor: Actor,
  countryId: number,
  month: string,
): Promise<MonthClosing | undefined> {
  const condition = sql`m.country_id = ${countryId} and m.month = ${month} and m.reopened_at is null`;
  return (await readClosings(db.kysely, actor, condition)).data[0];
}

function createColumns(isClosed: boolean, language: Language): readonly SheetColumn[] {
  const textColumns = (
    [
      ['country', 140],
      ['hotelCode', 100],
      ['hotel', 200],
      ['item', 200],
      ['currency', 90],
    ] as const
  ).map(([name, width]): SheetColumn => ({ heading: monthFileTexts[name][language], width, kind: 'text' }));
  const createValueColumns = (prefix = ''): readonly SheetColumn[] =>
    VALUES.map(({ kind, label }) => ({ heading: prefix + label[language], width: 140, kind }));
  return [
    ...textColumns,
    ...(isClosed ? SIDES.flatMap(({ label }) => createValueColumns(`${label[language]}: `)) : createValueColumns()),
  ];
}

/** The current totals of each hotel, and of all hotels together. */
async function readOpenRows(
  { db }: ExportServices,
  countryId: number,
  month: string,
  language: Language,
): Promise<readonly Row[]> {
  const totals = await readTotals(db.kysely, monthSql(countryId, month));
  return [...totals, ...addHotels(totals).map((total) => ({ ...total, hotel: null }))].map((total) => [
    ...keyCells(total, language),
    ...valueCells(total),
  ]);
}

async function readClosedRows(
  { db }: ExportServices,
  closing: MonthClosing,
  language: Language,
): Promise<readonly Row[]> {
  const { amounts } = await readComparison(db.kysely, closing);
  return amounts.map((total) => [...keyCells(total, language), ...SIDES.flatMap(({ key }) => valueCells(total[key]))]);
}

const keyCells = ({ hotel, resource, part, currency }: TotalKey, language: Language): Row => [
  hotel?.code ?? null,
  hotel?.name ?? monthFileTexts.allHotels[language],
  kindName(part === null ? resource : `${resource} ${part}`)[language],
  currency,
];

const kindName = (kind: string): Label => monthKindTexts[isNamedKind(kind) ? kind : 'other'];
const isNamedKind = (kind: string): kind is keyof typeof monthKindTexts => Object.hasOwn(monthKindTexts, kind);

const valueCells = (total: Total): Row =>
  VALUES.map(({ key }) => {
    const value = total[key];
    return value === null ? null : String(value);
  });

/** Rows that are read at once: there are only as many as hotels and kinds. */
const toExportedRows = (rows: readonly Row[]): ExportedRows => ({
  batches: (async function* () {
    yield rows;
  })(),
  count: () => rows.length,
  close: () => undefined,
});

/** Throws if the actor's rights have changed since they were read. */
async function assertCurrentPermissions({ db }: ExportServices, actor: Actor, now: Date): Promise<void> {
  const { rows } = await sql<{ stamp: string | null }>`
    select ${permissionsVersionSql(actor, now)} as stamp`.execute(db.kysely);
  assertPermissionsVersion(actor, rows[0]?.stamp ?? null);
}

/** The OpenAPI path of the file. */
export const totalsFilePaths: Json = {
  [PATH]: {
    get: exportOperation(
      'exportMonthTotals',
      monthCloseCalls[CALL].tag,
      'Totals of a month by hotel and kind as a file',
      VIEW_PERMISSION,
      describeParameters(monthCloseCalls[CALL], false),
    ),
  },
};
