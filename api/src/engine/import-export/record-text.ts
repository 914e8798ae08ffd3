const QUOTE = '"';
const QUOTE_CODE = QUOTE.charCodeAt(0);

/**
 * Parses PostgreSQL's text of a record: `(V1,"Sri ""Ayu"" Lestari",)`. An empty position is null. Values with a space
 * or a special character are quoted, with quotes and backslashes doubled.
 */
export function parseRecord(record: string): (string | null)[] {
  const values: (string | null)[] = [];
  const lastIndex = record.length - 1;
  let position = 1;
  for (;;) {
    let valueEnd: number;
    if (record.charCodeAt(position) === QUOTE_CODE) {
      valueEnd = record.indexOf(QUOTE, position + 1);
      while (record.charCodeAt(valueEnd + 1) === QUOTE_CODE) valueEnd = record.indexOf(QUOTE, valueEnd + 2);
      values.push(unescapeValue(record.slice(position + 1, valueEnd)));
      valueEnd += 1;
    } else {
      const comma = record.indexOf(',', position);
      valueEnd = comma < 0 ? lastIndex : comma;
      values.push(valueEnd === position ? null : record.slice(position, valueEnd));
    }
    if (valueEnd === lastIndex) return values;
    position = valueEnd + 1;
  }
}

function unescapeValue(quoted: string): string {
  const text = quoted.includes(QUOTE) ? quoted.replaceAll('""', QUOTE) : quoted;
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
