import type { ListMeta } from '@innkeeper/contract';
import { useEffect } from 'react';
import type { ListStateHandle } from './use-list-state.ts';

/**
 * Leads back from a page behind the last one: records that were deleted meanwhile leave pages behind that are no more. Returns
 * whether this page is one of them. `meta` is that of the answer to this state; undefined while it is on its way.
 */
export function usePageWithin(
  [{ page, per_page }, change]: ListStateHandle,
  rows: number,
  meta: ListMeta | undefined,
): boolean {
  const lastPage = meta ? Math.max(1, Math.ceil(meta.total / per_page)) : page;
  const isBeyond = rows === 0 && page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  }, [isBeyond, lastPage, change]);
  return isBeyond;
}
