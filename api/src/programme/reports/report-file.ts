import type { Readable } from 'node:stream';
import {
  type Language,
  PDF_ROWS_MAX,
  REPORT_TABLES,
  type ReportFormat,
  type ReportKey,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type ExportedTable, type MakeFile, csvFile } from '../../engine/exchange/export.ts';
import { type Lines, type Rows, type SheetColumn, isSubtotal } from '../../engine/exchange/xlsx-lines.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import type { RunColumn } from './columns.ts';
import { dollarFacts, footOf, sumLines } from './file-sums.ts';
import { rowsFact } from './report-facts.ts';
import { type FileOrder, type ReportRows, type ToldReport, openReport, tooMany } from './report-rows.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { withSubtotals } from './subtotals.ts';

/** Pixels of a column of a file. */
const FILE_WIDTH = 140;

/** A report on its way into a file. */
export function reportTable(db: Db, behaviours: Behaviours, order: FileOrder): ExportedTable<ReportRows> {
  const { report, question } = order;
  const { columns } = question;
  return {
    key: report,
    name: report,
    columns: columns.map(({ key }) => key),
    open: () => openReport(db, behaviours, order),
    files: {
      csv: (rows) => csvFile(columns.map(sheetColumn), asRows(columns.length, withoutCurrency(inGroups(order, rows)))),
      xlsx: (rows) => reportWorkbook(tell(order, rows)),
      pdf: async (rows) => {
        if (rows.sums.total > PDF_ROWS_MAX) throw tooMany(PDF_ROWS_MAX);
        return (await import('./report-pdf.ts')).reportPdf(tell(order, rows));
      },
    } satisfies Record<ReportFormat, MakeFile<ReportRows>>,
  };
}

const sheetColumn = ({ label, path: { definition } }: RunColumn): SheetColumn => ({
  heading: label,
  width: definition.width ?? FILE_WIDTH,
  kind: definition.kind,
});

/** The rows, and where they are grouped the subtotals of each group. `currencyAt`: the column in which a row says its currency. */
function inGroups({ question, language }: FileOrder, { batches, sums }: ReportRows, currencyAt = -1) {
  const { columns, group } = question;
  const isSum = (key: string) => Object.hasOwn(sums.totals, key);
  return group.length === 0 ? batches : withSubtotals(batches, { columns, group, isSum, currencyAt, language });
}

/** The cells that are shown: the currency of the row stands behind them. */
async function* withoutCurrency(batches: AsyncIterable<Lines>): AsyncGenerator<Lines> {
  for await (const batch of batches) yield batch.map((line) => (isSubtotal(line) ? line : line.slice(0, -1)));
}

/** Subtotals as rows of so many cells, as a file without formulas has them. */
async function* asRows(width: number, batches: AsyncIterable<Lines>): AsyncGenerator<Rows> {
  for await (const batch of batches)
    yield batch.map((line) => {
      if (!isSubtotal(line)) return line;
      const values = new Map([
        [line.at, line.label],
        ...line.sums.map(({ column, value }) => [column, value] as const),
      ]);
      return Array.from({ length: width }, (_, at) => values.get(at) ?? null);
    });
}

/** The column that says in which currency amounts are. */
function currencyKey(report: ReportKey): string | undefined {
  const { currency }: ReportSource = REPORT_SOURCES[report];
  return currency === undefined || currency.includes('.') ? currency : `${REPORT_TABLES[report][0]}.${currency}`;
}

const CURRENCY = { en: 'Currency', id: 'Mata uang' } as const;
const ABOUT = { en: 'About this report', id: 'Tentang laporan ini' } as const;

/** The content of a workbook or a page. Where amounts are in several currencies, a column says in which each row is. */
function tell(order: FileOrder, rows: ReportRows): ToldReport {
  const { report, question, known, language } = order;
  const { sums, facts } = rows;
  const { columns, group, isGrouped } = question;
  const lines = sumLines(columns, sums, language);
  const at = columns.findIndex(({ key }) => key === currencyKey(report));
  const isAdded = at < 0 && lines.some((line) => line.currency !== undefined);
  const currencyAt = isAdded ? columns.length : at;
  const batches = inGroups(order, rows, currencyAt);
  return {
    title: facts.title,
    facts: [...facts.lines, rowsFact(sums.total, language), ...dollarFacts(known, columns, sums)],
    columns: isAdded ? [...columns, currencyColumn(language)] : columns,
    batches: isAdded ? batches : withoutCurrency(batches),
    depth: group.length,
    isOfSums: isGrouped,
    lines,
    currencyAt,
    total: sums.total,
    language,
  };
}

function currencyColumn(language: Language): RunColumn {
  const definition = { kind: 'text', label: CURRENCY, width: 90 } as const;
  const path = {
    column: 'currency',
    relations: [],
    resource: resources.country,
    field: 'currency',
    definition,
    label: CURRENCY,
  };
  return {
    key: 'currency',
    label: CURRENCY[language],
    type: 'text',
    align: 'left',
    formatter: null,
    isUsual: false,
    path,
  };
}

/** A workbook whose first sheet states its content, with sums as formulas below the rows. */
async function reportWorkbook(told: ToldReport): Promise<Readable> {
  const { title, facts, columns, batches, depth, isOfSums, lines, currencyAt, language } = told;
  const { workbook } = await import('../../engine/exchange/xlsx-write.ts');
  return workbook(columns.map(sheetColumn), batches, {
    binding: {
      name: title,
      cover: { name: ABOUT[language], title, lines: facts },
      foot: footOf(lines, columns, currencyAt, isOfSums),
      depth,
    },
  });
}
