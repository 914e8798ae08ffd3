import type {
  DateOrder,
  ImportCheck,
  ImportEncoding,
  ImportEntry,
  ImportResult,
  ImportUndoResult,
  ResourceDefinition,
} from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { isApiError } from '../../session/api-error.ts';
import { api, apiFile } from '../../session/api.ts';
import { queryKeys } from '../data/query-keys.ts';

/**
 * The user input for a file: how to read it, the mapping of columns to fields and the order of their days, both by
 * heading, values of fields without a column, and corrections of cells by row and field.
 */
export interface ImportRequest {
  readonly file: File;
  readonly reading: ReadingChoices;
  readonly fixedValues: Readonly<Record<string, string>>;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly dateOrders: Readonly<Record<string, DateOrder>>;
  readonly corrections: Corrections;
  /** The field that finds the record of a row. */
  readonly match: string;
}

/** How to read a file, where that differs from the server's suggestion. */
export interface ReadingChoices {
  readonly sheet?: string;
  readonly headingRow?: number;
  readonly encoding?: ImportEncoding;
}

/** Corrected texts by row, then by field. */
export type Corrections = Readonly<Record<string, Readonly<Record<string, string>>>>;

function toImportForm(
  { file, reading, fixedValues, mapping, dateOrders, corrections, match }: ImportRequest,
  extraFields: Readonly<Record<string, string>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(extraFields)) form.set(name, value);
  if (reading.sheet !== undefined) form.set('sheet', reading.sheet);
  if (reading.headingRow !== undefined) form.set('heading_row', String(reading.headingRow));
  if (reading.encoding !== undefined) form.set('encoding', reading.encoding);
  const filledValues = Object.fromEntries(Object.entries(fixedValues).filter(([, text]) => text !== ''));
  form.set('fixed_values', JSON.stringify(filledValues));
  form.set('mapping', JSON.stringify(mapping));
  form.set('date_orders', JSON.stringify(dateOrders));
  form.set('corrections', JSON.stringify(corrections));
  if (match !== 'id') form.set('match', match);
  form.set('file', file);
  return form;
}

const importUrl = (definition: ResourceDefinition): string => `/api/${definition.key}/import`;

/** Validates the import without writing anything. */
export async function checkImport(
  definition: ResourceDefinition,
  importRequest: ImportRequest,
  signal: AbortSignal,
): Promise<ImportCheck> {
  const form = toImportForm(importRequest, { dry_run: '1' });
  const { data } = await api<{ data: ImportCheck }>(importUrl(definition), { form, signal, announce: false });
  return data;
}

/**
 * Imports all rows or none, or all but the rejected ones. A repeated idempotency key does not import them again.
 */
export async function runImport(
  definition: ResourceDefinition,
  importRequest: ImportRequest,
  key: string,
  skipsRejected: boolean,
): Promise<ImportResult> {
  const headers = { 'Idempotency-Key': key };
  const { data } = await api<{ data: ImportResult }>(importUrl(definition), {
    form: toImportForm(importRequest, skipsRejected ? { skip_rejected: '1' } : {}),
    headers,
    announce: false,
  });
  return data;
}

/** Fetches the rejected rows with the reasons, or what the others change, as a CSV file. */
export async function fetchCheckFile(
  definition: ResourceDefinition,
  importRequest: ImportRequest,
  content: 'errors' | 'changes',
): Promise<Blob> {
  const response = await apiFile(importUrl(definition), {
    form: toImportForm(importRequest, { dry_run: '1', [content]: 'csv' }),
  });
  return response.blob();
}

/** The past imports into a list, newest first. */
export const pastImportsQuery = (definition: ResourceDefinition) =>
  queryOptions({
    queryKey: [...queryKeys.of(definition.key), 'imports'],
    queryFn: async ({ signal }) => {
      const { data } = await api<{ data: readonly ImportEntry[] }>(`/api/import?resource=${definition.key}`, {
        signal,
        announce: false,
      });
      return data;
    },
  });

/** Undoes an import as a whole or not at all. */
export async function undoImport(id: number): Promise<ImportUndoResult> {
  const { data } = await api<{ data: ImportUndoResult }>(`/api/import/${id}/undo`, { json: {} });
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
