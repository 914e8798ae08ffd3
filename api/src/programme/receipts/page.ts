import { buffer } from 'node:stream/consumers';
import { TYPEFACE, printable } from '../../platform/pdf/typefaces.ts';
import type { Cells, ReceiptPage } from './content.ts';

/** Points: A5, standing. */
const WIDTH = 419.53;
const MARGIN = 36;
const RIGHT = WIDTH - MARGIN;
const INNER = WIDTH - 2 * MARGIN;
/** The right edges of quantity, price and amount; the description has the rest. */
const COLUMNS = { quantity: 210, price: 296, amount: RIGHT } as const;
const INK = '#1c1b19';
const FAINT = '#6b675f';
const RULE = '#d6d2ca';
const DANGER = '#a4262c';
const FOOT = 44;

/** A receipt as PDF, on A5. */
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
  const pen = penOf(document);
  pen.line(page.hotel, { size: 13, strong: true });
  for (const text of page.contact) pen.line(text, { size: 8, colour: FAINT });
  pen.gap(14);
  pen.line(page.title, { size: 12, strong: true });
  if (page.warning !== null) {
    pen.gap(4);
    pen.line(page.warning, { size: 9, strong: true, colour: DANGER });
  }
  if (page.corrections.length > 0) pen.gap(4);
  for (const text of page.corrections) pen.line(text, { size: 9 });
  pen.gap(8);
  for (const [label, value] of page.facts) pen.fact(label, value);
  pen.gap(10);
  pen.row(page.heads, { size: 8, colour: FAINT });
  pen.rule();
  for (const line of page.lines) pen.row(line, { size: 9 });
  pen.rule();
  for (const [i, [label, value]] of page.sums.entries())
    pen.sum(label, value, i === page.sums.length - 1 ? { size: 12, strong: true } : { size: 9 });
  pen.gap(18);
  if (page.foot !== null) pen.line(page.foot, { size: 8, colour: FAINT });
  document.end();
  return done;
}

interface Look {
  readonly size: number;
  readonly strong?: boolean;
  readonly colour?: string;
}

/** Writes downwards from the top of the page; text without room goes on on the next. */
function penOf(document: PDFKit.PDFDocument) {
  let y = MARGIN;
  const style = ({ size, strong = false, colour = INK }: Look) =>
    document
      .font(strong ? TYPEFACE.strong : TYPEFACE.regular)
      .fontSize(size)
      .fillColor(colour);
  const room = (height: number) => {
    if (y + height <= document.page.height - FOOT) return;
    document.addPage();
    y = MARGIN;
  };
  /** Writes into a column and answers how high it became. */
  const write = (text: string, look: Look, x: number, width: number, align: 'left' | 'right' = 'left'): number => {
    const shown = printable(text);
    style(look).text(shown, x, y, { width, align, lineGap: 1 });
    return document.heightOfString(shown, { width, lineGap: 1 });
  };
  const heightOf = (text: string, look: Look, width: number): number =>
    style(look).heightOfString(printable(text), { width, lineGap: 1 });
  return {
    gap: (height: number) => {
      y += height;
    },
    line: (text: string, look: Look) => {
      room(heightOf(text, look, INNER));
      y += write(text, look, MARGIN, INNER) + 2;
    },
    fact: (label: string, value: string) => {
      const [name, told] = [{ size: 9, colour: FAINT }, { size: 9 }];
      room(heightOf(value, told, INNER - 96));
      write(label, name, MARGIN, 92);
      y += write(value, told, MARGIN + 96, INNER - 96) + 2;
    },
    row: (cells: Cells, look: Look) => {
      const width = COLUMNS.quantity - MARGIN - 34;
      const height = heightOf(cells.description, look, width);
      room(height);
      write(cells.quantity, look, COLUMNS.quantity - 30, 30, 'right');
      write(cells.price, look, COLUMNS.quantity + 4, COLUMNS.price - COLUMNS.quantity - 4, 'right');
      write(cells.amount, look, COLUMNS.price + 4, COLUMNS.amount - COLUMNS.price - 4, 'right');
      write(cells.description, look, MARGIN, width);
      y += height + 4;
    },
    rule: () => {
      document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(RULE);
      y += 5;
    },
    sum: (label: string, value: string, look: Look) => {
      room(heightOf(value, look, INNER / 2));
      write(label, look, MARGIN, INNER / 2);
      y += write(value, look, MARGIN + INNER / 2, INNER / 2, 'right') + 3;
    },
  };
}
