import { BULK_MAX, type ResourceDefinition } from '@innkeeper/contract';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { usePageLeft } from '../../ui/use-page-left.ts';
import { useArrivalFocus } from '../../ui/arrival-focus.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import {
  type BulkDone,
  type BulkPreview,
  type BulkTarget,
  leaveOut,
  previewEdit,
  refreshResources,
  runEdit,
} from '../data/mutations.ts';
import type { FormValue } from '../form/form-values.ts';
import { mayLeave, useLeaveGuard } from '../form/use-leave-guard.tsx';
import { ValueView } from '../form/value-view.tsx';
import { type EditMode, type Edits, editBody, editErrors, editableSections } from './bulk-edit.ts';
import { BulkEditField } from './bulk-edit-field.tsx';

interface Door {
  mayClose: () => Promise<boolean>;
}

interface BulkEditDialogProps {
  definition: ResourceDefinition;
  target: BulkTarget;
  door: Door;
  close: (done?: BulkDone) => void;
}

/**
 * Asks for a change of many records, and makes it; the answer tells how many were changed, undefined if the dialog was dismissed.
 */
export function askBulkEdit(definition: ResourceDefinition, target: BulkTarget): Promise<BulkDone | undefined> {
  const door: Door = { mayClose: async () => true };
  return openDialog<BulkDone>(
    (close) => <BulkEditDialog definition={definition} target={target} door={door} close={close} />,
    { width: '38rem', mayClose: () => door.mayClose() },
  );
}

/** First the change, then the number of its records, counted by the server: nothing is written before the user has seen both. */
function BulkEditDialog({ definition: d, target, door, close }: BulkEditDialogProps) {
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
  usePageLeft(close);
  useLeaveGuard(guard);
  useEffect(() => {
    door.mayClose = () => mayLeave(guard);
  });

  const forgetError = (name: string) => setErrors(({ [name]: _, ...others }) => others);
  const setMode = (name: string, mode: EditMode) => {
    forgetError(name);
    setEdits(({ [name]: before, ...others }) =>
      mode === 'keep' ? others : { ...others, [name]: { mode, value: before?.value ?? null } },
    );
  };
  const setValue = (name: string, value: FormValue) => {
    forgetError(name);
    setEdits((before) => ({ ...before, [name]: { mode: 'change', value } }));
  };

  const count = useMutation({
    mutationFn: () => previewEdit(d, target, editBody(d, edits)),
    onSuccess: setPreview,
    onError: (error) => {
      const byField = isApiError(error) ? error.errors : {};
      const fields = Object.entries(byField).filter(([name]) => Object.hasOwn(edits, name));
      setErrors(Object.fromEntries(fields.map(([name, texts]) => [name, texts.join(' ')])));
      const most = formatNumber(BULK_MAX);
      if ('filter' in byField || 'ids' in byField)
        setProblem(t`At most ${most} records can be changed at once. Select fewer of them.`);
      else if (fields.length === 0) setProblem(error.message);
    },
  });
  const run = useMutation({
    mutationFn: () => runEdit(d, leaveOut(target, preview?.refused ?? []), editBody(d, edits)),
    onSuccess: async (done) => {
      close(done);
      await refreshResources(queryClient);
    },
    // The count is out of date.
    onError: () => setPreview(null),
  });
  const ask = () => {
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
      title={t`Edit the selected ${many}`}
      description={t`Every field stays as it is in each record, unless you change or clear it here.`}
      footer={
        <>
          <span role="status" className="mr-auto text-sm text-muted">
            {chosen > 0 && <Plural value={chosen} one="# field chosen" other="# fields chosen" />}
          </span>
          <Button onClick={() => void door.mayClose().then((may) => may && close())}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={chosen === 0} pending={count.isPending} onClick={ask}>
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

/** The change, the number of its records, and the records left as they are. */
function BulkEditSummary({ definition: d, edits, preview, pending, onBack, onRun }: BulkEditSummaryProps) {
  const { t } = useLingui();
  const label = useLabel();
  const { matched, affected, refused, reasons } = preview;
  const left = matched - affected;
  // Records that cannot be changed are named to the server so that it leaves them out; it tells only the first of very many.
  const isTooMany = left > refused.length;
  const isPossible = affected > 0 && !isTooMany;
  const count = formatNumber(affected);
  const many = label(d.labels).toLocaleLowerCase();
  // The button that led here has gone, and the focus with it.
  const wayOn = useRef<HTMLButtonElement>(null);
  useArrivalFocus(wayOn);
  return (
    <DialogFrame
      title={t`Change ${many}?`}
      footer={
        <>
          <Button ref={isPossible ? undefined : wayOn} onClick={onBack} disabled={pending}>
            <Trans>Back</Trans>
          </Button>
          {isPossible && (
            <Button ref={wayOn} variant="primary" pending={pending} onClick={onRun}>
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
    one: `${count} record will be changed. Its history keeps what it was.`,
    other: `${count} records will be changed. Their history keeps what they were.`,
  });
}

function leftSentence(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} more is selected but cannot take this. It stays as it is:`,
    other: `${count} more are selected but cannot take this. They stay as they are:`,
  });
}

function tooManySentence(left: number): string {
  const count = formatNumber(left);
  return plural(left, {
    one: `${count} of the selected records cannot take this. Select fewer of them:`,
    other: `${count} of the selected records cannot take this. Select fewer of them:`,
  });
}
