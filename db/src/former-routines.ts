import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { SqlFile } from './sql-files.ts';

/**
 * The routines as they were before migration 0500 renamed tables and columns, in order. Tests that start from an older
 * schema apply them, because today's routines use today's names. They are stored compressed, since nobody edits them.
 */
export async function readFormerRoutines(): Promise<readonly SqlFile[]> {
  const file = await readFile(new URL('./testing/routines-0440.json.gz', import.meta.url));
  return JSON.parse(gunzipSync(file).toString('utf8')) as SqlFile[];
}
