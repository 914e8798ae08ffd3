import type { ResourceDefinition } from '@innkeeper/contract';
import { isWritable } from '@innkeeper/contract';
import type { Files } from '../files/storage.ts';
import { ApiError } from '../http/fail.ts';
import type { Body } from '../http/body.ts';

/** A picture of a record keeps its shape. Pixels: a screen's worth. */
const RECORD_PICTURE = { side: 1600, isCut: false };

/**
 * Keeps the files of a form for the file fields of a resource. Done before the transaction: a picture takes a tenth of a second
 * and more, for which no connection should wait.
 */
export async function keepUploads(d: ResourceDefinition, body: Body, keep: Files['keepPicture']): Promise<Body> {
  const kept: Record<string, string | null> = {};
  for (const [name, { bytes }] of Object.entries(body.files)) {
    const f = Object.hasOwn(d.fields, name) ? d.fields[name] : undefined;
    if (f?.kind !== 'file' || !isWritable(f)) continue;
    try {
      kept[name] = await keep(bytes, RECORD_PICTURE, name);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      kept[name] = null; // refused together with the other fields
    }
  }
  return { ...body, kept };
}
