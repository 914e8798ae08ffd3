import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../session/query-client.ts';
import { DialogHost } from '../ui/dialog-host.tsx';

/** The dialogs of the console. They are outside the layout, so they need their own provider of the query client. */
export function Dialogs() {
  return (
    <QueryClientProvider client={queryClient}>
      <DialogHost />
    </QueryClientProvider>
  );
}
