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
import { type ExportedTable, type MakeFile, csvFile } from '../../engine/exchange/export.ts';
import { type Lines, type Rows, type SheetColumn, cellKindOf, isSubtotal } from '../../engine/exchange/xlsx-lines.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import type { RunColumn } from './columns.ts';
import { elsewhereFact } from './elsewhere.ts';
import { dollarFacts, footOf, sumLines } from './file-sums.ts';
import { rowsFact } from './report-facts.ts';
import { type FileOrder, type ReportRows, type ToldReport, openReport, tooMany } from './report-rows.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { withSubtotals } from './subtotals.ts';
import { countColumns, rowCounts } from './without-rate-counts.ts';

/** Pixels of a column of a file. */
const FILE_WIDTH = 140;

/** A report on its way into a file. */
export function reportTable(db: Db, behaviours: Behaviours, asked: FileOrder): ExportedTable<ReportRows> {
  const { report } = asked;
  const order = withCurrencies(asked);
  return {
    key: report,
    name: report,
    columns: asked.question.columns.map(({ key }) => key),
    open: () => openReport(db, behaviours, order),
    files: {
      csv: (rows) => {
        const { columns: told, batches } = inFile(order, rows);
        return csvFile(told.map(sheetColumn), asRows(told.length, batches));
      },
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
  kind: cellKindOf(definition),
});

/** The rows, and where they are grouped the subtotals of each group. `currencyAt`: the column in which a row says its currency. */
function inGroups({ question, language }: FileOrder, { batches, sums }: ReportRows, currencyAt: number) {
  const { columns, group } = question;
  const isSum = (key: string) => Object.hasOwn(sums.totals, key);
  const counts = rowCounts(question);
  return group.length === 0 ? batches : withSubtotals(batches, { columns, group, isSum, currencyAt, counts, language });
}

/** The cells that are shown, by their places in a row: behind the columns it has its currency, and its counts. */
async function* cellsAt(places: readonly number[], batches: AsyncIterable<Lines>): AsyncGenerator<Lines> {
  for await (const batch of batches)
    yield batch.map((line) => (isSubtotal(line) ? line : places.map((at) => line[at] ?? null)));
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

/** Amounts of other records, as the price of a membership, are in a currency of their own: it stands behind the columns that were asked for. */
function withCurrencies(order: FileOrder): FileOrder {
  const { report, question, language } = order;
  const source: ReportSource = REPORT_SOURCES[report];
  // Sums are told apart by the currency of their row, and by no other.
  if (question.isGrouped) return order;
  const shown = new Set(question.columns.map(({ path }) => nameIn(path, path.field)));
  const names = new Set(question.columns.map((column) => currencyOf(source, column)));
  const further = [...names].flatMap((name) => {
    if (name === undefined || name === source.currency || shown.has(name)) return [];
    // The worth of a kind of voucher is in its membership's currency, and has none of its own.
    const path = findColumn(source.definition, name);
    return path ? [currencyColumn(path, language)] : [];
  });
  return { ...order, question: { ...question, columns: [...question.columns, ...further] } };
}

/** The column of a source that has the currency of another one's amounts; undefined where that has no amounts. */
function currencyOf({ figures, currency }: ReportSource, { key, path }: RunColumn): string | undefined {
  if (path.definition.kind !== 'money') return undefined;
  return Object.hasOwn(figures, key) ? currency : nameIn(path, path.definition.currency ?? 'currency');
}

/** The name of a field that stands where a column does. */
const nameIn = ({ relations }: ColumnPath, field: string | null): string =>
  [...relations.map(({ name }) => name), field].join('.');

/** The column that says in which currency amounts are. */
function currencyKey(report: ReportKey): string | undefined {
  const { currency }: ReportSource = REPORT_SOURCES[report];
  return currency === undefined || currency.includes('.') ? currency : `${REPORT_TABLES[report][0]}.${currency}`;
}

/** The currency of a row, in which its own amounts are. */
const ROW_CURRENCY = getColumn(resources.country, 'currency');
const ABOUT = { en: 'About this report', id: 'Tentang laporan ini' } as const;

/**
 * Hotels have their own money: where amounts are shown without their currency, a column behind the others says it of each row. Where a row is a
 * sum itself, further columns say how many records its sums in US dollars leave out.
 */
function inFile(order: FileOrder, rows: ReportRows): Pick<ToldReport, 'columns' | 'batches' | 'currencyAt'> {
  const { report, question, language } = order;
  const { columns } = question;
  const key = currencyKey(report);
  const at = columns.findIndex((column) => column.key === key);
  const source: ReportSource = REPORT_SOURCES[report];
  const isAdded = at < 0 && key !== undefined && columns.some((one) => currencyOf(source, one) === source.currency);
  const currencyAt = isAdded ? columns.length : at;
  const counts = rowCounts(question);
  const shown = question.isGrouped ? countColumns(counts, columns, rows.sums.by_currency, language) : [];
  const places = [
    ...columns.keys(),
    ...(isAdded ? [columns.length] : []),
    ...shown.map(({ count }) => columns.length + 1 + counts.indexOf(count)),
  ];
  const batches = inGroups(order, rows, currencyAt);
  return {
    columns: [
      ...columns,
      ...(isAdded ? [currencyColumn(ROW_CURRENCY, language)] : []),
      ...shown.map(({ column }) => column),
    ],
    batches: places.length === columns.length + 1 + counts.length ? batches : cellsAt(places, batches),
    currencyAt,
  };
}

/** The content of a workbook or a page. */
function tell(order: FileOrder, rows: ReportRows): ToldReport {
  const { question, known, language } = order;
  const { sums, elsewhere, facts } = rows;
  const { columns, group, isGrouped } = question;
  return {
    ...inFile(order, rows),
    title: facts.title,
    facts: [
      ...facts.lines,
      rowsFact(sums.total, language),
      ...dollarFacts(known, columns, sums, language),
      ...(elsewhere ? [elsewhereFact(elsewhere, known, language)] : []),
    ],
    depth: group.length,
    isOfSums: isGrouped,
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
  isUsual: false,
  path,
});

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
