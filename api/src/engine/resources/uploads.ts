import type { ResourceDefinition } from '@innkeeper/contract';
import { isWritable } from '@innkeeper/contract';
import type { Files } from '../../platform/files/storage.ts';
import { ApiError } from '../../platform/http/fail.ts';
import type { Body } from '../../platform/http/body.ts';

/** A picture of a record keeps its shape. Pixels: a screen's worth. */
const RECORD_PICTURE = { side: 1600, isCut: false };

/** The fields of a resource that take a file. */
export const fileFields = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'file' && isWritable(f) ? [name] : []));

/**
 * Keeps the files of a form for the file fields of a resource. Done before the transaction: a picture takes a tenth of a second
 * and more, for which no connection should wait.
 */
export async function keepUploads(d: ResourceDefinition, body: Body, keep: Files['keepPicture']): Promise<Body> {
  const kept: Record<string, string | null> = {};
  const takes = new Set(fileFields(d));
  for (const [name, file] of Object.entries(body.files)) {
    if (!takes.has(name)) continue;
    try {
      kept[name] = await keep(file, RECORD_PICTURE, name);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      kept[name] = null; // refused together with the other fields
    }
  }
  return { ...body, kept };
}
