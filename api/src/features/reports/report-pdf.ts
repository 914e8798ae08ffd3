import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Language } from '@innkeeper/contract';
import { type Row, isSubtotal } from '../../engine/import-export/xlsx-lines.ts';
import { formatCell, formatNumber } from '../../engine/import-export/format-cell.ts';
import type { RunColumn } from './report-columns.ts';
import { type PdfLayout, GAP, linesOf, shareWidth } from './pdf-columns.ts';
import { type Canvas, createCanvas } from './pdf-canvas.ts';
import type { Fact } from './report-facts.ts';
import type { ExpandedReport } from './report-rows.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/** A4 landscape, in points. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 30;
const FOOTER_SIZE = 7;
/** Top of the page footer. */
const BOTTOM = HEIGHT - MARGIN - 14;
const TITLE_SIZE = 15;
const FACT_SIZE = 8;
const FACT_GAP = 3;
/** Line height relative to the font size. */
const LEADING = 1.3;
const LINES_MAX = 4;
/** Maximum lines of a label of sums, which ends with the numbers of excluded records. */
const LABEL_LINES = 8;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money']);

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
  void print(createCanvas(document), report).catch((error: unknown) => document.destroy(asError(error)));
  return document;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function print(canvas: Canvas, report: ExpandedReport): Promise<void> {
  const { columns, lines, language } = report;
  const printed = columns.map(({ label, type, key }) => ({
    heading: replaceUnprintable(label).replaceAll(' · ', `${NO_BREAK_SPACE}· `),
    isNumber: NUMBERS.has(type) && !isId(key),
  }));
  let table: Table | undefined;
  for await (const batch of report.batches) {
    table ??= startTable(canvas, report, printed, [
      ...batch.flatMap((line) => (isSubtotal(line) ? [] : [cellsOf(columns, line, language)])),
      ...lines.map(({ values }) => columns.map((_, i) => formatNumber(values.get(i) ?? ''))),
    ]);
    for (const line of batch)
      if (isSubtotal(line))
        table.addSum(line.label, new Map(line.sums.map(({ column, value }) => [column, value])), line.at);
      else table.addRow(cellsOf(columns, line, language));
    await setImmediate();
  }
  table ??= startTable(canvas, report, printed, []);
  if (report.total === 0) table.addNote(reportFileTexts.nothing[language]);
  for (const line of lines) table.addSum(line.label, line.values);
  table.addFacts(report.facts);
  canvas.end();
}

const isId = (key: string): boolean => key.endsWith('.id');

/** The characters that a page can show on one line. */
const replaceUnprintable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

const cellsOf = (columns: readonly RunColumn[], row: Row, language: Language): string[] =>
  columns.map(({ path, key }, i) => {
    const text = row[i] ?? null;
    if (text === null) return '';
    const formatted = replaceUnprintable(formatCell(path.definition, text, language, isId(key)));
    const { kind } = path.definition;
    return kind === 'date' || kind === 'instant'
      ? formatted.replaceAll(/(?<! -) (?!- )|(?<=-) /g, NO_BREAK_SPACE)
      : formatted;
  });

/** A non-breaking space, which keeps dates and times together. */
const NO_BREAK_SPACE = '\u00a0';

interface Table {
  addRow(cells: readonly string[]): void;
  /** `at` is the column where the label starts; by default the first column without a sum. */
  addSum(label: string, values: ReadonlyMap<number, string>, y?: number): void;
  addNote(text: string): void;
  addFacts(facts: readonly Fact[]): void;
}

interface TableWriter {
  readonly heading: string;
  readonly isNumber: boolean;
}

/** The table and its pages; `y` is where the next row starts. */
function startTable(
  canvas: Canvas,
  { title, facts, language }: ExpandedReport,
  printed: readonly TableWriter[],
  samples: readonly (readonly string[])[],
): Table {
  const { size, widths }: PdfLayout = shareWidth(printed, samples, WIDTH - 2 * MARGIN, canvas);
  const leftEdges = widths.map((_, i) => MARGIN + widths.slice(0, i).reduce((sum, width) => sum + width + GAP, 0));
  const height = size * LEADING;
  const padding = size * 0.45;
  const heads = printed.map(({ heading }, i) => linesOf(canvas, heading, (widths[i] ?? 0) / size, LINES_MAX, 'strong'));
  const headerLines = Math.max(1, ...heads.map((lines) => lines.length));
  const foot = footerText(title, facts);
  let y = 0;

  function writeFooter(): void {
    const at = HEIGHT - MARGIN;
    const number = `${reportFileTexts.page[language]} ${canvas.pages()} ${reportFileTexts.of[language]} `;
    const right = WIDTH - MARGIN - canvas.width('0000') * FOOTER_SIZE;
    canvas.rule(MARGIN, BOTTOM + 4, WIDTH - 2 * MARGIN, 0.5, 0.8);
    const [line = ''] = linesOf(canvas, foot, (WIDTH - 2 * MARGIN - 120) / FOOTER_SIZE, 1);
    canvas.write({ text: line, size: FOOTER_SIZE, grey: 0.4 }, MARGIN, at);
    canvas.write({ text: number, size: FOOTER_SIZE, grey: 0.4 }, right - canvas.width(number) * FOOTER_SIZE, at);
    canvas.writePageCount(right, at, FOOTER_SIZE, 0.4);
  }

  function turnPage(): void {
    canvas.turnPage();
    writeFooter();
    y = MARGIN;
    if (canvas.pages() > 1) return;
    canvas.write({ text: title, size: TITLE_SIZE, weight: 'strong' }, MARGIN, y + TITLE_SIZE * 0.8);
    y += TITLE_SIZE * 1.6;
  }

  function writeHeaders(): void {
    const top = y;
    canvas.rule(MARGIN - 3, top, WIDTH - 2 * MARGIN + 6, headerLines * height + 2 * padding, 0.94);
    // Aligns column heads at the bottom.
    heads.forEach((lines, i) => writeCell(lines, i, top + (headerLines - lines.length) * height, 'strong'));
    y += headerLines * height + 2 * padding;
  }

  function writeCell(lines: readonly string[], i: number, top: number, weight: 'regular' | 'strong' = 'regular'): void {
    const [left = 0, width = 0] = [leftEdges[i], widths[i]];
    lines.forEach((text, n) => {
      const x = printed[i]?.isNumber ? left + width - canvas.width(text, weight) * size : left;
      canvas.write({ text, size, weight }, x, top + padding + n * height + size * 0.95);
    });
  }

  /** Makes sure that this many points are left on the page, or starts a new one. */
  function ensureSpace(points: number, hasHeaders = true): void {
    if (y + points <= BOTTOM) return;
    turnPage();
    if (hasHeaders) writeHeaders();
  }

  /** `minLines`: minimum height in lines. */
  function writeRow(cells: readonly string[], weight: 'regular' | 'strong', minLines = 1): void {
    const lines = cells.map((text, i) =>
      linesOf(canvas, text, (widths[i] ?? 0) / size, printed[i]?.isNumber ? Infinity : LINES_MAX, weight),
    );
    const rowHeight = Math.max(minLines, ...lines.map((cell) => cell.length)) * height + 2 * padding;
    ensureSpace(rowHeight);
    lines.forEach((cell, i) => writeCell(cell, i, y, weight));
    y += rowHeight;
    canvas.rule(MARGIN - 3, y - 0.2, WIDTH - 2 * MARGIN + 6, 0.4, weight === 'strong' ? 0.6 : 0.87);
  }

  turnPage();
  writeHeaders();
  return {
    addRow: (cells) => writeRow(cells, 'regular'),
    addSum(label, values, at = printed.findIndex((_, i) => !values.has(i))) {
      // A label wider than its column may extend up to the next sum.
      const next = printed.findIndex((_, i) => i > at && values.has(i));
      const cells = printed.map((_, i) => formatNumber(values.get(i) ?? ''));
      const left = leftEdges[at] ?? MARGIN;
      const room = (next < 0 ? WIDTH - MARGIN : (leftEdges[next] ?? 0) - GAP) - left;
      const lines = at < 0 ? [] : linesOf(canvas, replaceUnprintable(label), room / size, LABEL_LINES, 'strong');
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
    addFacts(all) {
      const formatted =
        Math.max(...all.map(([word]) => canvas.width(replaceUnprintable(word), 'strong'))) * FACT_SIZE + 12;
      const report = all.map(
        ([word, meaning]) =>
          [
            word,
            linesOf(canvas, replaceUnprintable(meaning), (WIDTH - 2 * MARGIN - formatted) / FACT_SIZE, 40),
          ] as const,
      );
      y += FACT_SIZE * 1.5;
      const rowHeight = report.reduce((sum, [, lines]) => sum + lines.length * FACT_SIZE * LEADING + FACT_GAP, 0);
      ensureSpace(Math.min(rowHeight, BOTTOM - MARGIN), false);
      for (const [word, lines] of report) {
        canvas.write({ text: replaceUnprintable(word), size: FACT_SIZE, weight: 'strong' }, MARGIN, y + FACT_SIZE);
        for (const text of lines) {
          ensureSpace(FACT_SIZE * LEADING, false);
          canvas.write({ text, size: FACT_SIZE }, MARGIN + formatted, y + FACT_SIZE);
          y += FACT_SIZE * LEADING;
        }
        y += FACT_GAP;
      }
    },
  };
}

/** The footer of each page: title, user and time. */
const footerText = (title: string, facts: readonly Fact[]): string =>
  [title, ...facts.slice(2, 4).map(([word, meaning]) => `${word} ${meaning}`)].map(replaceUnprintable).join(' · ');
