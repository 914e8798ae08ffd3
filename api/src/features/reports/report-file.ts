import type { Readable } from 'node:stream';
import {
  type ColumnPath,
  type Language,
  MAX_PDF_ROWS,
  REPORT_TABLES,
  type ReportFormat,
  type ReportKey,
  getColumn,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type ExportedTable, type MakeFile, createLayout, csvFile } from '../../engine/import-export/export.ts';
import {
  type Lines,
  type Rows,
  type SheetColumn,
  cellKindOf,
  isSubtotal,
} from '../../engine/import-export/xlsx-lines.ts';
import { codeFormatter } from '../../engine/import-export/format-cell.ts';
import { createRowsFact } from '../../engine/import-export/file-facts.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { findCurrency, qualifyName } from './amount-currency.ts';
import type { RunColumn } from './report-columns.ts';
import { describeElsewhere } from './elsewhere-sums.ts';
import { createUsdFacts, createFooterRows, createSumLines } from './file-sums.ts';
import {
  type FileOrder,
  type ReportRows,
  type ExpandedReport,
  openReport,
  createTooManyRowsError,
} from './report-rows.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { addSubtotals } from './subtotals.ts';
import { createCountColumns, rowCounts } from './missing-rate-counts.ts';

/** Width of a column in a file, in pixels. */
const COLUMN_WIDTH = 140;

/** A report, prepared for export to a file. */
export function createReportTable(
  db: Db,
  hooksByResource: HooksByResource,
  fileOrder: FileOrder,
): ExportedTable<ReportRows> {
  const { report } = fileOrder;
  const order = addCurrencyColumns(fileOrder);
  return {
    key: report,
    name: report,
    columns: fileOrder.reportQuery.columns.map(({ key }) => key),
    open: async () => {
      const rows = await openReport(db, hooksByResource, order);
      // The page of a year sums all rows, and fetches none of them.
      return fileOrder.reportQuery.year ? { ...rows, count: () => rows.sums.total } : rows;
    },
    files: {
      csv: (rows) => {
        const { columns: fileColumns, batches } = prepareFile(order, rows);
        return csvFile(toSheetColumns(fileColumns, order.language), toRows(fileColumns.length, batches));
      },
      xlsx: (rows) => createReportWorkbook(expandReport(order, rows)),
      pdf: async (rows) => {
        if (fileOrder.reportQuery.year) {
          const { readYearPage } = await import('./year-page.ts');
          const page = await readYearPage(db, hooksByResource, fileOrder);
          const { title, lines: facts } = rows.facts;
          if (page) return (await import('./year-pdf.ts')).yearPdf(page, { title, facts, language: order.language });
        }
        if (rows.sums.total > MAX_PDF_ROWS) throw createTooManyRowsError(MAX_PDF_ROWS);
        return (await import('./report-pdf.ts')).reportPdf(expandReport(order, rows));
      },
    } satisfies Record<ReportFormat, MakeFile<ReportRows>>,
  };
}

const toSheetColumns = (columns: readonly RunColumn[], language: Language): readonly SheetColumn[] =>
  columns.map(({ label, path: { definition } }) => ({
    heading: label,
    width: definition.width ?? COLUMN_WIDTH,
    kind: cellKindOf(definition),
    formatCode: codeFormatter(definition, language),
  }));

/**
 * The rows, with the subtotals of each group if they are grouped. `currencyIndex` is the column with the currency of a
 * row.
 */
function groupBatches({ reportQuery, language }: FileOrder, { batches, sums }: ReportRows, currencyIndex: number) {
  const { columns, group } = reportQuery;
  const isSum = (key: string) => Object.hasOwn(sums.totals, key);
  const counts = rowCounts(reportQuery);
  return group.length === 0
    ? batches
    : addSubtotals(batches, { columns, group, isSum, currencyIndex, counts, language });
}

/** Selects the shown cells by their positions in a row. After the columns, a row has its currency and its counts. */
async function* projectCells(positions: readonly number[], batches: AsyncIterable<Lines>): AsyncGenerator<Lines> {
  for await (const batch of batches)
    yield batch.map((line) => (isSubtotal(line) ? line : positions.map((index) => line[index] ?? null)));
}

/** Subtotals as rows of `width` cells, for a file without formulas. */
async function* toRows(width: number, batches: AsyncIterable<Lines>): AsyncGenerator<Rows> {
  for await (const batch of batches)
    yield batch.map((line) => {
      if (!isSubtotal(line)) return line;
      const values = new Map([
        [line.at, line.label],
        ...line.sums.map(({ column, value }) => [column, value] as const),
      ]);
      return Array.from({ length: width }, (_, index) => values.get(index) ?? null);
    });
}

/**
 * Amounts of other records, such as the price of a membership, have their own currency. Its column follows the
 * requested columns.
 */
function addCurrencyColumns(order: FileOrder): FileOrder {
  const { report, reportQuery, language } = order;
  const source: ReportSource = REPORT_SOURCES[report];
  // Sums are separated by the currency of their row only.
  if (reportQuery.isGrouped) return order;
  const shownNames = new Set(reportQuery.columns.map(({ path }) => qualifyName(path, path.field)));
  const currencies = new Map(
    reportQuery.columns.flatMap((column) => {
      const currency = findCurrency(source, column);
      return currency ? [[currency.path.column, currency.path] as const] : [];
    }),
  );
  const addedColumns = [...currencies].flatMap(([name, path]) =>
    name === source.currency || shownNames.has(name) ? [] : [createCurrencyColumn(path, language)],
  );
  return { ...order, reportQuery: { ...reportQuery, columns: [...reportQuery.columns, ...addedColumns] } };
}

/** The column with the currency of the amounts. */
function currencyKeyOf(report: ReportKey): string | undefined {
  const { currency }: ReportSource = REPORT_SOURCES[report];
  return currency === undefined || currency.includes('.') ? currency : `${REPORT_TABLES[report][0]}.${currency}`;
}

/** The currency of a row's own amounts. */
const ROW_CURRENCY_PATH = getColumn(resources.country, 'currency');

/**
 * Appends columns: each row's currency if amounts are shown without one, and for grouped rows the number of records
 * that the USD sums exclude.
 */
function prepareFile(
  order: FileOrder,
  rows: ReportRows,
): Pick<ExpandedReport, 'columns' | 'batches' | 'currencyIndex'> {
  const { report, reportQuery, language } = order;
  const { columns } = reportQuery;
  const key = currencyKeyOf(report);
  const index = columns.findIndex((column) => column.key === key);
  const source: ReportSource = REPORT_SOURCES[report];
  const isCurrencyAdded =
    index < 0 &&
    key !== undefined &&
    columns.some((candidate) => findCurrency(source, candidate)?.path.column === source.currency);
  const currencyIndex = isCurrencyAdded ? columns.length : index;
  const counts = rowCounts(reportQuery);
  const shownCounts = reportQuery.isGrouped ? createCountColumns(counts, columns, rows.sums.by_currency, language) : [];
  const positions = [
    ...columns.keys(),
    ...(isCurrencyAdded ? [columns.length] : []),
    ...shownCounts.map(({ count }) => columns.length + 1 + counts.indexOf(count)),
  ];
  const batches = groupBatches(order, rows, currencyIndex);
  return {
    columns: [
      ...columns,
      ...(isCurrencyAdded ? [createCurrencyColumn(ROW_CURRENCY_PATH, language)] : []),
      ...shownCounts.map(({ column }) => column),
    ],
    batches: positions.length === columns.length + 1 + counts.length ? batches : projectCells(positions, batches),
    currencyIndex,
  };
}

/** The content of a workbook or a page. */
function expandReport(order: FileOrder, rows: ReportRows): ExpandedReport {
  const { reportQuery, runColumns, language } = order;
  const { sums, elsewhere, facts } = rows;
  const { columns, group, isGrouped } = reportQuery;
  return {
    ...prepareFile(order, rows),
    title: facts.title,
    facts: [
      ...facts.lines,
      createRowsFact(sums.total, language),
      ...createUsdFacts(runColumns, columns, sums, language),
      ...(elsewhere ? [describeElsewhere(elsewhere, runColumns, language)] : []),
    ],
    depth: group.length,
    isGroupedRun: isGrouped,
    lines: createSumLines(columns, sums, language),
    total: sums.total,
    language,
  };
}

const createCurrencyColumn = (path: ColumnPath, language: Language): RunColumn => ({
  key: path.column,
  label: path.label[language],
  type: 'text',
  align: 'left',
  formatter: null,
  isDefault: false,
  path,
});

/** A workbook with sums as formulas below the rows, whose second sheet states its content. */
async function createReportWorkbook(report: ExpandedReport): Promise<Readable> {
  const { title, facts, columns, batches, depth, isGroupedRun, lines, currencyIndex, language } = report;
  const { createWorkbook } = await import('../../engine/import-export/xlsx-write.ts');
  return createWorkbook(toSheetColumns(columns, language), batches, {
    layout: {
      ...createLayout(title, () => facts, language),
      foot: createFooterRows(lines, columns, currencyIndex, isGroupedRun),
      depth,
    },
  });
}
