import { formatDay } from '../days.ts';

/** The values that a COPY line supports. */
export type CopyValue = string | number | boolean | Date | null | undefined;

const SPECIAL_CHARACTERS = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function formatCopyValue(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string')
    return SPECIAL_CHARACTERS.test(value) ? value.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c] ?? c) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return value instanceof Date ? formatTimestamp(value) : String(value);
}

const padTwo = (n: number): string => String(n).padStart(2, '0');
const MINUTE_TEXTS = Array.from({ length: 1440 }, (_, i) => ` ${padTwo(Math.floor(i / 60))}:${padTwo(i % 60)}:`);
const SECOND_TEXTS = Array.from({ length: 60 }, (_, i) => `${padTwo(i)}Z`);

/**
 * A timestamp to the second, as PostgreSQL reads it. It is assembled from cached parts, which takes a third of the time
 * of formatting a date.
 */
function formatTimestamp(instant: Date): string {
  const seconds = Math.floor(instant.getTime() / 1000);
  const day = Math.floor(seconds / 86_400);
  const minute = Math.floor(seconds / 60) - day * 1440;
  return `${formatDay(day)}${MINUTE_TEXTS[minute]}${SECOND_TEXTS[seconds - (day * 1440 + minute) * 60]}`;
}

/** One line in COPY's text format, including the line end. */
export function formatCopyLine(values: readonly CopyValue[]): string {
  const texts: string[] = [];
  for (const value of values) texts.push(formatCopyValue(value));
  return `${texts.join('\t')}\n`;
}
