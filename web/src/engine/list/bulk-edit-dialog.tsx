import { MAX_BULK_RECORDS, type ResourceDefinition } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { useOnPageLeave } from '../../ui/use-on-page-leave.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import {
  type BulkResult,
  type BulkPreview,
  type BulkTarget,
  excludeIds,
  previewBulkEdit,
  refreshResources,
  runBulkEdit,
} from '../data/mutations.ts';
import type { FormValue } from '../form/form-values.ts';
import { canLeave, useLeaveGuard } from '../form/use-leave-guard.tsx';
import { ValueView } from '../form/value-view.tsx';
import { type EditMode, type Edits, editBody, editErrors, editableSections } from './bulk-edit.ts';
import { BulkEditField } from './bulk-edit-field.tsx';
import { SkippedRecords, canExcludeSkipped } from './skipped-records.tsx';

interface CloseGuard {
  canClose: () => Promise<boolean>;
}

interface BulkEditDialogProps {
  definition: ResourceDefinition;
  target: BulkTarget;
  closeGuard: CloseGuard;
  close: (done?: BulkResult) => void;
}

/** Asks for a change of many records and applies it. Resolves with the completed action, or undefined if dismissed. */
export function openBulkEdit(definition: ResourceDefinition, target: BulkTarget): Promise<BulkResult | undefined> {
  const closeGuard: CloseGuard = { canClose: async () => true };
  return openDialog<BulkResult>(
    (close) => <BulkEditDialog definition={definition} target={target} closeGuard={closeGuard} close={close} />,
    { width: '38rem', canClose: () => closeGuard.canClose() },
  );
}

/**
 * Asks for the change first, then shows the number of affected records from the server: nothing is written before the
 * user has seen both.
 */
function BulkEditDialog({ definition, target, closeGuard, close }: BulkEditDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [edits, setEdits] = useState<Edits>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const guard = {
    isDirty: () => Object.keys(edits).length > 0,
    discard: () => setEdits({}),
    formPath: null,
  };
  useOnPageLeave(close);
  useLeaveGuard(guard);
  useEffect(() => {
    closeGuard.canClose = () => canLeave(guard);
  });

  const clearError = (name: string) => setErrors(({ [name]: _, ...otherErrors }) => otherErrors);
  const setMode = (name: string, mode: EditMode) => {
    clearError(name);
    setEdits(({ [name]: previous, ...otherEdits }) =>
      mode === 'keep' ? otherEdits : { ...otherEdits, [name]: { mode, value: previous?.value ?? null } },
    );
  };
  const setValue = (name: string, value: FormValue) => {
    clearError(name);
    setEdits((previous) => ({ ...previous, [name]: { mode: 'change', value } }));
  };

  const count = useMutation({
    mutationFn: () => previewBulkEdit(definition, target, editBody(definition, edits)),
    onSuccess: setPreview,
    onError: (error) => {
      const messagesByField = isApiError(error) ? error.errors : {};
      const fields = Object.entries(messagesByField).filter(([name]) => Object.hasOwn(edits, name));
      setErrors(Object.fromEntries(fields.map(([name, texts]) => [name, texts.join(' ')])));
      const limit = formatNumber(MAX_BULK_RECORDS);
      if ('filter' in messagesByField || 'ids' in messagesByField)
        setProblem(t`You can change up to ${limit} records at a time. Select fewer.`);
      else if (fields.length === 0) setProblem(error.message);
    },
  });
  const run = useMutation({
    mutationFn: () => runBulkEdit(definition, excludeIds(target, preview?.rejected ?? []), editBody(definition, edits)),
    onSuccess: async (done) => {
      close(done);
      await refreshResources(queryClient);
    },
    // The preview is outdated.
    onError: () => setPreview(null),
  });
  const submitEdits = () => {
    const editProblems = editErrors(definition, edits);
    setErrors(editProblems);
    setProblem(null);
    if (Object.keys(editProblems).length === 0) count.mutate();
  };

  const pluralLabel = label(definition.labels).toLocaleLowerCase();
  if (preview) {
    return (
      <BulkEditSummary
        definition={definition}
        edits={edits}
        preview={preview}
        pending={run.isPending}
        onBack={() => setPreview(null)}
        onRun={() => run.mutate()}
      />
    );
  }
  const selectedCount = Object.keys(edits).length;
  return (
    <DialogFrame
      title={t`Edit ${pluralLabel}`}
      description={t`Only the fields you change are updated.`}
      footer={
        <>
          <span role="status" className="mr-auto text-sm text-muted">
            {selectedCount > 0 && <Plural value={selectedCount} one="# field selected" other="# fields selected" />}
          </span>
          <Button onClick={() => void closeGuard.canClose().then((isAllowed) => isAllowed && close())}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={selectedCount === 0} pending={count.isPending} onClick={submitEdits}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger-text">
          {problem}
        </p>
      )}
      {editableSections(definition).map((section, index) => (
        <section key={index} className="mb-4 last:mb-0">
          {section.label && (
            <h3 className="mb-1 border-b border-border pb-1.5 font-semibold">{label(section.label)}</h3>
          )}
          <ul>
            {section.fields.map(({ name, field }) => (
              <BulkEditField
                key={name}
                name={name}
                field={field}
                mode={edits[name]?.mode ?? 'keep'}
                value={edits[name]?.value ?? null}
                error={errors[name]}
                onModeChange={(mode) => setMode(name, mode)}
                onValueChange={(value) => setValue(name, value)}
              />
            ))}
          </ul>
        </section>
      ))}
    </DialogFrame>
  );
}

interface BulkEditSummaryProps {
  definition: ResourceDefinition;
  edits: Edits;
  preview: BulkPreview;
  pending: boolean;
  onBack: () => void;
  onRun: () => void;
}

/** Shows the change, the number of its records, and the records left unchanged. */
function BulkEditSummary({ definition, edits, preview, pending, onBack, onRun }: BulkEditSummaryProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { affected } = preview;
  const isPossible = affected > 0 && canExcludeSkipped(preview);
  const count = formatNumber(affected);
  const pluralLabel = label(definition.labels).toLocaleLowerCase();
  // The button that opened this view no longer exists, so the focus must be set again.
  const focusTarget = useRef<HTMLButtonElement>(null);
  useFocusOnMount(focusTarget);
  return (
    <DialogFrame
      title={t`Change ${pluralLabel}?`}
      footer={
        <>
          <Button ref={isPossible ? undefined : focusTarget} onClick={onBack} disabled={pending}>
            <Trans>Back</Trans>
          </Button>
          {isPossible && (
            <Button ref={focusTarget} variant="primary" pending={pending} onClick={onRun}>
              <Trans>Change {count}</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p role="status">{describeChange(affected)}</p>
        <dl className="divide-y divide-border rounded-md border border-border text-sm">
          {Object.entries(edits).map(([name, { mode, value }]) => {
            const field = definition.fields[name];
            if (!field) return null;
            return (
              <div key={name} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-3 px-3 py-2">
                <dt className="text-muted">{label(field.label)}</dt>
                <dd className="min-w-0 break-words whitespace-pre-line">
                  <ValueView name={name} field={field} value={mode === 'clear' ? null : value} />
                </dd>
              </div>
            );
          })}
        </dl>
        <SkippedRecords preview={preview} />
      </div>
    </DialogFrame>
  );
}

function describeChange(affected: number): string {
  const count = formatNumber(affected);
  return plural(affected, {
    one: `${count} record will be changed. Its history keeps the previous values.`,
    other: `${count} records will be changed. Their history keeps the previous values.`,
  });
}
