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
  type BulkDone,
  type BulkTarget,
  leaveOut,
  previewBulk,
  refreshResources,
  runBulk,
} from '../data/mutations.ts';
import { extensions } from '../form/extensions.ts';
import { reasonField } from './reason-dialog.tsx';

/** To delete more than these the user has to type how many they are. */
const MANY = 100;

interface BulkDialogProps {
  definition: ResourceDefinition;
  action: BulkAction;
  target: BulkTarget;
  close: (done?: BulkDone) => void;
}

/** Asks before many records are deleted or restored; the answer is the finished action, undefined if the dialog was dismissed. */
export const askBulk = (
  definition: ResourceDefinition,
  action: BulkAction,
  target: BulkTarget,
): Promise<BulkDone | undefined> =>
  openDialog<BulkDone>(
    (close) => <BulkDialog definition={definition} action={action} target={target} close={close} />,
    {
      alert: true,
      width: '28rem',
    },
  );

/** Counts on the server first: the question names the records that will really change, and those that go along. */
function BulkDialog({ definition: d, action, target, close }: BulkDialogProps) {
  const label = useLabel();
  const isDelete = action === 'destroyBulk';
  const asked = isDelete ? reasonField(d) : undefined;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const preview = useQuery({
    queryKey: ['bulk', d.key, action, target],
    queryFn: async () => {
      const along = extensions().ownQuestions[d.key]?.many?.(isDelete ? 'delete' : 'restore');
      const [counted, words] = await Promise.all([previewBulk(d, action, target), along]);
      return { ...counted, along: words };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const run = useMutation({
    mutationFn: () => runBulk(d, action, leaveOut(target, preview.data?.refused ?? []), asked && reason.trim()),
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
  const isTyped = !isDelete || affected <= MANY || typed.replaceAll(/\D/g, '') === String(affected);
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
              disabled={!isTyped || (asked !== undefined && reason.trim() === '')}
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
          {asked && affected > 0 && (
            <Field label={asked.label} required>
              {(wiring) => <TextAreaInput {...wiring} value={reason} maxLength={asked.max} onValueChange={setReason} />}
            </Field>
          )}
          {isDelete && affected > MANY && (
            <Field label={t`Type ${count} to delete so many`} required>
              {(wiring) => (
                <TextInput {...wiring} inputMode="numeric" autoComplete="off" value={typed} onValueChange={setTyped} />
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
    one: `${count} record will be deleted. It moves to the trash and can be restored.`,
    other: `${count} records will be deleted. They move to the trash and can be restored.`,
  });
}

function runningSentence(members: number): string {
  const count = formatNumber(members);
  return plural(members, {
    one: `${count} of them has a running card: nothing can be redeemed with it any more.`,
    other: `${count} of them have a running card: nothing can be redeemed with these any more.`,
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
    one: `${count} more is selected but cannot be deleted:`,
    other: `${count} more are selected but cannot be deleted:`,
  });
}

function cannotRestore(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} more is selected but cannot be restored:`,
    other: `${count} more are selected but cannot be restored:`,
  });
}
