import type { Readable } from 'node:stream';
import type { Language } from '@innkeeper/contract';
import type { Fact } from '../../engine/import-export/file-facts.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import { toPrintableLine } from '../../platform/typesetting/printable-line.ts';
import { loadFontsFor } from '../../platform/typesetting/typefaces.ts';
import { wrapText } from '../../platform/typesetting/wrap-text.ts';
import { reportFileTexts } from '../../texts/report-files.ts';
import { type Canvas, type TextLine, createCanvas } from './pdf-canvas.ts';
import type { YearBar, YearChart, YearPage } from './year-page.ts';

/** A4 landscape, in points. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 30;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
const GAP = 10;
const LINE_HEIGHT = 1.3;

/** The colours of the console's default theme. */
const COLOURS = { accent: '#1d5a42', previous: '#b9cbc3', frame: '#d9dedb' } as const;
/** Greys of texts: 0 is black. */
const MUTED = 0.4;

const TILES = { perRow: 5, height: 50 } as const;
const FACT_SIZE = 7;
const MAX_FACT_LINES = 2;
/** Maximum bars of a breakdown; what follows is only counted. */
const MAX_BREAKDOWN_BARS = 10;

/** The content of the page besides its values. */
export interface YearPdfFrame {
  readonly title: string;
  /** Filters, hotels, reader and time. */
  readonly facts: readonly Fact[];
  readonly language: Language;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The overview of a year on one page: logo, period, values with those of the year before, charts, and scope. */
export async function yearPdf(page: YearPage, { title, facts, language }: YearPdfFrame): Promise<Readable> {
  const { default: PDFDocument } = await import('pdfkit');
  await loadFontsFor(collectTexts(page, title, facts));
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Author: 'Innkeeper' },
    lang: language,
    displayTitle: true,
  });
  const canvas = createCanvas(document);
  canvas.startPage();
  const print = createPrinter(document, canvas);
  print.header(title, page.period);
  const tilesTop = MARGIN + 34;
  const tileRows = Math.ceil(page.tiles.length / TILES.perRow);
  const tileWidth = (CONTENT_WIDTH - (TILES.perRow - 1) * GAP) / TILES.perRow;
  page.tiles.forEach((tile, index) =>
    print.tile(tile, {
      x: MARGIN + (index % TILES.perRow) * (tileWidth + GAP),
      y: tilesTop + Math.floor(index / TILES.perRow) * (TILES.height + GAP),
      width: tileWidth,
      height: TILES.height,
    }),
  );
  const chartsTop = tilesTop + tileRows * (TILES.height + GAP);
  const factsTop = print.facts(facts);
  const charts = [...(page.months ? [page.months] : []), ...page.breakdowns];
  const chartWidth = (CONTENT_WIDTH - (charts.length - 1) * GAP) / charts.length;
  charts.forEach((chart, index) => {
    const box = {
      x: MARGIN + index * (chartWidth + GAP),
      y: chartsTop,
      width: chartWidth,
      height: factsTop - GAP - chartsTop,
    };
    const inner = print.chartFrame(`${chart.title} · ${page.measure}`, page.names, box);
    if (chart === page.months) print.columns(chart, inner);
    else print.bars(chart, inner, language);
  });
  canvas.end();
  return document;
}

const collectTexts = (
  { period, names, tiles, measure, months, breakdowns }: YearPage,
  title: string,
  facts: readonly Fact[],
) => [
  title,
  period,
  measure,
  ...names,
  ...facts.flat(),
  ...tiles.flatMap(({ label, value, change, previous }) => [label, value, change, previous]),
  ...[...(months ? [months] : []), ...breakdowns].flatMap((chart) => [
    chart.title,
    ...chart.bars.flatMap(({ label, text }) => [label, text]),
  ]),
];

/** Draws the parts of the page: areas by pdfkit below, texts by the canvas above them. */
function createPrinter(document: PDFKit.PDFDocument, canvas: Canvas) {
  const fill = ({ x, y, width, height }: Box, colour: string) => document.rect(x, y, width, height).fill(colour);
  const frame = ({ x, y, width, height }: Box) =>
    document.lineWidth(0.6).roundedRect(x, y, width, height, 4).stroke(COLOURS.frame);
  const widthOf = ({ text, size, weight }: TextLine) => canvas.measureWidth(text, weight) * size;
  /** Writes the part of a line that fits, with an ellipsis if it is cut. */
  const write = (line: TextLine, x: number, y: number, width: number) => {
    const [text = ''] = wrapText(
      toPrintableLine(line.text),
      (part) => canvas.measureWidth(part, line.weight) * line.size <= width + 0.01,
      1,
    );
    canvas.write({ ...line, text }, x, y);
  };
  const writeRight = (line: TextLine, right: number, y: number) => canvas.write(line, right - widthOf(line), y);

  return {
    header(title: string, period: string) {
      drawLogo(document, MARGIN, MARGIN, 22);
      canvas.write({ text: title, size: 15, weight: 'strong' }, MARGIN + 30, MARGIN + 16);
      writeRight({ text: period, size: 13, weight: 'strong' }, WIDTH - MARGIN, MARGIN + 16);
    },

    tile({ label, value, change, previous }: YearPage['tiles'][number], box: Box) {
      frame(box);
      const [left, width] = [box.x + 8, box.width - 16];
      write({ text: label, size: 7.5, grey: MUTED }, left, box.y + 13, width);
      const valueLine: TextLine = { text: value, size: 13, weight: 'strong' };
      canvas.write(valueLine, left, box.y + 29);
      canvas.write({ text: change, size: 8 }, left + widthOf(valueLine) + 6, box.y + 29);
      write({ text: previous, size: 7, grey: MUTED }, left, box.y + 42, width);
    },

    /** Returns the area for the bars. */
    chartFrame(title: string, [current, previous]: YearPage['names'], box: Box): Box {
      frame(box);
      const [left, width] = [box.x + 10, box.width - 20];
      write({ text: title, size: 8.5, weight: 'strong' }, left, box.y + 16, width);
      let x = left;
      for (const [name, colour] of [
        [current, COLOURS.accent],
        [previous, COLOURS.previous],
      ] as const) {
        if (name === '') continue;
        fill({ x, y: box.y + 23, width: 7, height: 7 }, colour);
        const line: TextLine = { text: name, size: 7, grey: MUTED };
        canvas.write(line, x + 10, box.y + 29);
        x += 18 + widthOf(line);
      }
      return { x: left, y: box.y + 40, width, height: box.height - 50 };
    },

    /** Vertical bars, each beside that of the year before. */
    columns({ bars }: YearChart, { x, y, width, height }: Box) {
      const max = maximumOf(bars);
      const slot = width / Math.max(1, bars.length);
      const barWidth = slot * 0.36;
      const [top, baseline] = [y + 10, y + height - 12];
      write({ text: formatNumber(String(Math.round(max))), size: 6.5, grey: MUTED }, x, y + 4, width);
      bars.forEach(({ label, current, previous }, index) => {
        const left = x + index * slot;
        const draw = (value: number, offset: number, colour: string) => {
          const barHeight = lengthOf(value, max, baseline - top);
          if (barHeight > 0)
            fill({ x: left + offset, y: baseline - barHeight, width: barWidth, height: barHeight }, colour);
        };
        if (previous !== null) draw(previous, slot * 0.12, COLOURS.previous);
        draw(current, slot * 0.12 + (previous === null ? barWidth / 2 : barWidth), COLOURS.accent);
        const line: TextLine = { text: label, size: 6.5, grey: MUTED };
        canvas.write(line, left + (slot - widthOf(line)) / 2, baseline + 9);
      });
      canvas.drawRule(x, baseline, width, 0.5, 0.6);
    },

    /** Horizontal bars below their names, each above that of the year before. */
    bars({ bars }: YearChart, { x, y, width, height }: Box, language: Language) {
      const visibleBars = bars.slice(0, MAX_BREAKDOWN_BARS);
      const rest = bars.length - visibleBars.length;
      const max = maximumOf(bars);
      const rowHeight = Math.min(24, (height - (rest > 0 ? 12 : 0)) / Math.max(1, visibleBars.length));
      const size = Math.min(7.5, rowHeight * 0.36);
      visibleBars.forEach(({ label, text, current, previous }, index) => {
        const top = y + index * rowHeight;
        const value: TextLine = { text, size, weight: 'strong' };
        const textBottom = top + size;
        write({ text: label, size }, x, textBottom, width - widthOf(value) - 8);
        writeRight(value, x + width, textBottom);
        const barTop = textBottom + rowHeight * 0.12;
        const thickness = rowHeight * 0.19;
        fill({ x, y: barTop, width: lengthOf(current, max, width), height: thickness }, COLOURS.accent);
        if (previous !== null)
          fill(
            { x, y: barTop + thickness, width: lengthOf(previous, max, width), height: thickness * 0.6 },
            COLOURS.previous,
          );
      });
      if (rest > 0)
        write(
          { text: reportFileTexts.more({ count: rest })[language], size: 7, grey: MUTED },
          x,
          y + visibleBars.length * rowHeight + 8,
          width,
        );
    },

    /** Writes the facts at the foot of the page, and returns their upper edge. */
    facts(facts: readonly Fact[]): number {
      const words = facts.map(([word]) => toPrintableLine(word));
      const labelWidth = Math.max(0, ...words.map((word) => canvas.measureWidth(word, 'strong'))) * FACT_SIZE + 10;
      const fits = (part: string) => canvas.measureWidth(part) * FACT_SIZE <= CONTENT_WIDTH - labelWidth;
      const lines = facts.flatMap(([, meaning], index) =>
        wrapText(toPrintableLine(meaning), fits, MAX_FACT_LINES).map((text, n) => ({
          word: n === 0 ? words[index] : undefined,
          text,
        })),
      );
      const top = HEIGHT - MARGIN - lines.length * FACT_SIZE * LINE_HEIGHT;
      lines.forEach(({ word, text }, index) => {
        const baseline = top + (index + 1) * FACT_SIZE * LINE_HEIGHT;
        if (word !== undefined) canvas.write({ text: word, size: FACT_SIZE, weight: 'strong' }, MARGIN, baseline);
        canvas.write({ text, size: FACT_SIZE }, MARGIN + labelWidth, baseline);
      });
      return top;
    },
  };
}

const maximumOf = (bars: readonly YearBar[]): number =>
  Math.max(0, ...bars.flatMap(({ current, previous }) => [current, previous ?? 0]));

/** The length of a bar; reversals may make a sum negative, which has none. */
const lengthOf = (value: number, max: number, available: number): number =>
  max === 0 ? 0 : (Math.max(0, value) / max) * available;

/** The logo: a key, as in the console. */
function drawLogo(document: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  document
    .save()
    .translate(x, y)
    .scale(size / 32);
  document.roundedRect(0, 0, 32, 32, 7).fill(COLOURS.accent);
  document
    .path('M16 6a5 5 0 0 1 2 9.58V26h-4v-3h-2.5v-3H14v-4.42A5 5 0 0 1 16 6Zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z')
    .fill('#ffffff', 'even-odd');
  document.restore();
}
