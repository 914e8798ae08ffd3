import { BULK_MAX, type ResourceDefinition } from '@innkeeper/contract';
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
  leaveOut,
  previewEdit,
  refreshResources,
  runEdit,
} from '../data/mutations.ts';
import type { FormValue } from '../form/form-values.ts';
import { canLeave, useLeaveGuard } from '../form/use-leave-guard.tsx';
import { ValueView } from '../form/value-view.tsx';
import { type EditMode, type Edits, editBody, editErrors, editableSections } from './bulk-edit.ts';
import { BulkEditField } from './bulk-edit-field.tsx';

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
 * First the change, then the number of affected records from the server: nothing is written before the user has seen
 * both.
 */
function BulkEditDialog({ definition: d, target, closeGuard, close }: BulkEditDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [edits, setEdits] = useState<Edits>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const guard = {
    isDirty: () => Object.keys(edits).length > 0,
    discard: () => setEdits({}),
    home: null,
  };
  useOnPageLeave(close);
  useLeaveGuard(guard);
  useEffect(() => {
    closeGuard.canClose = () => canLeave(guard);
  });

  const clearError = (name: string) => setErrors(({ [name]: _, ...others }) => others);
  const setMode = (name: string, mode: EditMode) => {
    clearError(name);
    setEdits(({ [name]: before, ...others }) =>
      mode === 'keep' ? others : { ...others, [name]: { mode, value: before?.value ?? null } },
    );
  };
  const setValue = (name: string, value: FormValue) => {
    clearError(name);
    setEdits((before) => ({ ...before, [name]: { mode: 'change', value } }));
  };

  const count = useMutation({
    mutationFn: () => previewEdit(d, target, editBody(d, edits)),
    onSuccess: setPreview,
    onError: (error) => {
      const byField = isApiError(error) ? error.errors : {};
      const fields = Object.entries(byField).filter(([name]) => Object.hasOwn(edits, name));
      setErrors(Object.fromEntries(fields.map(([name, texts]) => [name, texts.join(' ')])));
      const limit = formatNumber(BULK_MAX);
      if ('filter' in byField || 'ids' in byField)
        setProblem(t`You can change up to ${limit} records at a time. Select fewer.`);
      else if (fields.length === 0) setProblem(error.message);
    },
  });
  const run = useMutation({
    mutationFn: () => runEdit(d, leaveOut(target, preview?.rejected ?? []), editBody(d, edits)),
    onSuccess: async (done) => {
      close(done);
      await refreshResources(queryClient);
    },
    // The count is outdated.
    onError: () => setPreview(null),
  });
  const loadPreview = () => {
    const wrong = editErrors(d, edits);
    setErrors(wrong);
    setProblem(null);
    if (Object.keys(wrong).length === 0) count.mutate();
  };

  const many = label(d.labels).toLocaleLowerCase();
  if (preview) {
    return (
      <BulkEditSummary
        definition={d}
        edits={edits}
        preview={preview}
        pending={run.isPending}
        onBack={() => setPreview(null)}
        onRun={() => run.mutate()}
      />
    );
  }
  const chosen = Object.keys(edits).length;
  return (
    <DialogFrame
      title={t`Edit ${many}`}
      description={t`Only the fields you change are updated.`}
      footer={
        <>
          <span role="status" className="mr-auto text-sm text-muted">
            {chosen > 0 && <Plural value={chosen} one="# field selected" other="# fields selected" />}
          </span>
          <Button onClick={() => void closeGuard.canClose().then((may) => may && close())}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={chosen === 0} pending={count.isPending} onClick={loadPreview}>
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
      {editableSections(d).map((section, at) => (
        <section key={at} className="mb-4 last:mb-0">
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
                onMode={(mode) => setMode(name, mode)}
                onValue={(value) => setValue(name, value)}
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
function BulkEditSummary({ definition: d, edits, preview, pending, onBack, onRun }: BulkEditSummaryProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { matched, affected, rejected, reasons } = preview;
  const left = matched - affected;
  // The request excludes records that cannot be changed, by id. The server returns only the first of very many.
  const isTooMany = left > rejected.length;
  const isPossible = affected > 0 && !isTooMany;
  const count = formatNumber(affected);
  const many = label(d.labels).toLocaleLowerCase();
  // The button that opened this view no longer exists, so the focus must be set again.
  const nextButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(nextButton);
  return (
    <DialogFrame
      title={t`Change ${many}?`}
      footer={
        <>
          <Button ref={isPossible ? undefined : nextButton} onClick={onBack} disabled={pending}>
            <Trans>Back</Trans>
          </Button>
          {isPossible && (
            <Button ref={nextButton} variant="primary" pending={pending} onClick={onRun}>
              <Trans>Change {count}</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p role="status">{changeSentence(affected)}</p>
        <dl className="divide-y divide-border rounded-md border border-border text-sm">
          {Object.entries(edits).map(([name, { mode, value }]) => {
            const field = d.fields[name];
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
        {left > 0 && (
          <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
            <p>{isTooMany ? tooManySentence(left) : leftSentence(left)}</p>
            {reasons.length > 0 && (
              <ul className="mt-1 list-disc pl-5">
                {reasons.slice(0, 5).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </div>
    </DialogFrame>
  );
}

function changeSentence(affected: number): string {
  const count = formatNumber(affected);
  return plural(affected, {
    one: `${count} record will be changed. Its history keeps the previous values.`,
    other: `${count} records will be changed. Their history keeps the previous values.`,
  });
}

function leftSentence(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} selected item can’t be changed:`,
    other: `${count} selected items can’t be changed:`,
  });
}

function tooManySentence(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} selected record can’t be changed. Deselect it:`,
    other: `${count} selected records can’t be changed. Deselect them:`,
  });
}
