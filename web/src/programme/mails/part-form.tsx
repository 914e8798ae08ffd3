import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { DraftBanner } from '../../engine/form/draft-banner.tsx';
import { saveByKey } from '../../engine/form/form-body.tsx';
import { FormField } from '../../engine/form/form-field.tsx';
import type { WireRecord } from '../../engine/form/form-values.ts';
import { type LeaveGuard, useLeaveGuard } from '../../engine/form/use-leave-guard.tsx';
import { useResourceForm } from '../../engine/form/use-resource-form.ts';
import { mayTakeFocus } from '../../ui/arrival-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';

interface PartFormProps {
  definition: ResourceDefinition;
  /** The record that is written; none where the first words make it. */
  record: ResourceRecord | undefined;
  defaults?: WireRecord;
  /** The one field of it that is written here. */
  field: string;
  label: string;
  guard: RefObject<LeaveGuard | null>;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** One text of a template, written where it stands: the form of its record, with one of its fields. */
export function PartForm({ definition, record, defaults, field: name, label, guard, onDraft, onClose }: PartFormProps) {
  const form = useResourceForm({ definition, record, defaults, onSaved: onClose });
  const own: LeaveGuard = { isDirty: form.isDirty, discard: form.discard, home: null };
  useLeaveGuard(own);
  useEffect(() => {
    guard.current = own;
    return () => {
      guard.current = null;
    };
  });
  const value = useWatch({ control: form.form.control, name });
  const tell = useRef({ isDirty: form.isDirty, onDraft });
  useEffect(() => {
    tell.current = { isDirty: form.isDirty, onDraft };
  });
  useEffect(() => {
    const { isDirty, onDraft: onWritten } = tell.current;
    if (isDirty() && typeof value === 'string') onWritten(value);
  }, [value]);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => (element.current ? focusOnceThere(element.current) : undefined), []);
  const field = definition.fields[name];
  if (!field) throw new Error(`${definition.key} has no field ${name}`);
  return (
    <form
      ref={element}
      id={form.formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void form.submit();
      }}
      onKeyDown={(event) => {
        if (saveByKey(event, form)) event.stopPropagation();
      }}
    >
      {record && form.offered && <DraftBanner form={form} draft={form.offered} />}
      {form.problem && (
        <p role="alert" className="mb-3 rounded-md bg-danger-soft px-3 py-2 text-danger-text">
          {form.problem}
        </p>
      )}
      <FormField form={form} spec={{ name, field: { ...field, label: { en: label, id: label } }, place: 'wide' }} />
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
        <Button size="small" variant="primary" type="submit" pending={form.saving}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Puts the focus into the input of a form, which may have to be fetched first. Returns how to give that up. */
function focusOnceThere(form: HTMLFormElement): () => void {
  const observer = new MutationObserver(() => tryFocus());
  const tryFocus = () => {
    const input = form.querySelector<HTMLElement>('input, textarea, [contenteditable=true]');
    if (!input) return;
    observer.disconnect();
    if (mayTakeFocus(input)) input.focus();
  };
  observer.observe(form, { childList: true, subtree: true });
  tryFocus();
  return () => observer.disconnect();
}
