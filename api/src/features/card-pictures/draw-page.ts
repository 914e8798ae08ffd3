import { buffer } from 'node:stream/consumers';
import { writeLine } from '../../platform/typesetting/glyph-operators.ts';
import type { Card } from './card.ts';
import { CARD, type Shape } from './shapes.ts';

/** A card as a PDF page of its exact size, with real text. */
export async function drawPage(card: Card, shapes: readonly Shape[]): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: [CARD.width, CARD.height],
    margin: 0,
    info: { Title: `${card.membership} ${card.sbec_no}`, Author: card.hotel },
    lang: card.language,
    displayTitle: true,
  });
  const bytes = buffer(document);
  for (const shape of shapes) {
    document.save();
    drawShape(document, shape);
    document.restore();
  }
  document.end();
  return bytes;
}

function drawShape(document: PDFKit.PDFDocument, shape: Shape): void {
  if (shape.kind === 'background') {
    const gradient = document.linearGradient(0, 0, CARD.width, CARD.height);
    shape.colours.forEach((colour, i) => gradient.stop(i / (shape.colours.length - 1), colour));
    document.rect(0, 0, CARD.width, CARD.height).fill(gradient);
    return;
  }
  if (shape.rotation) document.rotate(shape.rotation.degrees, { origin: [shape.rotation.x, shape.rotation.y] });
  document.opacity(shape.opacity ?? 1);
  if (shape.kind === 'area') document.path(shape.d).fill(shape.colour);
  else if (shape.kind === 'line') document.path(shape.d).lineWidth(shape.width).stroke(shape.colour);
  else {
    document.fillColor(shape.colour);
    writeLine(document, shape.text, shape, shape.x, shape.y);
  }
}
