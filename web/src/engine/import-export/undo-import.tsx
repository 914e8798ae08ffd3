import type { ImportEntry } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tryWrite } from '../data/mutations.ts';
import { previewUndo, undoImport } from './import-calls.ts';

type UndoableImport = Pick<ImportEntry, 'id' | 'file_name' | 'created' | 'updated'>;

/** Undoes a whole import after confirmation and notifies the user. A rejection has already been shown. */
export async function undoWithConfirmation(
  entry: UndoableImport,
  onConfirm: () => void = () => undefined,
): Promise<void> {
  const { id, file_name: name } = entry;
  const isConfirmed = await openDialog<boolean>((close) => <UndoDialog entry={entry} close={close} />, {
    alert: true,
    width: '27rem',
  });
  if (!isConfirmed) return;
  onConfirm();
  await tryWrite(async () => {
    await undoImport(id);
    showMessage({ message: t`Import of ${name} undone.`, variant: 'success' });
  });
}

/**
 * First asks the server whether the undo is possible, because only it knows whether the records have changed since. If
 * it is not, there is nothing to confirm.
 */
function UndoDialog({ entry, close }: { entry: UndoableImport; close: (isConfirmed: boolean) => void }) {
  const { id, file_name: name } = entry;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['undo-import', id],
    queryFn: () => previewUndo(id),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <DialogFrame
      title={data?.rejection ? t`Couldn’t undo the import of ${name}` : t`Undo the import of ${name}?`}
      footer={
        <>
          <Button data-first-focus onClick={() => close(false)}>
            <Trans>Cancel</Trans>
          </Button>
          {data?.rejection === null && (
            <Button variant="danger" onClick={() => close(true)}>
              <Trans>Undo entire import</Trans>
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
        <p className="text-muted">{data.rejection ?? describeUndo(entry)}</p>
      )}
    </DialogFrame>
  );
}

function describeUndo({ created, updated }: UndoableImport): string {
  const createdCount = formatNumber(created);
  const changedCount = formatNumber(updated);
  const sentences = [
    created > 0 &&
      plural(created, {
        one: `${createdCount} created record moves to the trash.`,
        other: `${createdCount} created records move to the trash.`,
      }),
    updated > 0 &&
      plural(updated, {
        one: `${changedCount} changed record returns to its previous values.`,
        other: `${changedCount} changed records return to their previous values.`,
      }),
    t`If any of these records has changed since, nothing is undone.`,
  ];
  return sentences.filter(Boolean).join(' ');
}
