import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import { t } from '@lingui/core/macro';
import type { RecordAction } from '../../engine/form/extensions.ts';

/** The records deleted or restored with a transaction, never from the cache. */
export const cancellationQuery = (id: number) =>
  queryOptions({
    ...callQuery('GET /api/transaction/{id}/cancellation', { path: { id } }, 'fresh'),
    gcTime: 0,
    staleTime: 0,
  });

/** The same for the transaction's page, where a cached response is good enough. */
export const reversibleQuery = (id: number) => callQuery('GET /api/transaction/{id}/cancellation', { path: { id } });

/** Describes the records deleted or restored along with many transactions; only sales have any. */
export const describeBulkCancel = (action: RecordAction): string =>
  action === 'delete'
    ? t`The sale’s cards and vouchers are deleted too.`
    : t`Cards and vouchers deleted with a sale are restored with it.`;
