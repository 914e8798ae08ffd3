import { buffer } from 'node:stream/consumers';
import { TYPEFACE, toPrintableLine } from '../../platform/pdf/typefaces.ts';
import type { Cells, ReceiptPage } from './receipt-content.ts';

/** A5 portrait, in points. */
const WIDTH = 419.53;
const MARGIN = 36;
const RIGHT = WIDTH - MARGIN;
const INNER = WIDTH - 2 * MARGIN;
/** Right edges of the quantity, price and amount columns; the description takes the rest. */
const COLUMNS = { quantity: 210, price: 296, amount: RIGHT } as const;
const INK = '#1c1b19';
const MUTED = '#6b675f';
const RULE = '#d6d2ca';
const DANGER = '#a4262c';
const FOOTER_SIZE = 44;

/** Renders a receipt as an A5 PDF. */
export async function drawReceipt(page: ReceiptPage): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A5',
    margin: MARGIN,
    info: { Title: page.title, Author: page.hotel },
    lang: page.language,
    displayTitle: true,
  });
  const done = buffer(document);
  const canvas = createCanvas(document);
  canvas.line(page.hotel, { size: 13, strong: true });
  for (const text of page.contact) canvas.line(text, { size: 8, colour: MUTED });
  canvas.gap(14);
  canvas.line(page.title, { size: 12, strong: true });
  if (page.warning !== null) {
    canvas.gap(4);
    canvas.line(page.warning, { size: 9, strong: true, colour: DANGER });
  }
  if (page.corrections.length > 0) canvas.gap(4);
  for (const text of page.corrections) canvas.line(text, { size: 9 });
  canvas.gap(8);
  for (const [label, value] of page.facts) canvas.fact(label, value);
  canvas.gap(10);
  canvas.row(page.heads, { size: 8, colour: MUTED });
  canvas.rule();
  for (const line of page.lines) canvas.row(line, { size: 9 });
  canvas.rule();
  for (const [i, [label, value]] of page.sums.entries())
    canvas.sum(label, value, i === page.sums.length - 1 ? { size: 12, strong: true } : { size: 9 });
  canvas.gap(18);
  if (page.foot !== null) canvas.line(page.foot, { size: 8, colour: MUTED });
  document.end();
  return done;
}

interface PageLayout {
  readonly size: number;
  readonly strong?: boolean;
  readonly colour?: string;
}

/** Writes from the top of the page downwards; text that does not fit continues on the next page. */
function createCanvas(document: PDFKit.PDFDocument) {
  let y = MARGIN;
  const style = ({ size, strong = false, colour = INK }: PageLayout) =>
    document
      .font(strong ? TYPEFACE.strong : TYPEFACE.regular)
      .fontSize(size)
      .fillColor(colour);
  const room = (height: number) => {
    if (y + height <= document.page.height - FOOTER_SIZE) return;
    document.addPage();
    y = MARGIN;
  };
  /** Writes into a column and returns the height used. */
  const write = (
    text: string,
    layout: PageLayout,
    x: number,
    width: number,
    align: 'left' | 'right' = 'left',
  ): number => {
    const shown = toPrintableLine(text);
    style(layout).text(shown, x, y, { width, align, lineGap: 1 });
    return document.heightOfString(shown, { width, lineGap: 1 });
  };
  const heightOf = (text: string, layout: PageLayout, width: number): number =>
    style(layout).heightOfString(toPrintableLine(text), { width, lineGap: 1 });
  return {
    gap: (height: number) => {
      y += height;
    },
    line: (text: string, layout: PageLayout) => {
      room(heightOf(text, layout, INNER));
      y += write(text, layout, MARGIN, INNER) + 2;
    },
    fact: (label: string, value: string) => {
      const [name, valueStyle] = [{ size: 9, colour: MUTED }, { size: 9 }];
      room(heightOf(value, valueStyle, INNER - 96));
      write(label, name, MARGIN, 92);
      y += write(value, valueStyle, MARGIN + 96, INNER - 96) + 2;
    },
    row: (cells: Cells, layout: PageLayout) => {
      const width = COLUMNS.quantity - MARGIN - 34;
      const height = heightOf(cells.description, layout, width);
      room(height);
      write(cells.quantity, layout, COLUMNS.quantity - 30, 30, 'right');
      write(cells.price, layout, COLUMNS.quantity + 4, COLUMNS.price - COLUMNS.quantity - 4, 'right');
      write(cells.amount, layout, COLUMNS.price + 4, COLUMNS.amount - COLUMNS.price - 4, 'right');
      write(cells.description, layout, MARGIN, width);
      y += height + 4;
    },
    rule: () => {
      document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(RULE);
      y += 5;
    },
    sum: (label: string, value: string, layout: PageLayout) => {
      room(heightOf(value, layout, INNER / 2));
      write(label, layout, MARGIN, INNER / 2);
      y += write(value, layout, MARGIN + INNER / 2, INNER / 2, 'right') + 3;
    },
  };
}
