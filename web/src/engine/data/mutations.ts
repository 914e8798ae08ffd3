import type { ResourceDefinition } from '@innkeeper/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, isApiError, needsApproval } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { type RawResponse, dataOf, readWrittenRecord } from './envelope.ts';
import { toFormData } from './form-data.ts';
import { queryKeys } from './query-keys.ts';
import { isObject } from '../../ui/is-object.ts';
import type { ResourceRecord } from './record.ts';
import { callApi } from './transport.ts';

export interface SaveInput {
  /** Undefined for a new record. */
  readonly id?: number;
  /** The fields to send; null empties a field, undefined leaves it unchanged. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The version that was edited; the API rejects with `stale_record` if another write came first. */
  readonly version?: number;
  /** One per form, so that a create sent twice makes one record. */
  readonly idempotencyKey?: string;
}

/** Records by id, or all records that match a list's filter, with exceptions. */
export type BulkTarget =
  | { readonly ids: readonly number[] }
  | { readonly filter: Readonly<Record<string, string>>; readonly except: readonly number[] };

/** The effect of a bulk action: of `matched` records, `affected` can be deleted, restored or changed. */
export interface BulkPreview {
  readonly matched: number;
  readonly affected: number;
  /** The first ids of the records that cannot; the action is rejected while they are included. */
  readonly rejected: readonly number[];
  /** Why they cannot, as text. */
  readonly reasons: readonly string[];
  /** How many of the members to be deleted have an active card. Zero for other resources. */
  readonly runningCards: number;
}

/** Values by field, as sent in the request. */
type Body = Readonly<Record<string, unknown>>;

export type BulkAction = 'destroyBulk' | 'restoreBulk';

/** Creates or updates a record and returns it as saved. Throws the API's error, including field errors. */
export async function saveRecord(
  definition: ResourceDefinition,
  { id, input, version, idempotencyKey }: SaveInput,
): Promise<ResourceRecord> {
  const headers = versionHeader(version);
  if (id === undefined) headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID();
  const path = id === undefined ? definition.key : `${definition.key}/${id}`;
  return readWrittenRecord(
    definition,
    await callApi(path, { form: toFormData(input), headers, announce: (error) => !isFormError(error) }),
  );
}

/** The form itself shows field errors, conflicts with another save, and a required approval. */
const isFormError = (error: ApiError): boolean =>
  error.status === 422 || error.code === 'stale_record' || needsApproval(error);

/** The header that rejects a write if the record has changed since it was shown. */
const versionHeader = (version: number | undefined): Record<string, string> =>
  version === undefined ? {} : { 'If-Unmodified-Since-Version': String(version) };

/**
 * Soft-deletes a record unless it has changed since it was shown; returns it as deleted. The reason is stored if the
 * resource has a field for it.
 */
export const deleteRecord = async (
  definition: ResourceDefinition,
  { id, version }: ResourceRecord,
  reason?: string,
): Promise<ResourceRecord> =>
  readWrittenRecord(
    definition,
    await callApi(`${definition.key}/${id}`, {
      method: 'DELETE',
      headers: versionHeader(version),
      ...(reason !== undefined && reason !== '' && { json: { reason } }),
    }),
  );

/** Restores a deleted record unless it has changed since it was shown. */
export const restoreRecord = async (
  definition: ResourceDefinition,
  { id, version }: ResourceRecord,
): Promise<ResourceRecord> =>
  readWrittenRecord(
    definition,
    await callApi(`${definition.key}/${id}/restore`, { method: 'POST', headers: versionHeader(version) }),
  );

/** Counts the records of a bulk action without changing them. */
export async function previewBulk(
  definition: ResourceDefinition,
  action: BulkAction,
  target: BulkTarget,
): Promise<BulkPreview> {
  const { body } = await callApi(`${definition.key}/${action}`, { json: { ...target, dry_run: 1 } });
  return readPreview(body);
}

/** A completed bulk action: the number of records changed, and its request id for Undo. */
export interface BulkResult {
  readonly affected: number;
  readonly requestId: string;
}

const readBulkResult = ({ body, headers }: RawResponse): BulkResult => ({
  affected: readAffected(dataOf(body)),
  requestId: headers.get('X-Request-Id') ?? '',
});

/** Deletes or restores many records, all or none. */
export const runBulk = async (
  definition: ResourceDefinition,
  action: BulkAction,
  target: BulkTarget,
  reason?: string,
): Promise<BulkResult> =>
  readBulkResult(await callApi(`${definition.key}/${action}`, { json: { ...target, reason: reason || undefined } }));

/** Undoes a bulk action, unless one of its records has changed since. */
export const undoBulk = (definition: ResourceDefinition, { requestId }: BulkResult): Promise<unknown> =>
  callApi(`${definition.key}/undoBulk`, { json: { request_id: requestId } });

/** Previews a bulk edit without applying it. Throws the API's error, including field errors. */
export async function previewBulkEdit(
  definition: ResourceDefinition,
  target: BulkTarget,
  set: Body,
): Promise<BulkPreview> {
  const { body } = await callApi(`${definition.key}/updateBulk`, {
    json: { ...target, set, dry_run: 1 },
    announce: (error) => error.status !== 422,
  });
  return readPreview(body);
}

/** Sets the same values in many records, all or none. */
export const runBulkEdit = async (definition: ResourceDefinition, target: BulkTarget, set: Body): Promise<BulkResult> =>
  readBulkResult(await callApi(`${definition.key}/updateBulk`, { json: { ...target, set } }));

/** Returns the same target without these records. */
export function excludeIds(target: BulkTarget, ids: readonly number[]): BulkTarget {
  const excludedIds = new Set(ids);
  return 'ids' in target
    ? { ids: target.ids.filter((id) => !excludedIds.has(id)) }
    : { ...target, except: [...target.except, ...ids] };
}

function readPreview(body: unknown): BulkPreview {
  const data = dataOf(body);
  const readList = (name: string): readonly unknown[] => {
    const value = isObject(data) ? data[name] : undefined;
    return Array.isArray(value) ? value : [];
  };
  return {
    matched: readCount(data, 'matched'),
    affected: readAffected(data),
    rejected: [...readList('rejected'), ...readList('in_use')].filter((id): id is number => typeof id === 'number'),
    runningCards: readCount(data, 'running_cards'),
    reasons: readList('reasons').filter((reason): reason is string => typeof reason === 'string'),
  };
}

const readCount = (data: unknown, name: string): number =>
  isObject(data) && typeof data[name] === 'number' ? data[name] : 0;
const readAffected = (data: unknown): number =>
  readCount(data, ['restored', 'updated'].find((name) => isObject(data) && name in data) ?? 'deleted');

/**
 * Invalidates all cached responses after a write, because any list may name the record (a member's hotel, who updated
 * it). Only those on screen are refetched immediately.
 */
export const refreshResources = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: queryKeys.all });

/**
 * Runs a write whose rejection is announced, and refetches the lists either way, because an outdated list may be the
 * cause. Returns undefined if it was rejected.
 */
export async function tryWrite<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!isApiError(error)) throw error;
    return undefined;
  } finally {
    await refreshResources(queryClient);
  }
}

interface SaveOptions {
  /** `false` leaves the lists on screen unchanged. */
  readonly reload?: boolean;
}

/** Saves a record, caches the response as that record, and refetches the lists. */
export function useSaveRecord(definition: ResourceDefinition, { reload: refetch = true }: SaveOptions = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: SaveInput) => saveRecord(definition, input),
    onSuccess: async (record) => {
      client.setQueryData(queryKeys.record(definition.key, record.id), record);
      if (refetch) await refreshResources(client);
      else await client.invalidateQueries({ queryKey: queryKeys.all, refetchType: 'none' });
    },
  });
}
