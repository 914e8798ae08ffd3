import type { Font } from 'fontkit';
import { type Line, type LineStyle, layOutLine } from './lay-out-line.ts';

/**
 * A font as embedded in the document. Besides pdfkit's documented API this uses what its `encode` does, because that
 * lays out the text again and knows no direction.
 */
export interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string, features?: readonly string[]): [codes: string[], positions: { readonly advanceWidth: number }[]];
  readonly subset: { includeGlyph(id: number): number };
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
}

/** A font as embedded in the document, for use on its current page. */
export function embedFont(document: PDFKit.PDFDocument, font: Font): EmbeddedFont {
  document.font(font as unknown as Buffer, font.postscriptName); // pdfkit takes a font of fontkit, too
  const embedded = (document as unknown as { _font: EmbeddedFont })._font; // pdfkit's own field for the current font
  if (document.page as PDFKit.PDFPage | undefined) document.page.fonts[embedded.id] = embedded.ref();
  return embedded;
}

/** The operators of a page's content that show a line, between `BT` and `ET`. */
export function encodeLine(document: PDFKit.PDFDocument, { runs }: Line, size: number): string {
  let pen = 0;
  let offset = 0;
  const operators: string[] = [];
  for (const { font, glyphs } of runs) {
    const embedded = embedFont(document, font);
    operators.push(`/${embedded.id} ${formatNumber(size)} Tf`);
    let shown = '';
    const show = () => {
      if (shown !== '') operators.push(`[${shown}] TJ`);
      shown = '';
    };
    for (const { glyph, x, y } of glyphs) {
      if (Math.abs(y - offset) > size / 1000) {
        show();
        offset = y;
        operators.push(`${formatNumber(offset)} Ts`);
      }
      const gap = Math.round(((pen - x) / size) * 1000);
      const code = embedded.subset.includeGlyph(glyph.id);
      const width = (embedded.widths[code] ??= (glyph.advanceWidth * 1000) / font.unitsPerEm);
      embedded.unicode[code] ??= glyph.codePoints;
      shown += `${gap === 0 ? '' : gap}<${code.toString(16).padStart(4, '0')}>`;
      pen += ((width - gap) / 1000) * size;
    }
    show();
  }
  return offset === 0 ? operators.join(' ') : `${operators.join(' ')} 0 Ts`;
}

const formatNumber = (n: number): string => String(Math.round(n * 100) / 100);

/** Writes a line of text into the current page, with its baseline at `y`, in the current colour. */
export function writeLine(document: PDFKit.PDFDocument, text: string, style: LineStyle, x: number, y: number): void {
  const operators = encodeLine(document, layOutLine(text, style), style.size);
  // pdfkit counts from the top, text from the bottom.
  document.addContent(`q 1 0 0 -1 ${formatNumber(x)} ${formatNumber(y)} cm BT ${operators} ET Q`);
}
