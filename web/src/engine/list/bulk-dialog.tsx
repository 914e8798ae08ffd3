import type { ResourceDefinition } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaInput, TextInput } from '../../ui/text-field.tsx';
import {
  type BulkAction,
  type BulkResult,
  type BulkTarget,
  leaveOut,
  previewBulk,
  refreshResources,
  runBulk,
} from '../data/mutations.ts';
import { extensions } from '../form/extensions.ts';
import { reasonField } from './reason-dialog.tsx';

/** To delete more records than this, the user has to type their number. */
const CONFIRM_ABOVE = 100;

interface BulkDialogProps {
  definition: ResourceDefinition;
  action: BulkAction;
  target: BulkTarget;
  close: (done?: BulkResult) => void;
}

/**
 * Asks for confirmation before many records are deleted or restored. Resolves with the completed action, or undefined
 * if dismissed.
 */
export const confirmBulk = (
  definition: ResourceDefinition,
  action: BulkAction,
  target: BulkTarget,
): Promise<BulkResult | undefined> =>
  openDialog<BulkResult>(
    (close) => <BulkDialog definition={definition} action={action} target={target} close={close} />,
    {
      alert: true,
      width: '28rem',
    },
  );

/**
 * Counts on the server first: the confirmation shows how many records will actually change, and which others are
 * affected.
 */
function BulkDialog({ definition: d, action, target, close }: BulkDialogProps) {
  const label = useLabel();
  const isDelete = action === 'destroyBulk';
  const reasonInput = isDelete ? reasonField(d) : undefined;
  const [reason, setReason] = useState('');
  const [typed, setInput] = useState('');
  const preview = useQuery({
    queryKey: ['bulk', d.key, action, target],
    queryFn: async () => {
      const along = extensions().confirmations[d.key]?.many?.(isDelete ? 'delete' : 'restore');
      const [counted, alongText] = await Promise.all([previewBulk(d, action, target), along]);
      return { ...counted, along: alongText };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const run = useMutation({
    mutationFn: () => runBulk(d, action, leaveOut(target, preview.data?.rejected ?? []), reasonInput && reason.trim()),
    onSuccess: async (done) => {
      close(done);
      await refreshResources(queryClient);
    },
  });
  const many = label(d.labels).toLocaleLowerCase();
  const matched = preview.data?.matched ?? 0;
  const affected = preview.data?.affected ?? 0;
  const left = matched - affected;
  const count = formatNumber(affected);
  const isCountConfirmed = !isDelete || affected <= CONFIRM_ABOVE || typed.replaceAll(/\D/g, '') === String(affected);
  const verb = isDelete ? t`Delete ${count}` : t`Restore ${count}`;
  return (
    <DialogFrame
      title={isDelete ? t`Delete ${many}?` : t`Restore ${many}?`}
      footer={
        <>
          <Button onClick={() => close()}>
            <Trans>Cancel</Trans>
          </Button>
          {affected > 0 && (
            <Button
              variant={isDelete ? 'danger' : 'primary'}
              pending={run.isPending}
              disabled={!isCountConfirmed || (reasonInput !== undefined && reason.trim() === '')}
              onClick={() => run.mutate()}
            >
              {verb}
            </Button>
          )}
        </>
      }
    >
      {preview.isPending ? (
        <div role="status" className="flex flex-col gap-2 py-1">
          <span className="text-muted">
            <Trans>Counting…</Trans>
          </span>
          <Skeleton className="h-4 w-2/3" />
        </div>
      ) : preview.isError ? (
        <ErrorState message={preview.error.message} onRetry={() => void preview.refetch()} />
      ) : (
        <div className="flex flex-col gap-2">
          <p>{isDelete ? deleteSentence(affected) : restoreSentence(affected)}</p>
          {preview.data.runningCards > 0 && <p className="font-medium">{runningSentence(preview.data.runningCards)}</p>}
          {preview.data.along && affected > 0 && <p className="text-muted">{preview.data.along}</p>}
          {reasonInput && affected > 0 && (
            <Field label={reasonInput.label} required>
              {(controlProps) => (
                <TextAreaInput {...controlProps} value={reason} maxLength={reasonInput.max} onValueChange={setReason} />
              )}
            </Field>
          )}
          {isDelete && affected > CONFIRM_ABOVE && (
            <Field label={t`Type ${count} to confirm`} required>
              {(controlProps) => (
                <TextInput
                  {...controlProps}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typed}
                  onValueChange={setInput}
                />
              )}
            </Field>
          )}
          {left > 0 && (
            <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
              <p>{isDelete ? cannotDelete(left) : cannotRestore(left)}</p>
              <ul className="mt-1 list-disc pl-5">
                {preview.data.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </DialogFrame>
  );
}

function deleteSentence(affected: number): string {
  const count = formatNumber(affected);
  if (affected === 0) return t`None of the selected records can be deleted.`;
  return plural(affected, {
    one: `${count} record will be deleted. You can restore it from the trash.`,
    other: `${count} records will be deleted. You can restore them from the trash.`,
  });
}

function runningSentence(members: number): string {
  const count = formatNumber(members);
  return plural(members, {
    one: `${count} of them has an active card that can no longer be used.`,
    other: `${count} of them have active cards that can no longer be used.`,
  });
}

function restoreSentence(affected: number): string {
  const count = formatNumber(affected);
  if (affected === 0) return t`None of the selected records can be restored.`;
  return plural(affected, { one: `${count} record will be restored.`, other: `${count} records will be restored.` });
}

function cannotDelete(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} selected item can’t be deleted:`,
    other: `${count} selected items can’t be deleted:`,
  });
}

function cannotRestore(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} selected item can’t be restored:`,
    other: `${count} selected items can’t be restored:`,
  });
}
