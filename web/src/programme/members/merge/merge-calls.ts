import { type MergeSide, mayBeEmpty, mergeFields } from '@innkeeper/contract';
import type { MergeEntry, MergeInput } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { ask } from '../../../session/ask.ts';

export type Sides = Readonly<Record<string, MergeSide>>;

/** The records that a merge would move, without doing it. Asked once: after the merge there is nothing left to ask. */
export const mergePreviewQuery = (keptId: number, absorbedId: number) =>
  queryOptions({
    queryKey: ['merge-preview', keptId, absorbedId],
    gcTime: 0,
    queryFn: async () => {
      const request = { path: { id: keptId }, body: { member_id: absorbedId, dry_run: 1 } } as const;
      return (await ask('POST /api/member/{id}/merge', request, { announce: false })).data;
    },
    retry: false,
  });

/** Merges; with the same key once. The caller shows the error. */
export const mergeMembers = async (keptId: number, input: MergeInput, key: string): Promise<MergeEntry> =>
  (
    await ask(
      'POST /api/member/{id}/merge',
      { path: { id: keptId }, body: input },
      { headers: { 'Idempotency-Key': key }, announce: false },
    )
  ).data;

/** Takes a merge back; a refusal is said in the message bar. */
export const undoMerge = async (keptId: number, mergeId: number): Promise<MergeEntry> =>
  (await ask('POST /api/member/{id}/merge/{merge_id}/undo', { path: { id: keptId, merge_id: mergeId } })).data;

/** Merges that a member had a part in, newest first. */
export const mergesQuery = (id: number) =>
  queryOptions({
    queryKey: [...queryKeys.record('member', id), 'merges'],
    queryFn: async ({ signal }) => (await ask('GET /api/member/{id}/merges', { path: { id } }, { signal })).data,
  });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSame = (a: unknown, b: unknown): boolean => a === b || (isEmpty(a) && isEmpty(b));

/** The fields in which two members differ. */
export const differingFields = (kept: ResourceRecord, absorbed: ResourceRecord): readonly string[] =>
  Object.keys(mergeFields).filter((name) => !isSame(kept[name], absorbed[name]));

/** The most likely choice: the kept member's values, and the other's if there is none. */
export const likelySides = (kept: ResourceRecord, absorbed: ResourceRecord): Sides =>
  Object.fromEntries(
    differingFields(kept, absorbed).map((name) => [
      name,
      isEmpty(kept[name]) && mayBeEmpty(name) ? 'absorbed' : 'kept',
    ]),
  );
