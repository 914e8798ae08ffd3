import type { ResourceDefinition } from '@innkeeper/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, needsApproval } from '../../session/api-error.ts';
import { type Answer, dataOf, readWritten } from './envelope.ts';
import { toFormData } from './form-data.ts';
import { queryKeys } from './query-keys.ts';
import { type ResourceRecord, isObject } from './record.ts';
import { callApi } from './transport.ts';

export interface SaveInput {
  /** Nothing: a new record. */
  readonly id?: number;
  /** The fields that are sent; null empties a field, undefined leaves it as it is. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The version that was edited; the API refuses with `stale_record` when another write came first. */
  readonly version?: number;
  /** One per form, so that a create that is sent twice makes one record. */
  readonly idempotencyKey?: string;
}

/** Records by id, or everything that a list's filter matches but for some. */
export type BulkTarget =
  | { readonly ids: readonly number[] }
  | { readonly filter: Readonly<Record<string, string>>; readonly except: readonly number[] };

/** The reach of a bulk action: `matched` records, of which `affected` may be deleted, restored or changed. */
export interface BulkPreview {
  readonly matched: number;
  readonly affected: number;
  /** The first of those that may not; the action is refused while they are meant. */
  readonly refused: readonly number[];
  /** Why they may not, in words. */
  readonly reasons: readonly string[];
  /** Of members that would be deleted: how many have a card that runs. Zero elsewhere. */
  readonly runningCards: number;
}

/** Values by field, as they travel. */
type Body = Readonly<Record<string, unknown>>;

export type BulkAction = 'destroyBulk' | 'restoreBulk';

/** Creates or updates a record and answers it as saved. Throws the API's error, with its field errors. */
export async function saveRecord(
  d: ResourceDefinition,
  { id, input, version, idempotencyKey }: SaveInput,
): Promise<ResourceRecord> {
  const headers = asSeen(version);
  if (id === undefined) headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID();
  const path = id === undefined ? d.key : `${d.key}/${id}`;
  return readWritten(
    d,
    await callApi(path, { form: toFormData(input), headers, announce: (error) => !isForForm(error) }),
  );
}

/** Field errors, a record that someone else saved first and the need of an approval are shown by the form itself. */
const isForForm = (error: ApiError): boolean =>
  error.status === 422 || error.code === 'stale_record' || needsApproval(error);

/** The header that has a write refused when the record is no longer as it was shown. */
const asSeen = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'If-Unmodified-Since-Version': String(version) };

/**
 * Deletes a record softly, if it still is as it was shown, and answers it as deleted. The reason is kept where the resource has
 * a field for it.
 */
export const deleteRecord = async (
  d: ResourceDefinition,
  { id, version }: ResourceRecord,
  reason?: string,
): Promise<ResourceRecord> =>
  readWritten(
    d,
    await callApi(`${d.key}/${id}`, {
      method: 'DELETE',
      headers: asSeen(version),
      ...(reason !== undefined && { json: { reason } }),
    }),
  );

/** Restores a deleted record, if it still is as it was shown. */
export const restoreRecord = async (d: ResourceDefinition, { id, version }: ResourceRecord): Promise<ResourceRecord> =>
  readWritten(d, await callApi(`${d.key}/${id}/restore`, { method: 'POST', headers: asSeen(version) }));

/** Counts the records of a bulk action, without touching them. */
export async function previewBulk(d: ResourceDefinition, action: BulkAction, target: BulkTarget): Promise<BulkPreview> {
  const { body } = await callApi(`${d.key}/${action}`, { json: { ...target, dry_run: 1 } });
  return readPreview(body);
}

/** A finished bulk action: how many records it changed, and its request, which can be undone. */
export interface BulkDone {
  readonly affected: number;
  readonly requestId: string;
}

const readDone = ({ body, headers }: Answer): BulkDone => ({
  affected: affectedIn(dataOf(body)),
  requestId: headers.get('X-Request-Id') ?? '',
});

/** Deletes or restores many, all or none of them. */
export const runBulk = async (
  d: ResourceDefinition,
  action: BulkAction,
  target: BulkTarget,
  reason?: string,
): Promise<BulkDone> => readDone(await callApi(`${d.key}/${action}`, { json: { ...target, reason } }));

/** Undoes a bulk action, unless one of its records was changed since. */
export const undoBulk = (d: ResourceDefinition, { requestId }: BulkDone): Promise<unknown> =>
  callApi(`${d.key}/undoBulk`, { json: { request_id: requestId } });

/** The reach of a bulk edit, without doing it. Throws the API's error, with its field errors. */
export async function previewEdit(d: ResourceDefinition, target: BulkTarget, set: Body): Promise<BulkPreview> {
  const { body } = await callApi(`${d.key}/updateBulk`, {
    json: { ...target, set, dry_run: 1 },
    announce: (error) => error.status !== 422,
  });
  return readPreview(body);
}

/** Gives many records the same values, all or none of them. */
export const runEdit = async (d: ResourceDefinition, target: BulkTarget, set: Body): Promise<BulkDone> =>
  readDone(await callApi(`${d.key}/updateBulk`, { json: { ...target, set } }));

/** The same records but for some. */
export function leaveOut(target: BulkTarget, ids: readonly number[]): BulkTarget {
  const left = new Set(ids);
  return 'ids' in target
    ? { ids: target.ids.filter((id) => !left.has(id)) }
    : { ...target, except: [...target.except, ...ids] };
}

function readPreview(body: unknown): BulkPreview {
  const data = dataOf(body);
  const list = (name: string): readonly unknown[] => {
    const value = isObject(data) ? data[name] : undefined;
    return Array.isArray(value) ? value : [];
  };
  return {
    matched: countIn(data, 'matched'),
    affected: affectedIn(data),
    refused: [...list('refused'), ...list('in_use')].filter((id): id is number => typeof id === 'number'),
    runningCards: countIn(data, 'running_cards'),
    reasons: list('reasons').filter((reason): reason is string => typeof reason === 'string'),
  };
}

const countIn = (data: unknown, name: string): number =>
  isObject(data) && typeof data[name] === 'number' ? data[name] : 0;
const affectedIn = (data: unknown): number =>
  countIn(data, ['restored', 'updated'].find((name) => isObject(data) && name in data) ?? 'deleted');

/**
 * Marks all stored answers as old after a write: any list may name the record (a member's hotel, who updated it). Only those on
 * screen are fetched again at once.
 */
export const refreshResources = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: queryKeys.all });

interface SaveOptions {
  /** `false`: the lists on screen are left as they are. */
  readonly reload?: boolean;
}

/** Saves a record; the answer is stored as that record, and the lists are fetched again. */
export function useSaveRecord(d: ResourceDefinition, { reload = true }: SaveOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SaveInput) => saveRecord(d, input),
    onSuccess: async (record) => {
      client.setQueryData(queryKeys.record(d.key, record.id), record);
      if (reload) await refreshResources(client);
      else await client.invalidateQueries({ queryKey: queryKeys.all, refetchType: 'none' });
    },
  });
}
