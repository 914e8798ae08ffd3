import type { ImportCheck, ImportDone, ImportEntry, ImportUndone, ResourceDefinition } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '../../session/api-error.ts';
import { api, apiFile } from '../../session/api.ts';
import { queryKeys } from '../data/query-keys.ts';

/** The user's answers about the columns of a file, by heading, and about its cells, by row and field. */
export interface ImportAsked {
  readonly file: File;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly corrections: Corrections;
}

/** Texts that are mended: by row, by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

function formOf({ file, mapping, corrections }: ImportAsked, more: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  form.set('mapping', JSON.stringify(mapping));
  form.set('corrections', JSON.stringify(corrections));
  form.set('file', file);
  return form;
}

const pathOf = (d: ResourceDefinition): string => `/api/${d.key}/import`;

/** Checks the import, without doing it. */
export async function checkImport(
  d: ResourceDefinition,
  asked: ImportAsked,
  signal: AbortSignal,
): Promise<ImportCheck> {
  const form = formOf(asked, { dry_run: '1' });
  const { data } = await api<{ data: ImportCheck }>(pathOf(d), { form, signal, announce: false });
  return data;
}

/** All of it or nothing; a key that comes again does nothing twice. */
export async function runImport(d: ResourceDefinition, asked: ImportAsked, key: string): Promise<ImportDone> {
  const headers = { 'Idempotency-Key': key };
  const { data } = await api<{ data: ImportDone }>(pathOf(d), { form: formOf(asked, {}), headers, announce: false });
  return data;
}

/** The refused rows as they came, with the reasons. */
export async function refusedRows(d: ResourceDefinition, asked: ImportAsked): Promise<Blob> {
  const response = await apiFile(pathOf(d), { form: formOf(asked, { dry_run: '1', errors: 'csv' }) });
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

/** Takes a whole import back, or nothing of it. */
export async function undoImport(id: number): Promise<ImportUndone> {
  const { data } = await api<{ data: ImportUndone }>(`/api/import/${id}/undo`, { json: {} });
  return data;
}

/** Why taking the import back would be refused, in words; null where it would not. Throws where that cannot be told. */
export async function askUndo(id: number): Promise<{ readonly refusal: string | null }> {
  try {
    await api(`/api/import/${id}/undo`, { json: { dry_run: 1 }, announce: false });
    return { refusal: null };
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500) return { refusal: error.message };
    throw error;
  }
}
