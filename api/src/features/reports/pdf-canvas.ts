import { TYPEFACE } from '../../platform/pdf/typefaces.ts';

/*
 * Writes lines of text to pdfkit pages, glyph by glyph. pdfkit's `text` lays out every text again, which takes 180 µs a
 * cell; this takes 7 µs. Glyphs are encoded once, without kerning and with figures of equal width. Besides pdfkit's
 * documented API it uses `encode`, `ref` and `id` of a font.
 */

export type Weight = keyof typeof TYPEFACE;

interface EmbeddedFont {
  readonly id: string;
  ref(): unknown;
  encode(text: string, features?: readonly string[]): [codes: string[], positions: { readonly advanceWidth: number }[]];
}

/** The font's code for a missing glyph, and the replacement drawn instead, so that the gap is visible. */
const MISSING_GLYPH_ID = '0000';
const PLACEHOLDER = '□';

interface Glyph {
  /** Hexadecimal, as in the page's content stream. */
  readonly code: string;
  /** In thousandths of the font size. */
  readonly width: number;
}

export interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight?: Weight;
  /** From 0 (black) to 1. */
  readonly grey?: number;
}

export interface Canvas {
  /** Width of a text at size 1. */
  width(text: string, weight?: Weight): number;
  /** Starts a page with its origin at the top left. */
  turnPage(): void;
  /** Writes a line with its baseline at `y`. */
  write(line: Line, x: number, y: number): void;
  /** Draws a horizontal rule, or fills an area of that height. */
  rule(x: number, y: number, width: number, height: number, grey: number): void;
  /** Reserves room for the page count, which is known only at the end. */
  writePageCount(x: number, y: number, size: number, grey: number): void;
  /** Finishes the last page and the document. */
  end(): void;
  readonly pages: () => number;
}

export function createCanvas(document: PDFKit.PDFDocument): Canvas {
  const fonts = { regular: fontOf(document, 'regular'), strong: fontOf(document, 'strong') };
  const letters = { regular: new Map<string, Glyph>(), strong: new Map<string, Glyph>() };
  const glyphOf = (character: string, weight: Weight): Glyph => {
    const known = letters[weight].get(character);
    if (known) return known;
    const [codes, positions] = fonts[weight].encode(character, ['tnum']);
    if (codes[0] === MISSING_GLYPH_ID && character !== PLACEHOLDER) return glyphOf(PLACEHOLDER, weight);
    const glyph = { code: codes.join(''), width: positions.reduce((sum, position) => sum + position.advanceWidth, 0) };
    letters[weight].set(character, glyph);
    return glyph;
  };
  let drawn: string[] = [];
  let pages = 0;
  const countFonts: Record<string, unknown> = {};
  const count = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -1, 9, 2],
    Resources: { Font: countFonts },
  });
  const padTwoDigits = (n: number): string => n.toFixed(2);
  const flipY = (y: number): string => padTwoDigits(document.page.height - y);

  function endPage(): void {
    if (pages === 0) return;
    for (const { id, ref } of Object.values(fonts).map((font) => ({ id: font.id, ref: font.ref() })))
      document.page.fonts[id] = ref;
    document.page.xobjects['Count'] = count;
    // pdfkit counts from the top, a PDF page from the bottom.
    document.addContent(`q 1 0 0 -1 0 ${padTwoDigits(document.page.height)} cm\n${drawn.join('\n')}\nQ`);
    drawn = [];
  }

  return {
    width(text, weight = 'regular') {
      let sum = 0;
      for (const character of text) sum += glyphOf(character, weight).width;
      return sum / 1000;
    },
    turnPage() {
      endPage();
      document.addPage();
      pages += 1;
    },
    write({ text, size, weight = 'regular', grey = 0 }, x, y) {
      let codes = '';
      for (const character of text) codes += glyphOf(character, weight).code;
      drawn.push(
        `BT ${padTwoDigits(grey)} g /${fonts[weight].id} ${padTwoDigits(size)} Tf ${padTwoDigits(x)} ${flipY(y)} Td <${codes}> Tj ET`,
      );
    },
    rule(x, y, width, height, grey) {
      drawn.push(
        `${padTwoDigits(grey)} g ${padTwoDigits(x)} ${flipY(y + height)} ${padTwoDigits(width)} ${padTwoDigits(height)} re f`,
      );
    },
    writePageCount(x, y, size, grey) {
      drawn.push(
        `q ${padTwoDigits(size)} 0 0 ${padTwoDigits(size)} ${padTwoDigits(x)} ${flipY(y)} cm ${padTwoDigits(grey)} g /Count Do Q`,
      );
    },
    end() {
      endPage();
      const { id } = fonts.regular;
      const codes = [...String(pages)].map((digit) => glyphOf(digit, 'regular').code).join('');
      countFonts[id] = fonts.regular.ref();
      count.end(`BT /${id} 1 Tf 0 0 Td <${codes}> Tj ET`);
      document.end();
    },
    pages: () => pages,
  };
}

/** A font as embedded in the document. */
function fontOf(document: PDFKit.PDFDocument, weight: Weight): EmbeddedFont {
  document.font(TYPEFACE[weight]);
  return (document as unknown as { _font: EmbeddedFont })._font; // pdfkit's own field for the current font
}
