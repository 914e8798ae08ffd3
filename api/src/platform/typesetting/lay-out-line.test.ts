import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { NAMES_BY_SCRIPT } from '../../testing/names-by-script.ts';
import { hasText, readPdfPages } from '../../testing/pdf-pages.ts';
import { writeLine } from './glyph-operators.ts';
import { layOutLine } from './lay-out-line.ts';
import { loadFontsFor } from './typefaces.ts';

const STYLE = { face: 'regular', size: 10 } as const;
await loadFontsFor(Object.values(NAMES_BY_SCRIPT));
const charactersOf = (text: string) =>
  layOutLine(text, STYLE)
    .runs.flatMap(({ glyphs }) => glyphs.flatMap(({ glyph }) => glyph.codePoints))
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('');

describe.each(Object.entries(NAMES_BY_SCRIPT))('a name in the script of $0', (_, name) => {
  test.each(['regular', 'strong', 'display'] as const)('has a glyph for every character in the face $0', (face) => {
    const { runs, width } = layOutLine(name, { ...STYLE, face });
    expect(width).toBeGreaterThan(STYLE.size);
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ glyph }) => glyph.id))).not.toContain(0);
    expect(charactersOf(name)).not.toContain('□');
  });

  test('is text in a PDF', async () => {
    const document = new PDFDocument({ margin: 0 });
    const bytes = buffer(document);
    writeLine(document, name, { ...STYLE, face: 'strong', tracking: 1 }, 20, 50);
    document.end();
    const pages = await readPdfPages({ bytes: await bytes });
    expect(hasText(pages, name), pages.flat().join()).toBe(true);
  });
});

describe('a line of text', () => {
  test('is ordered from left to right, with digits and brackets as they are read', () => {
    // Reversed, because Arabic is read from the right.
    expect(charactersOf('علي (12) Ayu')).toBe(`Ayu (12) ${['ع', 'ل', 'ي'].toReversed().join('')}`);
    expect(charactersOf('Ayu علي')).toBe(`Ayu ${['ع', 'ل', 'ي'].toReversed().join('')}`);
    expect(charactersOf('علي ١٢')).toBe(`١٢ ${['ع', 'ل', 'ي'].toReversed().join('')}`);
  });

  test('joins the letters of Arabic', () => {
    const widthOfSingles = ['ع', 'ل', 'ي'].reduce((sum, letter) => sum + layOutLine(letter, STYLE).width, 0);
    expect(layOutLine('علي', STYLE).width).toBeLessThan(0.9 * widthOfSingles);
  });

  test('puts the ring of sara am below a tone mark', () => {
    const glyphs = layOutLine('น้ำ', STYLE).runs.flatMap((run) => run.glyphs);
    const topOf = (character: string) => {
      const placed = glyphs.find(({ glyph }) => glyph.codePoints[0] === character.codePointAt(0));
      return (placed?.y ?? NaN) + ((placed?.glyph.bbox.maxY ?? NaN) * STYLE.size) / 1000;
    };
    expect(topOf('\u0e49')).toBeGreaterThan(topOf('\u0e4d'));
  });

  test('keeps the characters of glyphs that other glyphs contain', () => {
    for (const { path } of layOutLine('Á:Ä;ïì', STYLE).runs.flatMap((run) => run.glyphs.map(({ glyph }) => glyph)))
      expect(path.commands).not.toEqual([]);
    expect(charactersOf('A.,ı')).toBe('A.,ı');
  });

  test('has a box for each letter that no typeface has, without its marks', async () => {
    await loadFontsFor(['नमस्ते']);
    expect(charactersOf('Ayu नमि')).toBe('Ayu □□');
  });

  test('has Han characters in the shape of its language', () => {
    const fontOf = (text: string) => layOutLine(text, STYLE).runs[0]?.font.postscriptName;
    expect(fontOf('髙橋さくら')).toMatch(/noto-sans-jp/);
    expect(fontOf('金민준')).toMatch(/noto-sans-kr/);
    expect(fontOf('李小龙')).toMatch(/noto-sans-sc/);
  });
});
