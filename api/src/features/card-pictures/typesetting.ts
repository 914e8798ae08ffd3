import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font, openSync } from 'fontkit';
import { TYPEFACE } from '../../platform/pdf/typefaces.ts';

export interface Face {
  readonly family: string;
  readonly weight: number;
  /** Path of the font file. */
  readonly path: string;
}

/** The typefaces of a card, by use. They ship with the app, so every machine draws the same. */
export const FACES = {
  display: {
    family: 'Cormorant Garamond',
    weight: 600,
    path: fileURLToPath(
      import.meta.resolve('@expo-google-fonts/cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf'),
    ),
  },
  text: {
    family: 'Inter',
    weight: 400,
    path: TYPEFACE.regular,
  },
  strong: {
    family: 'Inter',
    weight: 600,
    path: TYPEFACE.strong,
  },
} as const satisfies Record<string, Face>;

export type FaceName = keyof typeof FACES;

/** Loaded with the first card: it takes 60 ms, a tenth of the loading time of all modules. */
const load: (name: 'fontkit') => { readonly openSync: typeof openSync } = createRequire(import.meta.url);
const fonts = new Map<FaceName, Font>();

function fontOf(name: FaceName): Font {
  const known = fonts.get(name);
  if (known) return known;
  const opened = load('fontkit').openSync(FACES[name].path);
  // A collection holds several fonts; these files hold one.
  if (!('layout' in opened)) throw new Error(`${name} is no single font`);
  fonts.set(name, opened);
  return opened;
}

export interface Setting {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  /** Points between two characters. */
  readonly tracking?: number;
}

/** The width of a line in points. */
export function widthOf(text: string, setting: Setting): number {
  return pointsOf(text, measureEms(text, setting.face), setting);
}

/** The width of a line at size 1 without tracking. Shaping is the expensive part: 3 ms for 255 characters. */
function measureEms(text: string, face: FaceName): number {
  const font = fontOf(face);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

const pointsOf = (text: string, ems: number, { size, tracking = 0 }: Setting): number =>
  ems * size + tracking * ([...text].length - 1);

/** The text without characters that the typefaces lack. They cover Latin, Greek and Cyrillic with all diacritics. */
export function drawable(text: string): string {
  const font = fontOf('text');
  const letters = [...text.normalize('NFC')].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return letters.join('').replaceAll(/\s+/g, ' ').trim();
}

/**
 * Fits a text into at most two lines of the given width, as large as possible: first on one line down to the size
 * `minSize`, then on two. A word longer than a line is hyphenated, and an ellipsis ends a text that is still too long.
 */
export function fit(
  text: string,
  setting: Setting,
  { width, minSize }: { readonly width: number; readonly minSize: number },
): { readonly lines: readonly string[]; readonly size: number } {
  const sizes = Array.from({ length: 1 + Math.round((setting.size - minSize) * 2) }, (_, i) => setting.size - i / 2);
  const measured = new Map<string, number>();
  const fits = (line: string, size: number) => {
    const ems = measured.get(line) ?? measureEms(line, setting.face);
    measured.set(line, ems);
    return pointsOf(line, ems, { ...setting, size }) <= width;
  };
  const oneLine = sizes.find((size) => fits(text, size));
  if (oneLine !== undefined) return { lines: [text], size: oneLine };
  for (const size of sizes) {
    const first = longestStart(text.split(' '), (line) => fits(line, size));
    const rest = text.slice(first.length).trim();
    if (first !== '' && fits(rest, size)) return { lines: [first, rest], size };
  }
  const fitsMinimum = (line: string) => fits(line, minSize);
  const words = longestStart(text.split(' '), fitsMinimum);
  const first = words || startOf(text, '-', fitsMinimum);
  const rest = text.slice(words ? first.length : first.length - 1).trim();
  return { lines: [first, fitsMinimum(rest) ? rest : startOf(rest, '…', fitsMinimum)], size: minSize };
}

/** As many leading words as fit. */
function longestStart(words: readonly string[], fits: (line: string) => boolean): string {
  const lines = words.map((_, i) => words.slice(0, i + 1).join(' '));
  return lines.findLast((line) => fits(line)) ?? '';
}

/** As many leading characters as fit together with the sign; few remain of a text that does not fit. */
function startOf(text: string, suffix: string, fits: (line: string) => boolean): string {
  const letters = [...text];
  const joinWords = (count: number) => letters.slice(0, count).join('').trimEnd() + suffix;
  let count = 0;
  while (count < letters.length && fits(joinWords(count + 1))) count += 1;
  return joinWords(count);
}
