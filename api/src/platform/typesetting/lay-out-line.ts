import bidiFactory from 'bidi-js';
import type { Font, Glyph } from 'fontkit';
import { type FaceName, createFontFinder, getFaceFont } from './typefaces.ts';

export interface LineStyle {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  /** Points between two characters of the face itself; scripts of other fonts join their letters. */
  readonly tracking?: number;
}

/** A glyph, with its origin in points from the beginning of the baseline; upwards is positive. */
interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
}

/** Glyphs of one font, from left to right. */
export interface GlyphRun {
  readonly font: Font;
  readonly glyphs: readonly PlacedGlyph[];
}

export interface Line {
  readonly runs: readonly GlyphRun[];
  /** Points. */
  readonly width: number;
}

/** Drawn for a character that no font has. */
const PLACEHOLDER = '□';
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const bidi = bidiFactory();

/**
 * Lays out a line of text in any script, for pictures and PDFs alike: splits it by font and direction, orders the parts
 * from left to right, and shapes each. `loadFontsFor` must have been called for the text.
 */
export function layOutLine(text: string, { face, size, tracking = 0 }: LineStyle): Line {
  const faceFont = getFaceFont(face);
  let width = 0;
  let trailing = 0;
  const runs = orderParts(splitText(text, face)).map(({ font, text: partText, level }) => {
    const direction = level % 2 === 1 ? 'rtl' : 'ltr';
    const { glyphs, positions } = font.layout(partText, undefined, undefined, undefined, direction);
    const scale = size / font.unitsPerEm;
    trailing = font === faceFont ? tracking : 0;
    const placedGlyphs = glyphs.map((glyph, i): PlacedGlyph => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const placed = { glyph, x: width + xOffset * scale, y: yOffset * scale };
      width += xAdvance * scale + trailing;
      return placed;
    });
    return { font, glyphs: placedGlyphs };
  });
  return { runs, width: width - trailing };
}

/** Text of one font and one bidirectional level. */
interface Part {
  readonly font: Font;
  readonly level: number;
  text: string;
}

/**
 * Thai's sara am is a ring above the letter, below other marks, and a vowel after it. Fonts split it but do not reorder.
 */
const splitSaraAm = (text: string): string =>
  text.replaceAll(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]{0,3})\u0e33/g, '\u0e4d$1\u0e32');

function splitText(original: string, face: FaceName): Part[] {
  const text = splitSaraAm(original);
  const findFont = createFontFinder(text, face);
  const levels = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'auto').levels : undefined;
  const parts: Part[] = [];
  let isMissing = false;
  let index = 0;
  for (const character of text) {
    const level = levels?.[index] ?? 0;
    index += character.length;
    const part = parts.at(-1);
    // A mark belongs to the letter before it.
    if (part && /^[\p{M}\u200c\u200d]/u.test(character)) {
      if (!isMissing) part.text += character;
      continue;
    }
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    const foundFont = findFont(mirrored.codePointAt(0) ?? 0);
    isMissing = !foundFont;
    const font = foundFont ?? getFaceFont(face);
    const shown = isMissing ? PLACEHOLDER : mirrored;
    if (part?.font === font && part.level === level) part.text += shown;
    else parts.push({ font, level, text: shown });
  }
  return parts;
}

/** Orders the parts from left to right, by rule L2 of Unicode's bidirectional algorithm (UAX 9). */
function orderParts(parts: Part[]): readonly Part[] {
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < parts.length; start++) {
      let end = start;
      while ((parts[end]?.level ?? -1) >= level) end++;
      if (end > start) parts.splice(start, end - start, ...parts.slice(start, end).toReversed());
      start = end;
    }
  return parts;
}
