import type { ImportCheck, ImportDone, ImportEntry, ImportUndone, ResourceDefinition } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '../../session/api-error.ts';
import { api, apiFile } from '../../session/api.ts';
import { queryKeys } from '../data/query-keys.ts';

/** The user's input for a file: the field of columns by heading, and corrections of cells by row and field. */
export interface ImportRequest {
  readonly file: File;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly corrections: Corrections;
}

/** Corrected texts by row, then by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

function importForm({ file, mapping, corrections }: ImportRequest, more: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  form.set('mapping', JSON.stringify(mapping));
  form.set('corrections', JSON.stringify(corrections));
  form.set('file', file);
  return form;
}

const pathOf = (d: ResourceDefinition): string => `/api/${d.key}/import`;

/** Validates the import without writing anything. */
export async function checkImport(
  d: ResourceDefinition,
  importRequest: ImportRequest,
  signal: AbortSignal,
): Promise<ImportCheck> {
  const form = importForm(importRequest, { dry_run: '1' });
  const { data } = await api<{ data: ImportCheck }>(pathOf(d), { form, signal, announce: false });
  return data;
}

/** Writes all rows or none; a repeated idempotency key writes nothing again. */
export async function runImport(d: ResourceDefinition, importRequest: ImportRequest, key: string): Promise<ImportDone> {
  const headers = { 'Idempotency-Key': key };
  const { data } = await api<{ data: ImportDone }>(pathOf(d), {
    form: importForm(importRequest, {}),
    headers,
    announce: false,
  });
  return data;
}

/** The rejected rows as in the file, with the reasons. */
export async function rejectedRows(d: ResourceDefinition, importRequest: ImportRequest): Promise<Blob> {
  const response = await apiFile(pathOf(d), { form: importForm(importRequest, { dry_run: '1', errors: 'csv' }) });
  return response.blob();
}

/** The past imports into a list, newest first. */
export const pastImportsQuery = (d: ResourceDefinition) =>
  queryOptions({
    queryKey: [...queryKeys.of(d.key), 'imports'],
    queryFn: async ({ signal }) => {
      const { data } = await api<{ data: readonly ImportEntry[] }>(`/api/import?resource=${d.key}`, {
        signal,
        announce: false,
      });
      return data;
    },
  });

/** Undoes a whole import, or nothing of it. */
export async function undoImport(id: number): Promise<ImportUndone> {
  const { data } = await api<{ data: ImportUndone }>(`/api/import/${id}/undo`, { json: {} });
  return data;
}

/**
 * The reason why undoing the import would be rejected, as text; null if it would succeed. Throws if that cannot be
 * determined.
 */
export async function previewUndo(id: number): Promise<{ readonly rejection: string | null }> {
  try {
    await api(`/api/import/${id}/undo`, { json: { dry_run: 1 }, announce: false });
    return { rejection: null };
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500) return { rejection: error.message };
    throw error;
  }
}
