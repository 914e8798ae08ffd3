import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, openSync } from 'fontkit';
import { TYPEFACE } from '../../platform/pdf/typefaces.ts';

/** The font files of a card, by use. They ship with the app, so every machine draws the same. */
export const FACES = {
  display: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf'),
  ),
  text: TYPEFACE.regular,
  strong: TYPEFACE.strong,
} as const;

export type FaceName = keyof typeof FACES;

/** Loaded with the first card: it takes 60 ms, a tenth of the loading time of all modules. */
const requireModule: (name: 'fontkit') => { readonly openSync: typeof openSync } = createRequire(import.meta.url);
const fonts = new Map<FaceName, Font>();

function loadFont(name: FaceName): Font {
  const cached = fonts.get(name);
  if (cached) return cached;
  const font = requireModule('fontkit').openSync(FACES[name]);
  // A collection holds several fonts; these files hold one.
  if (!('layout' in font)) throw new Error(`${name} is no single font`);
  fonts.set(name, font);
  return font;
}

export interface TextStyle {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  /** Points between two characters. */
  readonly tracking?: number;
}

/** The width of a line in points. */
export function measureWidth(text: string, textStyle: TextStyle): number {
  return emsToPoints(text, measureEms(text, textStyle.face), textStyle);
}

/** The width of a line at size 1 without tracking. Shaping is the expensive part: 3 ms for 255 characters. */
function measureEms(text: string, face: FaceName): number {
  const font = loadFont(face);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

const emsToPoints = (text: string, ems: number, { size, tracking = 0 }: TextStyle): number =>
  ems * size + tracking * ([...text].length - 1);

/** The outlines of a line of text, as the path of an SVG. */
export function outlineText({
  text,
  x,
  y,
  face,
  size,
  tracking = 0,
}: TextStyle & { text: string; x: number; y: number }): string {
  const font = loadFont(face);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let left = x;
  return glyphs
    .map(({ path }, i) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const outline = path.scale(scale, -scale).translate(left + xOffset * scale, y - yOffset * scale);
      left += xAdvance * scale + tracking;
      return outline.toSVG();
    })
    .join('');
}

/** The text without characters that the typefaces lack. They cover Latin, Greek and Cyrillic with all diacritics. */
export function removeMissingGlyphs(text: string): string {
  const font = loadFont('text');
  const characters = [...text.normalize('NFC')].filter((character) =>
    font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
  return characters.join('').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Fits a text into at most two lines of the given width, as large as possible: first on one line down to the size
 * `minSize`, then on two. A word longer than a line is hyphenated, and an ellipsis ends a text that is still too long.
 */
export function fitText(
  text: string,
  textStyle: TextStyle,
  { width, minSize }: { readonly width: number; readonly minSize: number },
): { readonly lines: readonly string[]; readonly size: number } {
  const sizes = Array.from(
    { length: 1 + Math.round((textStyle.size - minSize) * 2) },
    (_, i) => textStyle.size - i / 2,
  );
  const emsByLine = new Map<string, number>();
  const fits = (line: string, size: number) => {
    const ems = emsByLine.get(line) ?? measureEms(line, textStyle.face);
    emsByLine.set(line, ems);
    return emsToPoints(line, ems, { ...textStyle, size }) <= width;
  };
  const singleLineSize = sizes.find((size) => fits(text, size));
  if (singleLineSize !== undefined) return { lines: [text], size: singleLineSize };
  for (const size of sizes) {
    const firstLine = takeFittingWords(text.split(' '), (line) => fits(line, size));
    const secondLine = text.slice(firstLine.length).trim();
    if (firstLine !== '' && fits(secondLine, size)) return { lines: [firstLine, secondLine], size };
  }
  const fitsMinimum = (line: string) => fits(line, minSize);
  const words = takeFittingWords(text.split(' '), fitsMinimum);
  const firstLine = words || truncateToFit(text, '-', fitsMinimum);
  const secondLine = text.slice(words ? firstLine.length : firstLine.length - 1).trim();
  return {
    lines: [firstLine, fitsMinimum(secondLine) ? secondLine : truncateToFit(secondLine, '…', fitsMinimum)],
    size: minSize,
  };
}

/** Returns as many leading words as fit. */
function takeFittingWords(words: readonly string[], fits: (line: string) => boolean): string {
  const lines = words.map((_, i) => words.slice(0, i + 1).join(' '));
  return lines.findLast((line) => fits(line)) ?? '';
}

/**
 * Returns the longest beginning of a text that fits together with the suffix. Counts upwards, because few characters
 * fit.
 */
function truncateToFit(text: string, suffix: string, fits: (line: string) => boolean): string {
  const characters = [...text];
  const shorten = (count: number) => characters.slice(0, count).join('').trimEnd() + suffix;
  let count = 0;
  while (count < characters.length && fits(shorten(count + 1))) count += 1;
  return shorten(count);
}
