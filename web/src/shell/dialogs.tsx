import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../session/query-client.ts';
import { DialogHost } from '../ui/dialog-host.tsx';

/** The dialogs of the console; they ask the server as pages do, but stand apart from them. */
export function Dialogs() {
  return (
    <QueryClientProvider client={queryClient}>
      <DialogHost />
    </QueryClientProvider>
  );
}
