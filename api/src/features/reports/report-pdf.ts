import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Language } from '@innkeeper/contract';
import { type Row, isSubtotal } from '../../engine/import-export/xlsx-lines.ts';
import { loadFontsFor } from '../../platform/typesetting/typefaces.ts';
import { toPrintableLine } from '../../platform/typesetting/printable-line.ts';
import { wrapText } from '../../platform/typesetting/wrap-text.ts';
import { formatCell, formatNumber } from '../../engine/import-export/format-cell.ts';
import type { RunColumn } from './report-columns.ts';
import { type PdfLayout, COLUMN_GAP, layOutColumns } from './pdf-columns.ts';
import { type Canvas, type Weight, createCanvas } from './pdf-canvas.ts';
import type { Fact } from '../../engine/import-export/file-facts.ts';
import type { ExpandedReport } from './report-rows.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/** A4 landscape, in points. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 30;
const FOOTER_SIZE = 7;
/** Top of the page footer. */
const CONTENT_BOTTOM = HEIGHT - MARGIN - 14;
const TITLE_SIZE = 15;
const FACT_SIZE = 8;
const FACT_GAP = 3;
/** Line height relative to the font size. */
const LINE_HEIGHT = 1.3;
const MAX_CELL_LINES = 4;
/** Maximum lines of a label of sums, which ends with the numbers of excluded records. */
const MAX_LABEL_LINES = 8;
const NUMBER_TYPES: ReadonlySet<string> = new Set(['integer', 'decimal', 'money']);

/**
 * A report on A4 pages: the column heads on each page, the sums below the last row, then the facts. Texts are drawn
 * literally, so markup and formulas in them have no effect. Pages are written as rows arrive; other work gets a turn
 * between two batches.
 */
export async function reportPdf(report: ExpandedReport): Promise<Readable> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: { Title: report.title, Author: 'Innkeeper' },
    lang: report.language,
    displayTitle: true,
  });
  void printReport(createCanvas(document), report).catch((error: unknown) => document.destroy(toError(error)));
  return document;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function printReport(canvas: Canvas, report: ExpandedReport): Promise<void> {
  const { columns, lines, language } = report;
  const printedColumns = columns.map(({ label, type, key }) => ({
    heading: toPrintableLine(label).replaceAll(' · ', `${NO_BREAK_SPACE}· `),
    isNumber: NUMBER_TYPES.has(type) && !isId(key),
  }));
  await loadFontsFor([
    report.title,
    ...printedColumns.map(({ heading }) => heading),
    ...lines.map(({ label }) => label),
    ...report.facts.flat(),
  ]);
  let table: PdfTable | undefined;
  for await (const batch of report.batches) {
    const printedLines = batch.map((line) => (isSubtotal(line) ? line : formatRow(columns, line, language)));
    await loadFontsFor(printedLines.flatMap((line) => (isSubtotal(line) ? [line.label] : line)));
    table ??= startTable(canvas, report, printedColumns, [
      ...printedLines.flatMap((line) => (isSubtotal(line) ? [] : [line])),
      ...lines.map(({ values }) => columns.map((_, i) => formatNumber(values.get(i) ?? ''))),
    ]);
    for (const line of printedLines)
      if (isSubtotal(line))
        table.addSum(line.label, new Map(line.sums.map(({ column, value }) => [column, value])), line.at);
      else table.addRow(line);
    await setImmediate();
  }
  table ??= startTable(canvas, report, printedColumns, []);
  if (report.total === 0) table.addNote(reportFileTexts.nothing[language]);
  for (const line of lines) table.addSum(line.label, line.values);
  table.addFacts(report.facts);
  canvas.end();
}

const isId = (key: string): boolean => key.endsWith('.id');

const formatRow = (columns: readonly RunColumn[], row: Row, language: Language): string[] =>
  columns.map(({ path, key }, i) => {
    const text = row[i] ?? null;
    if (text === null) return '';
    const formatted = toPrintableLine(formatCell(path.definition, text, language, isId(key)));
    const { kind } = path.definition;
    return kind === 'date' || kind === 'instant'
      ? formatted.replaceAll(/(?<! -) (?!- )|(?<=-) /g, NO_BREAK_SPACE)
      : formatted;
  });

/** A non-breaking space, which keeps dates and times together. */
const NO_BREAK_SPACE = '\u00a0';

interface PdfTable {
  addRow(cells: readonly string[]): void;
  /** `column` is where the label starts; by default the first column without a sum. */
  addSum(label: string, values: ReadonlyMap<number, string>, column?: number): void;
  addNote(text: string): void;
  addFacts(facts: readonly Fact[]): void;
}

interface PrintedColumn {
  readonly heading: string;
  readonly isNumber: boolean;
}

/** The table and its pages; `y` is where the next row starts. */
function startTable(
  canvas: Canvas,
  { title, facts, language }: ExpandedReport,
  printedColumns: readonly PrintedColumn[],
  samples: readonly (readonly string[])[],
): PdfTable {
  const { size, widths }: PdfLayout = layOutColumns(printedColumns, samples, WIDTH - 2 * MARGIN, canvas);
  const leftEdges = widths.map(
    (_, i) => MARGIN + widths.slice(0, i).reduce((sum, width) => sum + width + COLUMN_GAP, 0),
  );
  const height = size * LINE_HEIGHT;
  const padding = size * 0.45;
  const wrap = (text: string, ems: number, maxLines: number, weight?: Weight) =>
    wrapText(text, (line) => canvas.measureWidth(line, weight) <= ems + 0.01, maxLines);
  const headingLines = printedColumns.map(({ heading }, i) =>
    wrap(heading, (widths[i] ?? 0) / size, MAX_CELL_LINES, 'strong'),
  );
  const headerLineCount = Math.max(1, ...headingLines.map((lines) => lines.length));
  const footer = formatFooter(title, facts);
  let y = 0;

  function writeFooter(): void {
    const baseline = HEIGHT - MARGIN;
    const number = `${reportFileTexts.page[language]} ${canvas.pageCount()} ${reportFileTexts.of[language]} `;
    const right = WIDTH - MARGIN - canvas.measureWidth('0000') * FOOTER_SIZE;
    canvas.drawRule(MARGIN, CONTENT_BOTTOM + 4, WIDTH - 2 * MARGIN, 0.5, 0.8);
    const [line = ''] = wrap(footer, (WIDTH - 2 * MARGIN - 120) / FOOTER_SIZE, 1);
    canvas.write({ text: line, size: FOOTER_SIZE, grey: 0.4 }, MARGIN, baseline);
    canvas.write(
      { text: number, size: FOOTER_SIZE, grey: 0.4 },
      right - canvas.measureWidth(number) * FOOTER_SIZE,
      baseline,
    );
    canvas.writePageCount(right, baseline, FOOTER_SIZE, 0.4);
  }

  function startPage(): void {
    canvas.startPage();
    writeFooter();
    y = MARGIN;
    if (canvas.pageCount() > 1) return;
    canvas.write({ text: title, size: TITLE_SIZE, weight: 'strong' }, MARGIN, y + TITLE_SIZE * 0.8);
    y += TITLE_SIZE * 1.6;
  }

  function writeHeaders(): void {
    const top = y;
    canvas.drawRule(MARGIN - 3, top, WIDTH - 2 * MARGIN + 6, headerLineCount * height + 2 * padding, 0.94);
    // Aligns column heads at the bottom.
    headingLines.forEach((lines, i) => writeCell(lines, i, top + (headerLineCount - lines.length) * height, 'strong'));
    y += headerLineCount * height + 2 * padding;
  }

  function writeCell(lines: readonly string[], i: number, top: number, weight: 'regular' | 'strong' = 'regular'): void {
    const [left = 0, width = 0] = [leftEdges[i], widths[i]];
    lines.forEach((text, n) => {
      const x = printedColumns[i]?.isNumber ? left + width - canvas.measureWidth(text, weight) * size : left;
      canvas.write({ text, size, weight }, x, top + padding + n * height + size * 0.95);
    });
  }

  /** Makes sure that this many points are left on the page, or starts a new one. */
  function ensureSpace(points: number, hasHeaders = true): void {
    if (y + points <= CONTENT_BOTTOM) return;
    startPage();
    if (hasHeaders) writeHeaders();
  }

  /** `minLines`: minimum height in lines. */
  function writeRow(cells: readonly string[], weight: 'regular' | 'strong', minLines = 1): void {
    const lines = cells.map((text, i) =>
      wrap(text, (widths[i] ?? 0) / size, printedColumns[i]?.isNumber ? Infinity : MAX_CELL_LINES, weight),
    );
    const rowHeight = Math.max(minLines, ...lines.map((cell) => cell.length)) * height + 2 * padding;
    ensureSpace(rowHeight);
    lines.forEach((cell, i) => writeCell(cell, i, y, weight));
    y += rowHeight;
    canvas.drawRule(MARGIN - 3, y - 0.2, WIDTH - 2 * MARGIN + 6, 0.4, weight === 'strong' ? 0.6 : 0.87);
  }

  startPage();
  writeHeaders();
  return {
    addRow: (cells) => writeRow(cells, 'regular'),
    addSum(label, values, column = printedColumns.findIndex((_, i) => !values.has(i))) {
      // A label wider than its column may extend up to the next sum.
      const nextSum = printedColumns.findIndex((_, i) => i > column && values.has(i));
      const cells = printedColumns.map((_, i) => formatNumber(values.get(i) ?? ''));
      const left = leftEdges[column] ?? MARGIN;
      const availableWidth = (nextSum < 0 ? WIDTH - MARGIN : (leftEdges[nextSum] ?? 0) - COLUMN_GAP) - left;
      const lines = column < 0 ? [] : wrap(toPrintableLine(label), availableWidth / size, MAX_LABEL_LINES, 'strong');
      ensureSpace(Math.max(1, lines.length) * height + 2 * padding);
      const top = y;
      writeRow(cells, 'strong', Math.max(1, lines.length));
      lines.forEach((text, n) =>
        canvas.write({ text, size, weight: 'strong' }, left, top + padding + n * height + size * 0.95),
      );
    },
    addNote(text) {
      canvas.write({ text, size: FACT_SIZE, grey: 0.4 }, MARGIN, y + FACT_SIZE * 1.8);
      y += FACT_SIZE * 3;
    },
    addFacts(facts) {
      const labelWidth =
        Math.max(...facts.map(([word]) => canvas.measureWidth(toPrintableLine(word), 'strong'))) * FACT_SIZE + 12;
      const factLines = facts.map(
        ([word, meaning]) =>
          [word, wrap(toPrintableLine(meaning), (WIDTH - 2 * MARGIN - labelWidth) / FACT_SIZE, 40)] as const,
      );
      y += FACT_SIZE * 1.5;
      const factsHeight = factLines.reduce(
        (sum, [, lines]) => sum + lines.length * FACT_SIZE * LINE_HEIGHT + FACT_GAP,
        0,
      );
      ensureSpace(Math.min(factsHeight, CONTENT_BOTTOM - MARGIN), false);
      for (const [word, lines] of factLines) {
        canvas.write({ text: toPrintableLine(word), size: FACT_SIZE, weight: 'strong' }, MARGIN, y + FACT_SIZE);
        for (const text of lines) {
          ensureSpace(FACT_SIZE * LINE_HEIGHT, false);
          canvas.write({ text, size: FACT_SIZE }, MARGIN + labelWidth, y + FACT_SIZE);
          y += FACT_SIZE * LINE_HEIGHT;
        }
        y += FACT_GAP;
      }
    },
  };
}

/** The footer of each page: title, user and time. */
const formatFooter = (title: string, facts: readonly Fact[]): string =>
  [title, ...facts.slice(2, 4).map(([word, meaning]) => `${word} ${meaning}`)].map(toPrintableLine).join(' · ');
