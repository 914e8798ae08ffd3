import type { FastifyInstance } from 'fastify';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { type CallOptions, type Reply, call, formBody } from '../../testing/call.ts';

/** A file that was answered. */
export interface Download {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

export async function download(
  app: FastifyInstance,
  token: string,
  url: string,
  headers: CallOptions['headers'] = {},
): Promise<Download> {
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

/** The rows of a CSV file, its headings first, as texts; null: an empty cell. By a reader that knows nothing of ours. */
export const csvRows = ({ bytes }: Pick<Download, 'bytes'>): string[][] =>
  parse(bytes, { bom: true, relax_column_count: false });

/** The rows of a workbook as its cells are typed, its headings first. By a reader that knows nothing of ours. */
export async function xlsxRows({ bytes }: Pick<Download, 'bytes'>): Promise<readonly unknown[][]> {
  const { sheets } = await readXlsx(bytes);
  return sheets.flatMap(({ rows }) => rows);
}

/** Sends a file to be imported. */
export const upload = <Body = Record<string, unknown>>(
  app: FastifyInstance,
  token: string,
  resource: string,
  file: string | Uint8Array,
  {
    headers,
    ...values
  }: { readonly headers?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>> = {},
): Promise<Reply<Body>> => {
  const form = formBody({ ...values, file: typeof file === 'string' ? Buffer.from(file) : file });
  return call<Body>(app, token, 'POST', `/api/${resource}/import`, {
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};

/** A CSV file of these rows, headings first. */
export const csvFile = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\n');
