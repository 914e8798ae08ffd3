import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Label, Language } from '@innkeeper/contract';
import { type Row, isSubtotal } from '../../engine/exchange/xlsx-lines.ts';
import { cellInWords, numberInWords } from '../../engine/exchange/cells-in-words.ts';
import type { RunColumn } from './columns.ts';
import { type Columns, GAP, linesOf, shareWidth } from './pdf-columns.ts';
import { type Pen, createPen } from './pdf-pen.ts';
import type { Fact } from './report-facts.ts';
import type { ToldReport } from './report-rows.ts';

const WORDS = {
  page: { en: 'Page', id: 'Halaman' },
  of: { en: 'of', id: 'dari' },
  nothing: { en: 'No rows fit these filters.', id: 'Tidak ada baris yang cocok dengan filter ini.' },
} as const satisfies Record<string, Label>;

/** Points: A4, lying. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 30;
const FOOT_SIZE = 7;
/** The top of a page's foot. */
const BOTTOM = HEIGHT - MARGIN - 14;
const TITLE_SIZE = 15;
const FACT_SIZE = 8;
const FACT_GAP = 3;
/** Heights of a line, in sizes of its letters. */
const LEADING = 1.3;
const LINES_MAX = 4;
/** Lines of a label of sums: it ends with how many records the sums leave out. */
const LABEL_LINES = 8;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money']);

/**
 * A report on A4 pages: the column heads on each, the sums below the last row, then the facts. Texts are drawn as they
 * are, so that neither markup nor a formula in them means anything. It is written as rows come, and other work has its turn between
 * two batches.
 */
export async function reportPdf(told: ToldReport): Promise<Readable> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: { Title: told.title, Author: 'Innkeeper' },
    lang: told.language,
    displayTitle: true,
  });
  void print(createPen(document), told).catch((error: unknown) => document.destroy(asError(error)));
  return document;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function print(pen: Pen, told: ToldReport): Promise<void> {
  const { columns, lines, language } = told;
  const printed = columns.map(({ label, type, key }) => ({
    heading: drawn(label).replaceAll(' · ', `${UNBROKEN}· `),
    isNumber: NUMBERS.has(type) && !isId(key),
  }));
  let table: Table | undefined;
  for await (const batch of told.batches) {
    table ??= startTable(pen, told, printed, [
      ...batch.flatMap((line) => (isSubtotal(line) ? [] : [cellsOf(columns, line, language)])),
      ...lines.map(({ values }) => columns.map((_, i) => numberInWords(values.get(i) ?? ''))),
    ]);
    for (const line of batch)
      if (isSubtotal(line))
        table.addSum(line.label, new Map(line.sums.map(({ column, value }) => [column, value])), line.at);
      else table.addRow(cellsOf(columns, line, language));
    await setImmediate();
  }
  table ??= startTable(pen, told, printed, []);
  if (told.total === 0) table.addNote(WORDS.nothing[language]);
  for (const line of lines) table.addSum(line.label, line.values);
  table.addFacts(told.facts);
  pen.end();
}

const isId = (key: string): boolean => key.endsWith('.id');

/** Letters that a page can show on one line. */
const drawn = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();

const cellsOf = (columns: readonly RunColumn[], row: Row, language: Language): string[] =>
  columns.map(({ path, key }, i) => {
    const text = row[i] ?? null;
    if (text === null) return '';
    const words = drawn(cellInWords(path.definition, text, language, isId(key)));
    const { kind } = path.definition;
    return kind === 'date' || kind === 'instant' ? words.replaceAll(/(?<! -) (?!- )|(?<=-) /g, UNBROKEN) : words;
  });

/** A blank at which no line ends: a day stays together, and so does a time. */
const UNBROKEN = '\u00a0';

interface Table {
  addRow(cells: readonly string[]): void;
  /** `at`: the column in which the label begins; otherwise the first one that has no sum. */
  addSum(label: string, values: ReadonlyMap<number, string>, at?: number): void;
  addNote(text: string): void;
  addFacts(facts: readonly Fact[]): void;
}

interface Printed {
  readonly heading: string;
  readonly isNumber: boolean;
}

/** The table and its pages; `y` is where the next row begins. */
function startTable(
  pen: Pen,
  { title, facts, language }: ToldReport,
  printed: readonly Printed[],
  samples: readonly (readonly string[])[],
): Table {
  const { size, widths }: Columns = shareWidth(printed, samples, WIDTH - 2 * MARGIN, pen);
  const lefts = widths.map((_, i) => MARGIN + widths.slice(0, i).reduce((sum, width) => sum + width + GAP, 0));
  const height = size * LEADING;
  const padding = size * 0.45;
  const heads = printed.map(({ heading }, i) => linesOf(pen, heading, (widths[i] ?? 0) / size, LINES_MAX, 'strong'));
  const headLines = Math.max(1, ...heads.map((lines) => lines.length));
  const foot = footText(title, facts);
  let y = 0;

  function writeFoot(): void {
    const at = HEIGHT - MARGIN;
    const number = `${WORDS.page[language]} ${pen.pages()} ${WORDS.of[language]} `;
    const right = WIDTH - MARGIN - pen.width('0000') * FOOT_SIZE;
    pen.rule(MARGIN, BOTTOM + 4, WIDTH - 2 * MARGIN, 0.5, 0.8);
    const [line = ''] = linesOf(pen, foot, (WIDTH - 2 * MARGIN - 120) / FOOT_SIZE, 1);
    pen.write({ text: line, size: FOOT_SIZE, grey: 0.4 }, MARGIN, at);
    pen.write({ text: number, size: FOOT_SIZE, grey: 0.4 }, right - pen.width(number) * FOOT_SIZE, at);
    pen.writePageCount(right, at, FOOT_SIZE, 0.4);
  }

  function turnPage(): void {
    pen.turnPage();
    writeFoot();
    y = MARGIN;
    if (pen.pages() > 1) return;
    pen.write({ text: title, size: TITLE_SIZE, weight: 'strong' }, MARGIN, y + TITLE_SIZE * 0.8);
    y += TITLE_SIZE * 1.6;
  }

  function writeHeads(): void {
    const top = y;
    pen.rule(MARGIN - 3, top, WIDTH - 2 * MARGIN + 6, headLines * height + 2 * padding, 0.94);
    // Heads of several lines stand on the last one.
    heads.forEach((lines, i) => writeCell(lines, i, top + (headLines - lines.length) * height, 'strong'));
    y += headLines * height + 2 * padding;
  }

  function writeCell(lines: readonly string[], i: number, top: number, weight: 'regular' | 'strong' = 'regular'): void {
    const [left = 0, width = 0] = [lefts[i], widths[i]];
    lines.forEach((text, n) => {
      const x = printed[i]?.isNumber ? left + width - pen.width(text, weight) * size : left;
      pen.write({ text, size, weight }, x, top + padding + n * height + size * 0.95);
    });
  }

  /** Room of so many points on this page, or on the next one. */
  function ensure(points: number, hasHeads = true): void {
    if (y + points <= BOTTOM) return;
    turnPage();
    if (hasHeads) writeHeads();
  }

  /** `least`: so many lines have room. */
  function writeRow(cells: readonly string[], weight: 'regular' | 'strong', least = 1): void {
    const lines = cells.map((text, i) =>
      linesOf(pen, text, (widths[i] ?? 0) / size, printed[i]?.isNumber ? Infinity : LINES_MAX, weight),
    );
    const tall = Math.max(least, ...lines.map((one) => one.length)) * height + 2 * padding;
    ensure(tall);
    lines.forEach((one, i) => writeCell(one, i, y, weight));
    y += tall;
    pen.rule(MARGIN - 3, y - 0.2, WIDTH - 2 * MARGIN + 6, 0.4, weight === 'strong' ? 0.6 : 0.87);
  }

  turnPage();
  writeHeads();
  return {
    addRow: (cells) => writeRow(cells, 'regular'),
    addSum(label, values, at = printed.findIndex((_, i) => !values.has(i))) {
      // A label is longer than the column in which it begins: it may run on as far as no sum stands.
      const next = printed.findIndex((_, i) => i > at && values.has(i));
      const cells = printed.map((_, i) => numberInWords(values.get(i) ?? ''));
      const left = lefts[at] ?? MARGIN;
      const room = (next < 0 ? WIDTH - MARGIN : (lefts[next] ?? 0) - GAP) - left;
      const lines = at < 0 ? [] : linesOf(pen, drawn(label), room / size, LABEL_LINES, 'strong');
      ensure(Math.max(1, lines.length) * height + 2 * padding);
      const top = y;
      writeRow(cells, 'strong', Math.max(1, lines.length));
      lines.forEach((text, n) =>
        pen.write({ text, size, weight: 'strong' }, left, top + padding + n * height + size * 0.95),
      );
    },
    addNote(text) {
      pen.write({ text, size: FACT_SIZE, grey: 0.4 }, MARGIN, y + FACT_SIZE * 1.8);
      y += FACT_SIZE * 3;
    },
    addFacts(all) {
      const words = Math.max(...all.map(([word]) => pen.width(drawn(word), 'strong'))) * FACT_SIZE + 12;
      const told = all.map(
        ([word, meaning]) =>
          [word, linesOf(pen, drawn(meaning), (WIDTH - 2 * MARGIN - words) / FACT_SIZE, 40)] as const,
      );
      y += FACT_SIZE * 1.5;
      const tall = told.reduce((sum, [, lines]) => sum + lines.length * FACT_SIZE * LEADING + FACT_GAP, 0);
      ensure(Math.min(tall, BOTTOM - MARGIN), false);
      for (const [word, lines] of told) {
        pen.write({ text: drawn(word), size: FACT_SIZE, weight: 'strong' }, MARGIN, y + FACT_SIZE);
        for (const text of lines) {
          ensure(FACT_SIZE * LEADING, false);
          pen.write({ text, size: FACT_SIZE }, MARGIN + words, y + FACT_SIZE);
          y += FACT_SIZE * LEADING;
        }
        y += FACT_GAP;
      }
    },
  };
}

/** The line at the foot of each page: title, maker and moment. */
const footText = (title: string, facts: readonly Fact[]): string =>
  [title, ...facts.slice(2, 4).map(([word, meaning]) => `${word} ${meaning}`)].map(drawn).join(' · ');
