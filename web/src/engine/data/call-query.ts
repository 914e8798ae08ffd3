import type { CallKey } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { requestData } from '../../session/request.ts';
import { queryKeys } from './query-keys.ts';

/**
 * The query of a call, cached under the call and its request until the next write. `keyParts` are what the response
 * depends on besides: the language if the server translates it.
 */
export const callQuery = <K extends CallKey>(
  call: K,
  request: Parameters<typeof requestData<K>>[1],
  ...keyParts: readonly unknown[]
) =>
  queryOptions({
    queryKey: [...queryKeys.all, call, request, ...keyParts],
    queryFn: ({ signal }) => requestData(call, request, { signal }),
  });
