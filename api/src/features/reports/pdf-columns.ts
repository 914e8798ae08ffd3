import type { Canvas, Weight } from './pdf-canvas.ts';

/** Computes the column widths of a page. */

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
export const COLUMN_GAP = 6;
/**
 * Font sizes to try, largest first, until every text fits on one line. The smaller ones are used only where single
 * words do not fit.
 */
const FONT_SIZES = [8, 7.5, 7, 6.5];
const SMALL_FONT_SIZES = [6.5, 6, 5.5, 5, 4.5];
/** A longer text is wrapped instead of widening its column; in em. */
const MAX_EM = 22;
const MIN_EM = 4;

/**
 * Distributes the page width so that all numbers fit, and texts at least their longest word. With too many columns all
 * become narrower, and words are broken.
 */
export function layOutColumns(
  columns: readonly PdfColumn[],
  samples: readonly (readonly string[])[],
  width: number,
  canvas: Canvas,
): PdfLayout {
  const availableWidth = width - COLUMN_GAP * (columns.length - 1);
  const ems = columns.map(({ heading, isNumber }, i) => {
    const texts = samples.map((row) => row[i] ?? '');
    const textWidth = Math.max(...texts.map((text) => canvas.measureWidth(text)), MIN_EM / 2);
    const headingWidth = Math.max(measureLongestWord(canvas, heading, 'strong'), MIN_EM / 2);
    if (isNumber) return { minimum: Math.max(textWidth, headingWidth), maximum: Math.max(textWidth, headingWidth) };
    const maximum = Math.max(Math.min(textWidth, MAX_EM), headingWidth);
    const wordWidth = Math.max(...texts.map((text) => measureLongestWord(canvas, text)), 0);
    return { minimum: Math.min(maximum, Math.max(headingWidth, Math.min(wordWidth, MAX_EM / 2))), maximum };
  });
  const totalEms = (bound: 'minimum' | 'maximum') => ems.reduce((total, column) => total + column[bound], 0);
  const fits = (bound: 'minimum' | 'maximum') => (points: number) => totalEms(bound) * points <= availableWidth;
  const size = FONT_SIZES.find(fits('maximum')) ?? SMALL_FONT_SIZES.find(fits('minimum')) ?? 4.5;
  const [minimum, maximum] = [totalEms('minimum') * size, totalEms('maximum') * size];
  if (minimum > availableWidth)
    return { size, widths: ems.map((column) => (column.minimum * size * availableWidth) / minimum) };
  if (maximum <= availableWidth)
    return { size, widths: ems.map((column) => column.maximum * size + (availableWidth - maximum) / columns.length) };
  const share = (availableWidth - minimum) / (maximum - minimum);
  return { size, widths: ems.map((column) => (column.minimum + (column.maximum - column.minimum) * share) * size) };
}

const measureLongestWord = (canvas: Canvas, text: string, weight?: Weight): number =>
  Math.max(...text.split(' ').map((word) => canvas.measureWidth(word, weight)), 0);
