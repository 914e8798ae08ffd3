import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { onSessionEnd } from './session-end.ts';

/** Cache of server responses by query. A call is retried once, and only if no response arrived. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error) => {
      // Errors of the API have been announced, or their caller shows them. Others would pass unseen.
      if (!isApiError(error)) reportError(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && isApiError(error) && error.status === 0,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onSessionEnd(() => queryClient.clear());
