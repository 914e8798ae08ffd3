import { describe, expect, test } from 'vitest';
import type { Card } from './card.ts';
import { CARD, type Shape } from './shapes.ts';
import { layOutCard } from './layout.ts';
import { layOutLine } from '../../platform/typesetting/lay-out-line.ts';
import { toPrintableLine } from '../../platform/typesetting/printable-line.ts';
import { loadFontsFor } from '../../platform/typesetting/typefaces.ts';
import { NAMES_BY_SCRIPT } from '../../testing/names-by-script.ts';
import { fitText, measureWidth, outlineText } from './typesetting.ts';

const card: Card = {
  id: 1,
  sbec_no: 'SBEC-2611-004821-7',
  name: 'Ayu Puspita Dewi',
  membership: 'Sahabat Utama',
  hotel: 'Laksmira Ubud',
  start_date: '2026-03-12',
  end_date: '2027-03-11',
  isUsable: true,
  standing: 0.4,
  language: 'en',
};
type Line = Extract<Shape, { kind: 'text' }>;
const linesOf = (changes: Partial<Card>): readonly Line[] =>
  layOutCard({ ...card, ...changes }).filter((shape) => shape.kind === 'text');
const textsOf = (changes: Partial<Card> = {}) => linesOf(changes).map(({ text }) => text);

const LONG_NAME = 'Raden Ajeng Kartika Sri Wahyuningsih Kusumawardhani Prawirodirdjo Soemohardjo';
const names = [
  LONG_NAME,
  'W'.repeat(255),
  'i'.repeat(255),
  'Đặng Thị Ngọc Ánh',
  "O'Neil",
  'X',
  '',
  ...Object.values(NAMES_BY_SCRIPT),
  NAMES_BY_SCRIPT.thai.repeat(8),
  NAMES_BY_SCRIPT.chinese.repeat(30),
  'a\u0301e\u0308',
];
await loadFontsFor(names);

describe('a card', () => {
  test('shows the holder, number, membership, hotel and validity as text', () => {
    expect(textsOf()).toEqual([
      'Sahabat Utama',
      'LAKSMIRA UBUD',
      'Ayu Puspita Dewi',
      'SBEC-2611-004821-7',
      'VALID',
      '12 March 2026 – 11 March 2027',
    ]);
  });

  test('has words and months in the language of its reader', () => {
    const texts = textsOf({ language: 'id', end_date: '2027-08-11' });
    expect(texts.slice(-2)).toEqual(['BERLAKU', '12 Maret 2026 – 11 Agustus 2027']);
    expect(textsOf({ language: 'id', isUsable: false })).toContain('TIDAK BERLAKU');
  });

  test('groups the digits of an all-digit number by four', () => {
    expect(textsOf({ sbec_no: '000000485953' })).toContain('0000 0048 5953');
    expect(textsOf({ sbec_no: '0000004859312347' })).toContain('0000 0048 5931 2347');
    expect(textsOf({ sbec_no: '1234567890' })).toContain('1234 5678 90');
    expect(textsOf({ sbec_no: '1234567' })).toContain('1234567');
  });

  test.each(names)('keeps every line on the card without overlap: $0', (name) => {
    for (const changes of [{ name }, { name, membership: name, hotel: name }, { name, sbec_no: 'W'.repeat(40) }]) {
      const lines = linesOf(changes);
      for (const line of lines) {
        expect(line.x + measureWidth(line.text, line), line.text).toBeLessThanOrEqual(CARD.width - 14);
        expect(line.y).toBeLessThanOrEqual(CARD.height - 14);
        expect(line.y - line.size).toBeGreaterThan(0);
      }
      // Each line is below the one before; the validity is beside its label.
      const heights = lines.filter(({ text }) => text !== 'VALID').map(({ y, size }) => ({ top: y - size * 0.75, y }));
      for (let i = 1; i < heights.length; i += 1)
        expect(heights[i]?.top, `${name}: line ${i}`).toBeGreaterThan(heights[i - 1]?.y ?? 0);
    }
  });

  test('keeps its texts away from the QR code', () => {
    const [x, y] = [CARD.width - 15 - 57, CARD.height - 15 - 57];
    for (const name of names)
      for (const line of linesOf({ name, membership: LONG_NAME, hotel: LONG_NAME, sbec_no: 'W'.repeat(40) }))
        if (line.y > y) expect(line.x + measureWidth(line.text, line), line.text).toBeLessThan(x);
  });

  test('is marked if it is invalid, and then has no readable code', () => {
    expect(textsOf({ isUsable: false })).toContain('NOT VALID');
    const coloursOf = (isUsable: boolean) =>
      layOutCard({ ...card, isUsable }).flatMap((shape) => (shape.kind === 'area' ? [shape.colour] : []));
    expect(coloursOf(true)).toContain('#111111');
    expect(coloursOf(false)).not.toContain('#111111');
  });

  test('has a different background for each tier', () => {
    const backgroundsByStanding = [0, 0.2, 0.4, 0.6, 0.8, 1].map((standing) =>
      JSON.stringify(layOutCard({ ...card, standing })[0]),
    );
    expect(new Set(backgroundsByStanding).size).toBe(6);
  });
});

describe('a long text', () => {
  const setting = { face: 'strong', size: 11 } as const;
  test('is shrunk first, then wrapped to a second line, then truncated', () => {
    expect(fitText('Ayu', setting, { width: 100, minSize: 8 })).toEqual({ lines: ['Ayu'], size: 11 });
    expect(fitText('Ayu Puspita Dewi', setting, { width: 80, minSize: 8 })).toMatchObject({
      lines: ['Ayu Puspita Dewi'],
      size: 9.5,
    });
    expect(fitText('Ayu Puspita Dewi Kusuma', setting, { width: 80, minSize: 8 }).lines).toEqual([
      'Ayu Puspita',
      'Dewi Kusuma',
    ]);
    const { lines, size } = fitText(LONG_NAME, setting, { width: 100, minSize: 8 });
    expect([lines.length, size, lines[1]?.endsWith('…')]).toEqual([2, 8, true]);
    expect(LONG_NAME.startsWith(lines.join(' ').slice(0, -1))).toBe(true);
  });

  test('is broken between graphemes and without a hyphen in a script that has none', () => {
    const { lines } = fitText(NAMES_BY_SCRIPT.thai.replaceAll(' ', '').repeat(2), setting, { width: 100, minSize: 8 });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).not.toMatch(/-|^\p{M}/u);
  });

  test('loses no character when a word is hyphenated', () => {
    const longWord = 'Wolfeschlegelsteinhausenbergerdorff';
    const { lines } = fitText(longWord, setting, { width: 120, minSize: 8 });
    expect(lines.map((line) => line.replace(/-$/, '')).join('')).toBe(longWord);
  });
});

test.each(Object.entries(NAMES_BY_SCRIPT))('a card shows a name in the script of $0', (_, name) => {
  const line = linesOf({ name }).find(({ text }) => text === name);
  expect(
    line && layOutLine(name, line).runs.flatMap(({ glyphs }) => glyphs.map(({ glyph }) => glyph.id)),
  ).not.toContain(0);
  const outlines = Array.from(name.replaceAll(' ', ''), (text) =>
    outlineText({ text, x: 0, y: 0, face: 'strong', size: 9 }),
  );
  expect(outlines).not.toContain('');
  expect(outlines).not.toContain(outlineText({ text: '□', x: 0, y: 0, face: 'strong', size: 9 }));
});

test('a card shows all letters with diacritics, and a box for a character that no typeface has', () => {
  const marked = 'Đặng Łukasz Ğölçük-Žižková Ñandú Ørsted Þór İstanbul Ștefan Ősz Ẅ Ўладзімір Ωmega';
  expect(toPrintableLine(marked.normalize('NFD'))).toBe(marked);
  const widthOf = (text: string) => measureWidth(text, { face: 'strong', size: 11 });
  expect(widthOf('\u{10330} Wulfila')).toBe(widthOf('□ Wulfila'));
});
