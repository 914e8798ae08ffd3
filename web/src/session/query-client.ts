import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error.ts';
import { onSessionEnd } from './session-end.ts';

/** The server's last answers, by question. Only calls that got no answer are tried again, once. */
export const queryClient = new QueryClient({
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
