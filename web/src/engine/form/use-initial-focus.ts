import { type FieldSet, fieldLockReason } from '@innkeeper/contract';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { canTakeFocus } from '../../ui/focus-on-mount.ts';
import { formFieldNames } from './form-fields.ts';
import type { FormValues } from './form-values.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** Focuses the first empty field of a new record, or the first editable field of an existing one. */
export function useInitialFocus({ definition, form, formId, record }: ResourceForm): void {
  const editableNames =
    record && formFieldNames(definition).filter((name) => !fieldLockReason(definition, name, record));
  useFirstFocus(definition, form, formId, editableNames?.[0]);
}

/**
 * Focuses a field of a form when it is mounted: the first empty one by default. Not on touch screens, where it would
 * only open the keyboard.
 */
export function useFirstFocus(fields: FieldSet, form: UseFormReturn<FormValues>, formId: string, name?: string): void {
  const initial = useRef({ fields, form, formId, name });
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const { fields, form, formId, name } = initial.current;
    if (!canTakeFocus(document.getElementById(formId))) return;
    const names = formFieldNames(fields);
    const values = form.getValues();
    const firstName = name ?? names.find((field) => (values[field] ?? '') === '') ?? names[0];
    if (firstName !== undefined) form.setFocus(firstName);
  }, []);
}
