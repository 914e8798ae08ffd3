/** Values that a COPY line can carry. */
export type CopyValue = string | number | boolean | Date | null | undefined;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyValue(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string')
    return SPECIAL.test(value) ? value.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c] ?? c) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** One line of COPY's text format, with its line end. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(copyValue).join('\t')}\n`;
