import type { ImportEntry } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/number.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { refreshResources } from '../data/mutations.ts';
import { askUndo, undoImport } from './import-calls.ts';

type Undone = Pick<ImportEntry, 'id' | 'file_name' | 'created' | 'updated'>;

/** Asks, takes a whole import back, and says so. A refusal has been shown. */
export async function undoWithQuestion(entry: Undone, onSure: () => void = () => undefined): Promise<void> {
  const { id, file_name: name } = entry;
  const sure = await openDialog<boolean>((close) => <UndoDialog entry={entry} close={close} />, {
    alert: true,
    width: '27rem',
  });
  if (!sure) return;
  onSure();
  try {
    await undoImport(id);
    showMessage({ message: t`The import of ${name} was undone.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error;
  } finally {
    await refreshResources(queryClient);
  }
}

/** Asks the server first, which alone knows what became of the records since: where it would refuse, there is nothing to confirm. */
function UndoDialog({ entry, close }: { entry: Undone; close: (sure: boolean) => void }) {
  const { id, file_name: name } = entry;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['undo-import', id],
    queryFn: () => askUndo(id),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <DialogFrame
      title={data?.refusal ? t`The import of ${name} cannot be undone` : t`Undo the import of ${name}?`}
      footer={
        <>
          <Button data-first-focus onClick={() => close(false)}>
            <Trans>Cancel</Trans>
          </Button>
          {data?.refusal === null && (
            <Button variant="danger" onClick={() => close(true)}>
              <Trans>Undo the whole import</Trans>
            </Button>
          )}
        </>
      }
    >
      {isPending ? (
        <div role="status" className="flex flex-col gap-2 py-1">
          <span className="text-muted">
            <Trans>Checking…</Trans>
          </span>
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <p className="text-muted">{data.refusal ?? sentencesOf(entry)}</p>
      )}
    </DialogFrame>
  );
}

function sentencesOf({ created, updated }: Undone): string {
  const made = formatNumber(created);
  const changed = formatNumber(updated);
  const sentences = [
    created > 0 &&
      plural(created, {
        one: `${made} record that it made is deleted. It moves to the trash.`,
        other: `${made} records that it made are deleted. They move to the trash.`,
      }),
    updated > 0 &&
      plural(updated, {
        one: `${changed} record that it changed gets its old values back.`,
        other: `${changed} records that it changed get their old values back.`,
      }),
    t`If any of them was changed since, nothing is undone.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
