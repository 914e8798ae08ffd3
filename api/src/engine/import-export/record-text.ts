const QUOTE = '"';
const QUOTE_CODE = QUOTE.charCodeAt(0);

/**
 * Parses PostgreSQL's text of a record: `(V1,"Sri ""Ayu"" Lestari",)`. An empty position is null. Values with a space
 * or a special character are quoted, with quotes and backslashes doubled.
 */
export function valuesOf(record: string): (string | null)[] {
  const values: (string | null)[] = [];
  const end = record.length - 1;
  let at = 1;
  for (;;) {
    let stop: number;
    if (record.charCodeAt(at) === QUOTE_CODE) {
      stop = record.indexOf(QUOTE, at + 1);
      while (record.charCodeAt(stop + 1) === QUOTE_CODE) stop = record.indexOf(QUOTE, stop + 2);
      values.push(plain(record.slice(at + 1, stop)));
      stop += 1;
    } else {
      const comma = record.indexOf(',', at);
      stop = comma < 0 ? end : comma;
      values.push(stop === at ? null : record.slice(at, stop));
    }
    if (stop === end) return values;
    at = stop + 1;
  }
}

function plain(quoted: string): string {
  const text = quoted.includes(QUOTE) ? quoted.replaceAll('""', QUOTE) : quoted;
  return text.includes('\\') ? text.replaceAll('\\\\', '\\') : text;
}
