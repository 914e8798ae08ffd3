import type { ListMeta } from '@innkeeper/contract';
import { useEffect } from 'react';
import type { ListStateHandle } from './use-list-state.ts';

/**
 * Moves to the last page if the current one no longer exists, because records were deleted meanwhile. Returns whether
 * the current page is beyond the last one. `meta` belongs to the response for this state; undefined while it is
 * loading.
 */
export function useClampedPage(
  [{ page, per_page }, change]: ListStateHandle,
  rowCount: number,
  meta: ListMeta | undefined,
): boolean {
  const lastPage = meta ? Math.max(1, Math.ceil(meta.total / per_page)) : page;
  const isBeyondLastPage = rowCount === 0 && page > lastPage;
  useEffect(() => {
    if (isBeyondLastPage) change({ page: lastPage });
  }, [isBeyondLastPage, lastPage, change]);
  return isBeyondLastPage;
}
