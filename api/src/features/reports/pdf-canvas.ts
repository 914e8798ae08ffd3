import { embedFont, encodeLine } from '../../platform/typesetting/glyph-operators.ts';
import { layOutLine } from '../../platform/typesetting/lay-out-line.ts';
import { getFaceFont } from '../../platform/typesetting/typefaces.ts';

/*
 * Writes lines of text to pdfkit pages, glyph by glyph. Laying out every text again takes 180 µs a cell; this takes
 * 7 µs. Glyphs are encoded once, without kerning and with figures of equal width. Only texts with characters that the
 * typeface lacks are laid out.
 */

export type Weight = 'regular' | 'strong';

/** One or more encoded glyphs. */
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
  const fonts = {
    regular: embedFont(document, getFaceFont('regular')),
    strong: embedFont(document, getFaceFont('strong')),
  };
  const glyphCache = { regular: new Map<string, Glyph>(), strong: new Map<string, Glyph>() };
  const findGlyph = (character: string, weight: Weight): Glyph | undefined => {
    const cached = glyphCache[weight].get(character);
    if (cached) return cached;
    if (!getFaceFont(weight).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return undefined;
    const [codes, positions] = fonts[weight].encode(character, ['tnum']);
    const glyph = { code: codes.join(''), width: positions.reduce((sum, position) => sum + position.advanceWidth, 0) };
    glyphCache[weight].set(character, glyph);
    return glyph;
  };
  /** The codes and the width of a text; undefined if the typeface lacks a character. */
  function encodeText(text: string, weight: Weight): Glyph | undefined {
    let code = '';
    let width = 0;
    for (const character of text) {
      const glyph = findGlyph(character, weight);
      if (!glyph) return undefined;
      code += glyph.code;
      width += glyph.width;
    }
    return { code, width };
  }
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
      const encoded = encodeText(text, weight);
      return encoded ? encoded.width / 1000 : layOutLine(text, { face: weight, size: 1 }).width;
    },
    startPage() {
      endPage();
      document.addPage();
      pageCount += 1;
    },
    write({ text, size, weight = 'regular', grey = 0 }, x, y) {
      const encoded = encodeText(text, weight);
      const line = encoded
        ? `/${fonts[weight].id} ${formatNumber(size)} Tf <${encoded.code}> Tj`
        : encodeLine(document, layOutLine(text, { face: weight, size }), size);
      operators.push(`BT ${formatNumber(grey)} g ${formatNumber(x)} ${flipY(y)} Td ${line} ET`);
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
      const { code = '' } = encodeText(String(pageCount), 'regular') ?? {};
      pageCountFonts[id] = fonts.regular.ref();
      pageCountForm.end(`BT /${id} 1 Tf 0 0 Td <${code}> Tj ET`);
      document.end();
    },
    pageCount: () => pageCount,
  };
}
