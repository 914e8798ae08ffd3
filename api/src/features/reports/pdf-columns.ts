import type { Canvas, Weight } from './pdf-canvas.ts';

/** Computes the column widths of a page, and wraps texts into lines. */

export interface PdfColumn {
  readonly heading: string;
  /** Numbers are right-aligned and never truncated. */
  readonly isNumber: boolean;
}

export interface PdfLayout {
  /** Font size in points. */
  readonly size: number;
  readonly widths: readonly number[];
}

/** Points between two columns. */
export const GAP = 6;
/**
 * Font sizes to try, largest first, until every text fits on one line. The smaller ones are used only where single
 * words do not fit.
 */
const FONT_SIZES = [8, 7.5, 7, 6.5];
const BROKEN = [6.5, 6, 5.5, 5, 4.5];
/** A longer text is wrapped instead of widening its column; in em. */
const MAX_EM = 22;
const MIN_EM = 4;

/**
 * Distributes the page width so that all numbers fit, and texts at least their longest word. With too many columns all
 * become narrower, and words are broken.
 */
export function shareWidth(
  columns: readonly PdfColumn[],
  samples: readonly (readonly string[])[],
  width: number,
  canvas: Canvas,
): PdfLayout {
  const room = width - GAP * (columns.length - 1);
  const ems = columns.map(({ heading, isNumber }, i) => {
    const texts = samples.map((row) => row[i] ?? '');
    const whole = Math.max(...texts.map((text) => canvas.width(text)), MIN_EM / 2);
    const word = Math.max(longestWord(canvas, heading, 'strong'), MIN_EM / 2);
    if (isNumber) return { minimum: Math.max(whole, word), maximum: Math.max(whole, word) };
    const maximum = Math.max(Math.min(whole, MAX_EM), word);
    const broken = Math.max(...texts.map((text) => longestWord(canvas, text)), 0);
    return { minimum: Math.min(maximum, Math.max(word, Math.min(broken, MAX_EM / 2))), maximum };
  });
  const sum = (bound: 'minimum' | 'maximum') => ems.reduce((total, column) => total + column[bound], 0);
  const fits = (bound: 'minimum' | 'maximum') => (points: number) => sum(bound) * points <= room;
  const size = FONT_SIZES.find(fits('maximum')) ?? BROKEN.find(fits('minimum')) ?? 4.5;
  const [minimum, maximum] = [sum('minimum') * size, sum('maximum') * size];
  if (minimum > room) return { size, widths: ems.map((column) => (column.minimum * size * room) / minimum) };
  if (maximum <= room)
    return { size, widths: ems.map((column) => column.maximum * size + (room - maximum) / columns.length) };
  const share = (room - minimum) / (maximum - minimum);
  return { size, widths: ems.map((column) => (column.minimum + (column.maximum - column.minimum) * share) * size) };
}

const longestWord = (canvas: Canvas, text: string, weight?: Weight): number =>
  Math.max(...text.split(' ').map((word) => canvas.width(word, weight)), 0);

/** Wraps a text to a width in em. The last of `maximum` lines ends with an ellipsis if text is left over. */
export function linesOf(
  canvas: Canvas,
  text: string,
  ems: number,
  maximum: number,
  weight?: Weight,
): readonly string[] {
  if (text === '') return [];
  if (canvas.width(text, weight) <= ems + 0.01) return [text];
  const lines: string[] = [];
  let line = '';
  const push = () => void (line !== '' && lines.push(line));
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (canvas.width(longer, weight) <= ems) {
      line = longer;
      continue;
    }
    push();
    line = '';
    for (const character of word) {
      if (line !== '' && canvas.width(line + character, weight) > ems) {
        push();
        line = '';
      }
      line += character;
    }
    if (lines.length > maximum) break;
  }
  push();
  return lines.length <= maximum
    ? lines
    : [...lines.slice(0, maximum - 1), `${(lines[maximum - 1] ?? '').slice(0, -1)}…`];
}
