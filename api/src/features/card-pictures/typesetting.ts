import { type LineStyle, layOutLine } from '../../platform/typesetting/lay-out-line.ts';
import { splitGraphemes } from '../../platform/typesetting/wrap-text.ts';

/** The width of a line in points. */
export const measureWidth = (text: string, style: LineStyle): number => layOutLine(text, style).width;

/** The outlines of a line of text, as the path of an SVG. */
export function outlineText({ text, x, y, ...style }: LineStyle & { text: string; x: number; y: number }): string {
  const outlines = layOutLine(text, style).runs.flatMap(({ font, glyphs }) => {
    const scale = style.size / font.unitsPerEm;
    return glyphs.map((placed) =>
      placed.glyph.path
        .scale(scale, -scale)
        .translate(x + placed.x, y - placed.y)
        .toSVG(),
    );
  });
  return outlines.join('');
}

/**
 * Fits a text into at most two lines of the given width, as large as possible: first on one line down to the size
 * `minSize`, then on two. A word longer than a line is hyphenated, and an ellipsis ends a text that is still too long.
 */
export function fitText(
  text: string,
  style: LineStyle,
  { width, minSize }: { readonly width: number; readonly minSize: number },
): { readonly lines: readonly string[]; readonly size: number } {
  const sizes = Array.from({ length: 1 + Math.round((style.size - minSize) * 2) }, (_, i) => style.size - i / 2);
  // Shaping is the expensive part, 3 ms for 255 characters, and the same at every size.
  const widths = new Map<string, { readonly ems: number; readonly tracking: number }>();
  const measure = (line: string) => {
    const ems = measureWidth(line, { face: style.face, size: 1 });
    return { ems, tracking: style.tracking ? measureWidth(line, { ...style, size: 1 }) - ems : 0 };
  };
  const fits = (line: string, size: number) => {
    const { ems, tracking } = widths.get(line) ?? measure(line);
    widths.set(line, { ems, tracking });
    return ems * size + tracking <= width;
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
  const hyphen = HYPHENATED.test(text) ? '-' : '';
  const firstLine = words || truncateToFit(text, hyphen, fitsMinimum);
  const secondLine = text.slice(words ? firstLine.length : firstLine.length - hyphen.length).trim();
  return {
    lines: [firstLine, fitsMinimum(secondLine) ? secondLine : truncateToFit(secondLine, '…', fitsMinimum)],
    size: minSize,
  };
}

/** The scripts with upper and lower case hyphenate; others break without a mark. */
const HYPHENATED = /^[\p{Lu}\p{Ll}]/u;

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
  const characters = splitGraphemes(text);
  const shorten = (count: number) => characters.slice(0, count).join('').trimEnd() + suffix;
  let count = 0;
  while (count < characters.length && fits(shorten(count + 1))) count += 1;
  return shorten(count);
}
