import type { Pen, Weight } from './pdf-pen.ts';

/** How wide the columns of a page are, and how its texts are broken into lines. */

export interface PrintedColumn {
  readonly heading: string;
  /** Figures stand at the right, and lose no digit for want of room. */
  readonly isNumber: boolean;
}

export interface Columns {
  /** Points of letters. */
  readonly size: number;
  readonly widths: readonly number[];
}

/** Points between two columns. */
export const GAP = 6;
/** Letters are as large as each text has a line of its own; smaller than that only where its words have no room. */
const ON_ONE_LINE = [8, 7.5, 7, 6.5];
const BROKEN = [6.5, 6, 5.5, 5, 4.5];
/** A longer text is broken rather than given all the room; in widths of the letters' size. */
const LONGEST_EM = 22;
const LEAST_EM = 4;

/**
 * Shares out a page's width so that all figures have room, and texts their longest word. Where there are more columns than
 * that, all become narrower, and their words are broken.
 */
export function shareWidth(
  columns: readonly PrintedColumn[],
  samples: readonly (readonly string[])[],
  width: number,
  pen: Pen,
): Columns {
  const room = width - GAP * (columns.length - 1);
  const ems = columns.map(({ heading, isNumber }, i) => {
    const texts = samples.map((row) => row[i] ?? '');
    const whole = Math.max(...texts.map((text) => pen.width(text)), LEAST_EM / 2);
    const word = Math.max(longestWord(pen, heading, 'strong'), LEAST_EM / 2);
    if (isNumber) return { least: Math.max(whole, word), most: Math.max(whole, word) };
    const most = Math.max(Math.min(whole, LONGEST_EM), word);
    const broken = Math.max(...texts.map((text) => longestWord(pen, text)), 0);
    return { least: Math.min(most, Math.max(word, Math.min(broken, LONGEST_EM / 2))), most };
  });
  const sum = (of: 'least' | 'most') => ems.reduce((total, one) => total + one[of], 0);
  const fits = (of: 'least' | 'most') => (points: number) => sum(of) * points <= room;
  const size = ON_ONE_LINE.find(fits('most')) ?? BROKEN.find(fits('least')) ?? 4.5;
  const [least, most] = [sum('least') * size, sum('most') * size];
  if (least > room) return { size, widths: ems.map((one) => (one.least * size * room) / least) };
  if (most <= room) return { size, widths: ems.map((one) => one.most * size + (room - most) / columns.length) };
  const share = (room - least) / (most - least);
  return { size, widths: ems.map((one) => (one.least + (one.most - one.least) * share) * size) };
}

const longestWord = (pen: Pen, text: string, weight?: Weight): number =>
  Math.max(...text.split(' ').map((word) => pen.width(word, weight)), 0);

/** A text in lines of a width, in widths of the letters' size; the last of `most` ends with an ellipsis where more would follow. */
export function linesOf(pen: Pen, text: string, ems: number, most: number, weight?: Weight): readonly string[] {
  if (text === '') return [];
  if (pen.width(text, weight) <= ems + 0.01) return [text];
  const lines: string[] = [];
  let line = '';
  const push = () => void (line !== '' && lines.push(line));
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (pen.width(longer, weight) <= ems) {
      line = longer;
      continue;
    }
    push();
    line = '';
    for (const letter of word) {
      if (line !== '' && pen.width(line + letter, weight) > ems) {
        push();
        line = '';
      }
      line += letter;
    }
    if (lines.length > most) break;
  }
  push();
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`];
}
