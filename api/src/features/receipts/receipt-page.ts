import { buffer } from 'node:stream/consumers';
import { writeLine } from '../../platform/typesetting/glyph-operators.ts';
import { type LineStyle, layOutLine } from '../../platform/typesetting/lay-out-line.ts';
import { toPrintableLine } from '../../platform/typesetting/printable-line.ts';
import { loadFontsFor } from '../../platform/typesetting/typefaces.ts';
import { wrapText } from '../../platform/typesetting/wrap-text.ts';
import type { Cells, ReceiptPage } from './receipt-content.ts';

/** A5 portrait, in points. */
const WIDTH = 419.53;
const MARGIN = 36;
const RIGHT_EDGE = WIDTH - MARGIN;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
/** Right edges of the quantity, price and amount columns; the description takes the rest. */
const COLUMN_EDGES = { quantity: 210, price: 296, amount: RIGHT_EDGE } as const;
const TEXT_COLOUR = '#1c1b19';
const MUTED_COLOUR = '#6b675f';
const RULE_COLOUR = '#d6d2ca';
const WARNING_COLOUR = '#a4262c';
const FOOTER_SIZE = 44;

/** Renders a receipt as an A5 PDF. */
export async function drawReceipt(page: ReceiptPage): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  await loadFontsFor(textsOf(page));
  const document = new PDFDocument({
    size: 'A5',
    margin: MARGIN,
    info: { Title: page.title, Author: page.hotel },
    lang: page.language,
    displayTitle: true,
  });
  const bytes = buffer(document);
  const canvas = createCanvas(document);
  canvas.addLine(page.hotel, { size: 13, strong: true });
  for (const text of page.contact) canvas.addLine(text, { size: 8, colour: MUTED_COLOUR });
  canvas.addGap(14);
  canvas.addLine(page.title, { size: 12, strong: true });
  if (page.warning !== null) {
    canvas.addGap(4);
    canvas.addLine(page.warning, { size: 9, strong: true, colour: WARNING_COLOUR });
  }
  if (page.corrections.length > 0) canvas.addGap(4);
  for (const text of page.corrections) canvas.addLine(text, { size: 9 });
  canvas.addGap(8);
  for (const [label, value] of page.facts) canvas.addFact(label, value);
  canvas.addGap(10);
  canvas.addRow(page.headings, { size: 8, colour: MUTED_COLOUR });
  canvas.addRule();
  for (const line of page.lines) canvas.addRow(line, { size: 9 });
  canvas.addRule();
  for (const [i, [label, value]] of page.sums.entries())
    canvas.addSum(label, value, i === page.sums.length - 1 ? { size: 12, strong: true } : { size: 9 });
  canvas.addGap(18);
  if (page.foot !== null) canvas.addLine(page.foot, { size: 8, colour: MUTED_COLOUR });
  document.end();
  return bytes;
}

const textsOf = ({ hotel, contact, title, warning, corrections, facts, headings, lines, sums, foot }: ReceiptPage) => [
  hotel,
  title,
  warning ?? '',
  foot ?? '',
  ...contact,
  ...corrections,
  ...facts.flat(),
  ...sums.flat(),
  ...[headings, ...lines].flatMap((cells) => Object.values(cells)),
];

interface TextStyle {
  readonly size: number;
  readonly strong?: boolean;
  readonly colour?: string;
}

/** Points from the top of a line to its baseline and to the next line, relative to the font size. */
const BASELINE = 0.97;
const LINE_HEIGHT = 1.3;

/** Writes from the top of the page downwards; text that does not fit continues on the next page. */
function createCanvas(document: PDFKit.PDFDocument) {
  let y = MARGIN;
  const ensureSpace = (height: number) => {
    if (y + height <= document.page.height - FOOTER_SIZE) return;
    document.addPage();
    y = MARGIN;
  };
  const lineStyleOf = ({ size, strong = false }: TextStyle): LineStyle => ({
    face: strong ? 'strong' : 'regular',
    size,
  });
  const linesOf = (text: string, textStyle: TextStyle, width: number): readonly string[] =>
    wrapText(toPrintableLine(text), (line) => layOutLine(line, lineStyleOf(textStyle)).width <= width);
  const heightOf = (text: string, textStyle: TextStyle, width: number): number =>
    linesOf(text, textStyle, width).length * textStyle.size * LINE_HEIGHT;
  /** Writes into a column and returns the height used. */
  const writeText = (
    text: string,
    textStyle: TextStyle,
    x: number,
    width: number,
    align: 'left' | 'right' = 'left',
  ): number => {
    const { size, colour = TEXT_COLOUR } = textStyle;
    const lines = linesOf(text, textStyle, width);
    document.fillColor(colour);
    for (const [i, line] of lines.entries()) {
      const lineStyle = lineStyleOf(textStyle);
      const left = align === 'left' ? x : x + width - layOutLine(line, lineStyle).width;
      writeLine(document, line, lineStyle, left, y + (i * LINE_HEIGHT + BASELINE) * size);
    }
    return lines.length * size * LINE_HEIGHT;
  };
  return {
    addGap: (height: number) => {
      y += height;
    },
    addLine: (text: string, textStyle: TextStyle) => {
      ensureSpace(heightOf(text, textStyle, CONTENT_WIDTH));
      y += writeText(text, textStyle, MARGIN, CONTENT_WIDTH) + 2;
    },
    addFact: (label: string, value: string) => {
      const [labelStyle, valueStyle] = [{ size: 9, colour: MUTED_COLOUR }, { size: 9 }];
      ensureSpace(heightOf(value, valueStyle, CONTENT_WIDTH - 96));
      writeText(label, labelStyle, MARGIN, 92);
      y += writeText(value, valueStyle, MARGIN + 96, CONTENT_WIDTH - 96) + 2;
    },
    addRow: (cells: Cells, textStyle: TextStyle) => {
      const width = COLUMN_EDGES.quantity - MARGIN - 34;
      const height = heightOf(cells.description, textStyle, width);
      ensureSpace(height);
      writeText(cells.quantity, textStyle, COLUMN_EDGES.quantity - 30, 30, 'right');
      writeText(
        cells.price,
        textStyle,
        COLUMN_EDGES.quantity + 4,
        COLUMN_EDGES.price - COLUMN_EDGES.quantity - 4,
        'right',
      );
      writeText(cells.amount, textStyle, COLUMN_EDGES.price + 4, COLUMN_EDGES.amount - COLUMN_EDGES.price - 4, 'right');
      writeText(cells.description, textStyle, MARGIN, width);
      y += height + 4;
    },
    addRule: () => {
      document.moveTo(MARGIN, y).lineTo(RIGHT_EDGE, y).lineWidth(0.5).stroke(RULE_COLOUR);
      y += 5;
    },
    addSum: (label: string, value: string, textStyle: TextStyle) => {
      ensureSpace(heightOf(value, textStyle, CONTENT_WIDTH / 2));
      writeText(label, textStyle, MARGIN, CONTENT_WIDTH / 2);
      y += writeText(value, textStyle, MARGIN + CONTENT_WIDTH / 2, CONTENT_WIDTH / 2, 'right') + 3;
    },
  };
}
