import type { FastifyInstance } from 'fastify';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { readDatabaseState } from '../../testing/database-state.ts';
import { type CallOptions, type Reply, call, createFormBody } from '../../testing/call.ts';
import { fileFactTexts } from '../../texts/file-facts.ts';
import type { Input } from '../../testing/inputs.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** A file received in a response. */
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

/** The rows of a CSV file as texts, headings first; null is an empty cell. Uses an independent reader. */
export const csvRows = ({ bytes }: Pick<Download, 'bytes'>): string[][] =>
  parse(bytes, { bom: true, relax_column_count: false });

/**
 * The rows of a workbook with their cell types, headings first, without the sheet about the file. Uses an independent
 * reader.
 */
export async function xlsxRows({ bytes }: Pick<Download, 'bytes'>): Promise<readonly unknown[][]> {
  const { sheets } = await readXlsx(bytes);
  const aboutNames: readonly string[] = Object.values(fileFactTexts.about);
  return sheets.filter(({ name }) => !aboutNames.includes(name)).flatMap(({ rows }) => rows);
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
  const form = createFormBody({ ...values, file: typeof file === 'string' ? Buffer.from(file) : file });
  return call<Body>(app, token, 'POST', `/api/${resource}/import`, {
    body: form.body,
    headers: { ...form.headers, ...headers },
  });
};

/**
 * Changes a record's values by a file, after a dry run that must write nothing and predict whether the import succeeds.
 */
export async function importRow(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  token: string,
  resource: string,
  { id, ...changes }: Input & { readonly id: number },
): Promise<Reply<{ readonly data: { readonly id: number } }>> {
  const cells = Object.values(changes).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? value : null,
  );
  const file = csvFile([
    ['id', ...Object.keys(changes)],
    [id, ...cells],
  ]);
  const stateBefore = await readDatabaseState(db);
  const dryRun = await upload(app, token, resource, file, { dry_run: '1' });
  expect(await readDatabaseState(db)).toEqual(stateBefore);
  const response = await upload<{ data: { id: number } }>(app, token, resource, file);
  expect(dryRun.body, `${dryRun.text} ${response.text}`).toMatchObject({
    data: { rejected: response.status < 300 ? 0 : 1 },
  });
  return response;
}

/** A CSV file of these rows, headings first. */
export const csvFile = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',')).join('\n');
