import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { message } from '@innkeeper/contract';
import { invalid } from '../http/fail.ts';
import type { TableRow } from './table.ts';

/** Byte order mark: without it Excel takes UTF-8 for the machine's own characters. */
export const BOM = '\ufeff';

/** Lines of a CSV file (RFC 4180). Cells are written as they are: what must be guarded is (guarded-text.ts). */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n' });

const DELIMITERS = [',', ';', '\t'];
const SLICE = 1 << 16;
/** Characters of a row: a file of nothing but commas would be ten million cells. */
const RECORD_MAX = 1_000_000;

/** The rows of a CSV file in UTF-8, by comma, semicolon or tab. Throws a 422 for a file that is none, or in other characters. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<TableRow> {
  const text = decode(bytes);
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    bom: true,
    max_record_size: RECORD_MAX,
  });
  let row = 0;
  Readable.from(slices(text)).pipe(parser);
  try {
    // The parser's chunks are the records: lists of texts, as no option turns them into anything else.
    for await (const record of parser) yield { row: (row += 1), cells: record as string[] };
  } catch (error) {
    throw error instanceof CsvError ? invalid({ file: [message('table')] }) : error;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid({ file: [message('table_encoding')] });
  }
}

/** The one that stands most often in the first line, quoted parts aside. */
function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, SLICE))?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** In slices, so that other requests are answered in between. */
function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}
