import type { Readable } from 'node:stream';
import {
  type ColumnPath,
  type Language,
  PDF_ROWS_MAX,
  REPORT_TABLES,
  type ReportFormat,
  type ReportKey,
  findColumn,
  getColumn,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type ExportedTable, type MakeFile, csvFile } from '../../engine/import-export/export.ts';
import {
  type Lines,
  type Rows,
  type SheetColumn,
  cellKindOf,
  isSubtotal,
} from '../../engine/import-export/xlsx-lines.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import type { RunColumn } from './report-columns.ts';
import { describeElsewhere } from './elsewhere-sums.ts';
import { usdFacts, footerRows, sumLines } from './file-sums.ts';
import { rowsFact } from './report-facts.ts';
import { type FileOrder, type ReportRows, type ExpandedReport, openReport, tooMany } from './report-rows.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { addSubtotals } from './subtotals.ts';
import { countColumns, rowCounts } from './missing-rate-counts.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/** Width of a column in a file, in pixels. */
const FILE_WIDTH = 140;

/** A report, prepared for export to a file. */
export function reportTable(db: Db, hooksByResource: HooksByResource, fileOrder: FileOrder): ExportedTable<ReportRows> {
  const { report } = fileOrder;
  const order = withCurrencies(fileOrder);
  return {
    key: report,
    name: report,
    columns: fileOrder.reportQuery.columns.map(({ key }) => key),
    open: () => openReport(db, hooksByResource, order),
    files: {
      csv: (rows) => {
        const { columns: fileColumns, batches } = prepareFile(order, rows);
        return csvFile(fileColumns.map(sheetColumn), toRows(fileColumns.length, batches));
      },
      xlsx: (rows) => reportWorkbook(expandReport(order, rows)),
      pdf: async (rows) => {
        if (rows.sums.total > PDF_ROWS_MAX) throw tooMany(PDF_ROWS_MAX);
        return (await import('./report-pdf.ts')).reportPdf(expandReport(order, rows));
      },
    } satisfies Record<ReportFormat, MakeFile<ReportRows>>,
  };
}

const sheetColumn = ({ label, path: { definition } }: RunColumn): SheetColumn => ({
  heading: label,
  width: definition.width ?? FILE_WIDTH,
  kind: cellKindOf(definition),
});

/**
 * The rows, with the subtotals of each group if they are grouped. `currencyAt` is the column with the currency of a
 * row.
 */
function groupedBatches({ reportQuery, language }: FileOrder, { batches, sums }: ReportRows, currencyAt: number) {
  const { columns, group } = reportQuery;
  const isSum = (key: string) => Object.hasOwn(sums.totals, key);
  const counts = rowCounts(reportQuery);
  return group.length === 0 ? batches : addSubtotals(batches, { columns, group, isSum, currencyAt, counts, language });
}

/** Selects the shown cells by their positions in a row. After the columns, a row has its currency and its counts. */
async function* projectCells(places: readonly number[], batches: AsyncIterable<Lines>): AsyncGenerator<Lines> {
  for await (const batch of batches)
    yield batch.map((line) => (isSubtotal(line) ? line : places.map((at) => line[at] ?? null)));
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
      return Array.from({ length: width }, (_, at) => values.get(at) ?? null);
    });
}

/**
 * Amounts of other records, such as the price of a membership, have their own currency. Its column follows the
 * requested columns.
 */
function withCurrencies(order: FileOrder): FileOrder {
  const { report, reportQuery, language } = order;
  const source: ReportSource = REPORT_SOURCES[report];
  // Sums are separated by the currency of their row only.
  if (reportQuery.isGrouped) return order;
  const shown = new Set(reportQuery.columns.map(({ path }) => nameIn(path, path.field)));
  const names = new Set(reportQuery.columns.map((column) => currencyOf(source, column)));
  const further = [...names].flatMap((name) => {
    if (name === undefined || name === source.currency || shown.has(name)) return [];
    // The value of a voucher kind is in the currency of its membership; it has no currency column itself.
    const path = findColumn(source.definition, name);
    return path ? [currencyColumn(path, language)] : [];
  });
  return { ...order, reportQuery: { ...reportQuery, columns: [...reportQuery.columns, ...further] } };
}

/** The column with the currency of a column's amounts; undefined if the column has no amounts. */
function currencyOf({ measures, currency }: ReportSource, { key, path }: RunColumn): string | undefined {
  if (path.definition.kind !== 'money') return undefined;
  return Object.hasOwn(measures, key) ? currency : nameIn(path, path.definition.currency ?? 'currency');
}

/** The name of a field of the same record as a column. */
const nameIn = ({ relations }: ColumnPath, field: string | null): string =>
  [...relations.map(({ name }) => name), field].join('.');

/** The column with the currency of the amounts. */
function currencyKey(report: ReportKey): string | undefined {
  const { currency }: ReportSource = REPORT_SOURCES[report];
  return currency === undefined || currency.includes('.') ? currency : `${REPORT_TABLES[report][0]}.${currency}`;
}

/** The currency of a row's own amounts. */
const ROW_CURRENCY = getColumn(resources.country, 'currency');

/**
 * Appends columns: each row's currency if amounts are shown without one, and for grouped rows the number of records
 * that the USD sums exclude.
 */
function prepareFile(order: FileOrder, rows: ReportRows): Pick<ExpandedReport, 'columns' | 'batches' | 'currencyAt'> {
  const { report, reportQuery, language } = order;
  const { columns } = reportQuery;
  const key = currencyKey(report);
  const at = columns.findIndex((column) => column.key === key);
  const source: ReportSource = REPORT_SOURCES[report];
  const isAdded =
    at < 0 && key !== undefined && columns.some((candidate) => currencyOf(source, candidate) === source.currency);
  const currencyAt = isAdded ? columns.length : at;
  const counts = rowCounts(reportQuery);
  const shown = reportQuery.isGrouped ? countColumns(counts, columns, rows.sums.by_currency, language) : [];
  const places = [
    ...columns.keys(),
    ...(isAdded ? [columns.length] : []),
    ...shown.map(({ count }) => columns.length + 1 + counts.indexOf(count)),
  ];
  const batches = groupedBatches(order, rows, currencyAt);
  return {
    columns: [
      ...columns,
      ...(isAdded ? [currencyColumn(ROW_CURRENCY, language)] : []),
      ...shown.map(({ column }) => column),
    ],
    batches: places.length === columns.length + 1 + counts.length ? batches : projectCells(places, batches),
    currencyAt,
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
      rowsFact(sums.total, language),
      ...usdFacts(runColumns, columns, sums, language),
      ...(elsewhere ? [describeElsewhere(elsewhere, runColumns, language)] : []),
    ],
    depth: group.length,
    isGroupedRun: isGrouped,
    lines: sumLines(columns, sums, language),
    total: sums.total,
    language,
  };
}

const currencyColumn = (path: ColumnPath, language: Language): RunColumn => ({
  key: path.column,
  label: path.label[language],
  type: 'text',
  align: 'left',
  formatter: null,
  isDefault: false,
  path,
});

/** A workbook whose first sheet states its content, with sums as formulas below the rows. */
async function reportWorkbook(report: ExpandedReport): Promise<Readable> {
  const { title, facts, columns, batches, depth, isGroupedRun, lines, currencyAt, language } = report;
  const { workbook } = await import('../../engine/import-export/xlsx-write.ts');
  return workbook(columns.map(sheetColumn), batches, {
    binding: {
      name: title,
      cover: { name: reportFileTexts.about[language], title, lines: facts },
      foot: footerRows(lines, columns, currencyAt, isGroupedRun),
      depth,
    },
  });
}
