import { type MergeSide, canBeEmpty, mergeFields } from '@innkeeper/contract';
import type { MergeEntry, MergeInput } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../engine/data/call-query.ts';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { requestData } from '../../../session/request.ts';

export type MergeSides = Readonly<Record<string, MergeSide>>;

/**
 * Dry run: the records a merge would move. Fetched only once, because after the merge there is nothing left to preview.
 */
export const mergePreviewQuery = (retainedId: number, absorbedId: number) =>
  queryOptions({
    queryKey: ['merge-preview', retainedId, absorbedId],
    gcTime: 0,
    queryFn: async () => {
      const request = { path: { id: retainedId }, body: { member_id: absorbedId, dry_run: 1 } } as const;
      return await requestData('POST /api/member/{id}/merge', request, { announce: false });
    },
    retry: false,
  });

/** Merges two members; idempotent by key. The caller shows the error. */
export const mergeMembers = (retainedId: number, input: MergeInput, key: string): Promise<MergeEntry> =>
  requestData(
    'POST /api/member/{id}/merge',
    { path: { id: retainedId }, body: input },
    { idempotencyKey: key, announce: false },
  );

/** Undoes a merge; a rejection is shown in the message bar. */
export const undoMerge = (retainedId: number, mergeId: number): Promise<MergeEntry> =>
  requestData('POST /api/member/{id}/merge/{merge_id}/undo', { path: { id: retainedId, merge_id: mergeId } });

/** Merges that involved a member, newest first. */
export const mergesQuery = (id: number) => callQuery('GET /api/member/{id}/merges', { path: { id } });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSameValue = (a: unknown, b: unknown): boolean => a === b || (isEmpty(a) && isEmpty(b));

/** The fields whose values differ between two members. */
export const differingFields = (retained: ResourceRecord, absorbed: ResourceRecord): readonly string[] =>
  Object.keys(mergeFields).filter((name) => !isSameValue(retained[name], absorbed[name]));

/** The default choice: the retained member's values, or the other's where it has none. */
export const suggestedSides = (retained: ResourceRecord, absorbed: ResourceRecord): MergeSides =>
  Object.fromEntries(
    differingFields(retained, absorbed).map((name) => [
      name,
      isEmpty(retained[name]) && canBeEmpty(name) ? 'absorbed' : 'retained',
    ]),
  );
