import type { ResourceDefinition } from '@innkeeper/contract';
import { isWritable } from '@innkeeper/contract';
import type { Files } from '../../platform/files/storage.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Body } from '../../platform/http/body.ts';

/** Pictures of records are not cropped. Longest side in pixels: about a screen. */
const RECORD_PICTURE = { side: 1600, isCropped: false };

/** The file fields of a resource. */
export const fileFields = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (f.kind === 'file' && isWritable(f) ? [name] : []));

/**
 * Stores the files of a form that belong to file fields of a resource. Done before the transaction: a picture takes a
 * tenth of a second or more, and no connection should wait for it.
 */
export async function storeUploads(d: ResourceDefinition, body: Body, save: Files['storePicture']): Promise<Body> {
  const storedFiles: Record<string, string | null> = {};
  const fieldNames = new Set(fileFields(d));
  for (const [name, file] of Object.entries(body.files)) {
    if (!fieldNames.has(name)) continue;
    try {
      storedFiles[name] = await save(file, RECORD_PICTURE, name);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      storedFiles[name] = null; // rejected together with the other fields
    }
  }
  return { ...body, storedFiles };
}
