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

export interface TextLine {
  readonly text: string;
  readonly size: number;
  readonly weight?: Weight;
  /** From 0 (black) to 1. */
  readonly grey?: number;
}

export interface Canvas {
  /** Width of a text at size 1. */
  measureWidth(text: string, weight?: Weight): number;
  /** Starts a page with its origin at the top left. */
  startPage(): void;
  /** Writes a line with its baseline at `y`. */
  write(line: TextLine, x: number, y: number): void;
  /** Draws a horizontal rule, or fills an area of that height. */
  drawRule(x: number, y: number, width: number, height: number, grey: number): void;
  /** Reserves room for the page count, which is known only at the end. */
  writePageCount(x: number, y: number, size: number, grey: number): void;
  /** Finishes the last page and the document. */
  end(): void;
  readonly pageCount: () => number;
}

export function createCanvas(document: PDFKit.PDFDocument): Canvas {
  const fonts = { regular: embedFont(document, 'regular'), strong: embedFont(document, 'strong') };
  const glyphCache = { regular: new Map<string, Glyph>(), strong: new Map<string, Glyph>() };
  const glyphOf = (character: string, weight: Weight): Glyph => {
    const cached = glyphCache[weight].get(character);
    if (cached) return cached;
    const [codes, positions] = fonts[weight].encode(character, ['tnum']);
    if (codes[0] === MISSING_GLYPH_ID && character !== PLACEHOLDER) return glyphOf(PLACEHOLDER, weight);
    const glyph = { code: codes.join(''), width: positions.reduce((sum, position) => sum + position.advanceWidth, 0) };
    glyphCache[weight].set(character, glyph);
    return glyph;
  };
  let operators: string[] = [];
  let pageCount = 0;
  const pageCountFonts: Record<string, unknown> = {};
  const pageCountForm = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -1, 9, 2],
    Resources: { Font: pageCountFonts },
  });
  const formatNumber = (n: number): string => n.toFixed(2);
  const flipY = (y: number): string => formatNumber(document.page.height - y);

  function endPage(): void {
    if (pageCount === 0) return;
    for (const { id, ref } of Object.values(fonts).map((font) => ({ id: font.id, ref: font.ref() })))
      document.page.fonts[id] = ref;
    document.page.xobjects['Count'] = pageCountForm;
    // pdfkit counts from the top, a PDF page from the bottom.
    document.addContent(`q 1 0 0 -1 0 ${formatNumber(document.page.height)} cm\n${operators.join('\n')}\nQ`);
    operators = [];
  }

  return {
    measureWidth(text, weight = 'regular') {
      let sum = 0;
      for (const character of text) sum += glyphOf(character, weight).width;
      return sum / 1000;
    },
    startPage() {
      endPage();
      document.addPage();
      pageCount += 1;
    },
    write({ text, size, weight = 'regular', grey = 0 }, x, y) {
      let codes = '';
      for (const character of text) codes += glyphOf(character, weight).code;
      operators.push(
        `BT ${formatNumber(grey)} g /${fonts[weight].id} ${formatNumber(size)} Tf ${formatNumber(x)} ${flipY(y)} Td <${codes}> Tj ET`,
      );
    },
    drawRule(x, y, width, height, grey) {
      operators.push(
        `${formatNumber(grey)} g ${formatNumber(x)} ${flipY(y + height)} ${formatNumber(width)} ${formatNumber(height)} re f`,
      );
    },
    writePageCount(x, y, size, grey) {
      operators.push(
        `q ${formatNumber(size)} 0 0 ${formatNumber(size)} ${formatNumber(x)} ${flipY(y)} cm ${formatNumber(grey)} g /Count Do Q`,
      );
    },
    end() {
      endPage();
      const { id } = fonts.regular;
      const codes = [...String(pageCount)].map((digit) => glyphOf(digit, 'regular').code).join('');
      pageCountFonts[id] = fonts.regular.ref();
      pageCountForm.end(`BT /${id} 1 Tf 0 0 Td <${codes}> Tj ET`);
      document.end();
    },
    pageCount: () => pageCount,
  };
}

/** A font as embedded in the document. */
function embedFont(document: PDFKit.PDFDocument, weight: Weight): EmbeddedFont {
  document.font(TYPEFACE[weight]);
  return (document as unknown as { _font: EmbeddedFont })._font; // pdfkit's own field for the current font
}
