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
import { SuggestedTexts } from '../../ui/suggested-texts.tsx';
import { TextAreaInput, TextInput } from '../../ui/text-field.tsx';
import {
  type BulkAction,
  type BulkResult,
  type BulkTarget,
  excludeIds,
  previewBulk,
  refreshResources,
  runBulk,
} from '../data/mutations.ts';
import { getExtensions } from '../form/extensions.ts';
import { reasonField } from './reason-dialog.tsx';

/** To confirm the deletion of more records than this, the user has to type their number. */
const MAX_UNTYPED_CONFIRMATION = 100;

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
function BulkDialog({ definition, action, target, close }: BulkDialogProps) {
  const label = useLabel();
  const isDelete = action === 'destroyBulk';
  const reasonInput = isDelete ? reasonField(definition) : undefined;
  const [reason, setReason] = useState('');
  const [typedCount, setTypedCount] = useState('');
  const preview = useQuery({
    queryKey: ['bulk', definition.key, action, target],
    queryFn: async () => {
      const sideEffects = getExtensions().confirmations[definition.key]?.describeBulk?.(
        isDelete ? 'delete' : 'restore',
      );
      const [bulkPreview, sideEffectText] = await Promise.all([previewBulk(definition, action, target), sideEffects]);
      return { ...bulkPreview, along: sideEffectText };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const run = useMutation({
    mutationFn: () =>
      runBulk(definition, action, excludeIds(target, preview.data?.rejected ?? []), reasonInput && reason.trim()),
    onSuccess: async (done) => {
      close(done);
      await refreshResources(queryClient);
    },
  });
  const pluralLabel = label(definition.labels).toLocaleLowerCase();
  const matched = preview.data?.matched ?? 0;
  const affected = preview.data?.affected ?? 0;
  const skipped = matched - affected;
  const count = formatNumber(affected);
  const isCountConfirmed =
    !isDelete || affected <= MAX_UNTYPED_CONFIRMATION || typedCount.replaceAll(/\D/g, '') === String(affected);
  const actionLabel = isDelete ? t`Delete ${count}` : t`Restore ${count}`;
  return (
    <DialogFrame
      title={isDelete ? t`Delete ${pluralLabel}?` : t`Restore ${pluralLabel}?`}
      footer={
        <>
          <Button onClick={() => close()}>
            <Trans>Cancel</Trans>
          </Button>
          {affected > 0 && (
            <Button
              variant={isDelete ? 'danger' : 'primary'}
              pending={run.isPending}
              disabled={!isCountConfirmed || (reasonInput?.required === true && reason.trim() === '')}
              onClick={() => run.mutate()}
            >
              {actionLabel}
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
          <p>{isDelete ? describeDelete(affected) : describeRestore(affected)}</p>
          {preview.data.runningCards > 0 && (
            <p className="font-medium">{describeActiveCards(preview.data.runningCards)}</p>
          )}
          {preview.data.along && affected > 0 && <p className="text-muted">{preview.data.along}</p>}
          {reasonInput && affected > 0 && (
            <Field label={reasonInput.label} required={reasonInput.required}>
              {(controlProps) => (
                <>
                  <TextAreaInput
                    {...controlProps}
                    value={reason}
                    maxLength={reasonInput.max}
                    onValueChange={setReason}
                  />
                  {reasonInput.suggestions.length > 0 && (
                    <SuggestedTexts texts={reasonInput.suggestions} value={reason} onChoose={setReason} />
                  )}
                </>
              )}
            </Field>
          )}
          {isDelete && affected > MAX_UNTYPED_CONFIRMATION && (
            <Field label={t`Type ${count} to confirm`} required>
              {(controlProps) => (
                <TextInput
                  {...controlProps}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typedCount}
                  onValueChange={setTypedCount}
                />
              )}
            </Field>
          )}
          {skipped > 0 && (
            <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
              <p>{isDelete ? describeSkippedDeletes(skipped) : describeSkippedRestores(skipped)}</p>
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

function describeDelete(affected: number): string {
  const count = formatNumber(affected);
  if (affected === 0) return t`None of the selected records can be deleted.`;
  return plural(affected, {
    one: `${count} record will be deleted. You can restore it from the trash.`,
    other: `${count} records will be deleted. You can restore them from the trash.`,
  });
}

function describeActiveCards(memberCount: number): string {
  const count = formatNumber(memberCount);
  return plural(memberCount, {
    one: `${count} of them has an active card that can no longer be used.`,
    other: `${count} of them have active cards that can no longer be used.`,
  });
}

function describeRestore(affected: number): string {
  const count = formatNumber(affected);
  if (affected === 0) return t`None of the selected records can be restored.`;
  return plural(affected, { one: `${count} record will be restored.`, other: `${count} records will be restored.` });
}

function describeSkippedDeletes(skipped: number): string {
  const count = formatNumber(skipped);
  return plural(skipped, {
    one: `${count} selected item can’t be deleted:`,
    other: `${count} selected items can’t be deleted:`,
  });
}

function describeSkippedRestores(skipped: number): string {
  const count = formatNumber(skipped);
  return plural(skipped, {
    one: `${count} selected item can’t be restored:`,
    other: `${count} selected items can’t be restored:`,
  });
}
