import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { DraftBanner } from '../../engine/form/draft-banner.tsx';
import { handleSaveKey } from '../../engine/form/save-key.ts';
import { FormField } from '../../engine/form/form-field.tsx';
import type { WireRecord } from '../../engine/form/form-values.ts';
import { type LeaveGuard, useLeaveGuard } from '../../engine/form/use-leave-guard.tsx';
import { useResourceForm } from '../../engine/form/use-resource-form.ts';
import { canTakeFocus } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';

interface PartFormProps {
  definition: ResourceDefinition;
  /** The record to edit; undefined if saving the text creates it. */
  record: ResourceRecord | undefined;
  defaults?: WireRecord;
  /** Its only field edited here. */
  field: string;
  label: string;
  leaveGuardRef: RefObject<LeaveGuard | null>;
  onDraftChange: (text: string) => void;
  onClose: () => void;
}

/** One text of a template, edited in place: its record's form, reduced to one field. */
export function PartForm({
  definition,
  record,
  defaults,
  field: name,
  label,
  leaveGuardRef,
  onDraftChange,
  onClose,
}: PartFormProps) {
  const form = useResourceForm({ definition, record, defaults, onSaved: onClose });
  const leaveGuard: LeaveGuard = { isDirty: form.isDirty, discard: form.discard, formPath: null };
  useLeaveGuard(leaveGuard);
  useEffect(() => {
    leaveGuardRef.current = leaveGuard;
    return () => {
      leaveGuardRef.current = null;
    };
  });
  const value = useWatch({ control: form.form.control, name });
  const latestRef = useRef({ isDirty: form.isDirty, onDraftChange });
  useEffect(() => {
    latestRef.current = { isDirty: form.isDirty, onDraftChange };
  });
  useEffect(() => {
    const { isDirty, onDraftChange: reportDraft } = latestRef.current;
    if (isDirty() && typeof value === 'string') reportDraft(value);
  }, [value]);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => (formRef.current ? focusWhenMounted(formRef.current) : undefined), []);
  const field = definition.fields[name];
  if (!field) throw new Error(`${definition.key} has no field ${name}`);
  return (
    <form
      ref={formRef}
      id={form.formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void form.submit();
      }}
      onKeyDown={(event) => {
        if (handleSaveKey(event, form)) event.stopPropagation();
      }}
    >
      {record && form.offeredDraft && <DraftBanner form={form} draft={form.offeredDraft} />}
      {form.problem && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger-text">
          {form.problem}
        </p>
      )}
      <FormField form={form} spec={{ name, field: { ...field, label: { en: label, id: label } }, placement: 'wide' }} />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <span className="mr-auto flex items-center gap-1.5 text-xs text-faint pointer-coarse:hidden">
          <Kbd>Ctrl S</Kbd>
          <Trans>saves</Trans>
        </span>
        <Button
          size="small"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
        <Button size="small" variant="primary" type="submit" pending={form.isSaving}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Focuses the input of a form, whose code may still be loading. Returns a function that cancels it. */
function focusWhenMounted(form: HTMLFormElement): () => void {
  const observer = new MutationObserver(() => tryFocus());
  const tryFocus = () => {
    const input = form.querySelector<HTMLElement>('input, textarea, [contenteditable=true]');
    if (!input) return;
    observer.disconnect();
    if (canTakeFocus(input)) input.focus();
  };
  observer.observe(form, { childList: true, subtree: true });
  tryFocus();
  return () => observer.disconnect();
}
