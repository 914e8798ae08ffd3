import { type MergeEntry, type MergeInput, type MergeSide, mayBeEmpty, mergeFields } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../../engine/data/envelope.ts';
import { queryKeys } from '../../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { callApi } from '../../../engine/data/transport.ts';

export type Sides = Readonly<Record<string, MergeSide>>;

const entryIn = ({ body }: { body: unknown }): MergeEntry => dataOf(body) as MergeEntry; // the contract says what the calls answer

/** What merging would move, without doing it. Asked once: after the merge there is nothing left to ask. */
export const mergePreviewQuery = (keptId: number, absorbedId: number) =>
  queryOptions({
    queryKey: ['merge-preview', keptId, absorbedId],
    gcTime: 0,
    queryFn: async () =>
      entryIn(
        await callApi(`member/${keptId}/merge`, { json: { member_id: absorbedId, dry_run: 1 }, announce: false }),
      ),
    retry: false,
  });

/** Merges; with the same key once. The caller says what went wrong. */
export const mergeMembers = async (keptId: number, input: MergeInput, key: string): Promise<MergeEntry> =>
  entryIn(
    await callApi(`member/${keptId}/merge`, { json: input, headers: { 'Idempotency-Key': key }, announce: false }),
  );

/** Takes a merge back; a refusal is said in the message bar. */
export const undoMerge = async (keptId: number, mergeId: number): Promise<MergeEntry> =>
  entryIn(await callApi(`member/${keptId}/merge/${mergeId}/undo`, { method: 'POST' }));

/** Merges that a member had a part in, newest first. */
export const mergesQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.record('member', id), 'merges'],
    queryFn: async ({ signal }): Promise<readonly MergeEntry[]> => {
      const { body } = await callApi(`member/${id}/merges`, { signal });
      return dataOf(body) as readonly MergeEntry[]; // the contract says what the call answers
    },
  });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSame = (a: unknown, b: unknown): boolean => a === b || (isEmpty(a) && isEmpty(b));

/** The fields in which two members differ. */
export const differingFields = (kept: ResourceRecord, absorbed: ResourceRecord): readonly string[] =>
  Object.keys(mergeFields).filter((name) => !isSame(kept[name], absorbed[name]));

/** What is most likely meant: the kept member's values, and the other's where there is none. */
export const likelySides = (kept: ResourceRecord, absorbed: ResourceRecord): Sides =>
  Object.fromEntries(
    differingFields(kept, absorbed).map((name) => [
      name,
      isEmpty(kept[name]) && mayBeEmpty(name) ? 'absorbed' : 'kept',
    ]),
  );
