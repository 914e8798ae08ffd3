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

/** The typefaces of a card, by their use. They are files of the program, so that every machine draws the same. */
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

/** Loaded with the first card, as it takes a tenth of the loading time of all modules: 60 ms. */
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
  /** Points between two letters. */
  readonly tracking?: number;
}

/** How wide a line is, in points. */
export function widthOf(text: string, setting: Setting): number {
  return pointsOf(text, emsOf(text, setting.face), setting);
}

/** How wide a line is at a size of one, without tracking. Shaping the letters is the work: 3 ms for 255 of them. */
function emsOf(text: string, face: FaceName): number {
  const font = fontOf(face);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

const pointsOf = (text: string, ems: number, { size, tracking = 0 }: Setting): number =>
  ems * size + tracking * ([...text].length - 1);

/** The text without letters that the typefaces lack: it covers Latin, Greek and Cyrillic, with all their marks. */
export function drawable(text: string): string {
  const font = fontOf('text');
  const letters = [...text.normalize('NFC')].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  return letters.join('').replaceAll(/\s+/g, ' ').trim();
}

/**
 * A text in at most two lines of a width, as large as it fits: on one line down to `least`, then on two, with a hyphen in a
 * word that is longer than a line, and an ellipsis where all that is not enough.
 */
export function fit(
  text: string,
  setting: Setting,
  { width, least }: { readonly width: number; readonly least: number },
): { readonly lines: readonly string[]; readonly size: number } {
  const sizes = Array.from({ length: 1 + Math.round((setting.size - least) * 2) }, (_, i) => setting.size - i / 2);
  const measured = new Map<string, number>();
  const fits = (line: string, size: number) => {
    const ems = measured.get(line) ?? emsOf(line, setting.face);
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
  const fitsLeast = (line: string) => fits(line, least);
  const words = longestStart(text.split(' '), fitsLeast);
  const first = words || startOf(text, '-', fitsLeast);
  const rest = text.slice(words ? first.length : first.length - 1).trim();
  return { lines: [first, fitsLeast(rest) ? rest : startOf(rest, '…', fitsLeast)], size: least };
}

/** As many words from the beginning as fit. */
function longestStart(words: readonly string[], fits: (line: string) => boolean): string {
  const lines = words.map((_, i) => words.slice(0, i + 1).join(' '));
  return lines.findLast((line) => fits(line)) ?? '';
}

/** As many letters from the beginning as fit together with this sign behind them: few of a text that does not fit. */
function startOf(text: string, sign: string, fits: (line: string) => boolean): string {
  const letters = [...text];
  const lineOf = (kept: number) => letters.slice(0, kept).join('').trimEnd() + sign;
  let kept = 0;
  while (kept < letters.length && fits(lineOf(kept + 1))) kept += 1;
  return lineOf(kept);
}
