import { getResource } from '@innkeeper/contract';
import { recordQuery } from '../engine/data/queries.ts';
import type { ResourceTarget } from '../engine/data/resource-path.ts';
import { getExtensions } from '../engine/form/extensions.ts';
import { opensOverList } from '../engine/form/record-path.ts';
import { preloadFormBody } from '../engine/record/load-form-body.ts';
import { queryClient } from '../session/query-client.ts';

export const loadRecordPage = () => import('../engine/record/record-page.tsx');

/**
 * Loads a record and the code of its page at the same time. The page alone would load one after the other: its frame,
 * the resource's own page, the record.
 */
export function preloadRecordPage({ resource, record }: ResourceTarget): void {
  const id = Number(record);
  const definition = getResource(resource);
  if (!Number.isSafeInteger(id) || id <= 0 || opensOverList(definition)) return;
  loadRecordPage().catch(() => undefined);
  const ownPage = getExtensions().recordPages[resource];
  if (ownPage) ownPage.preload();
  else preloadFormBody(definition);
  const query = recordQuery(definition, id);
  // A cached record is shown immediately, and the page refreshes it.
  if (queryClient.getQueryData(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
}
