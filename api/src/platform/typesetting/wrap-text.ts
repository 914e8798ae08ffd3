/** What a reader sees as one character, such as a Thai letter with its vowel and tone mark. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const splitGraphemes = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Wraps a text into lines that `fits` accepts: between words, and within a word that is longer than a line. The last of
 * `maxLines` lines ends with an ellipsis if text remains.
 */
export function wrapText(text: string, fits: (line: string) => boolean, maxLines = Infinity): readonly string[] {
  if (text === '') return [];
  if (fits(text)) return [text];
  const lines: string[] = [];
  let line = '';
  const pushLine = () => void (line !== '' && lines.push(line));
  for (const word of text.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`;
    if (fits(candidate)) {
      line = candidate;
      continue;
    }
    pushLine();
    line = '';
    for (const grapheme of splitGraphemes(word)) {
      if (line !== '' && !fits(line + grapheme)) {
        pushLine();
        line = '';
      }
      line += grapheme;
    }
    if (lines.length > maxLines) break;
  }
  pushLine();
  return lines.length <= maxLines
    ? lines
    : [
        ...lines.slice(0, maxLines - 1),
        `${splitGraphemes(lines[maxLines - 1] ?? '')
          .slice(0, -1)
          .join('')}…`,
      ];
}
