import { fieldLockReason } from '@innkeeper/contract';
import { useEffect, useRef } from 'react';
import { canTakeFocus } from '../../ui/focus-on-mount.ts';
import { formFieldNames } from './form-fields.ts';
import type { ResourceForm } from './use-resource-form.ts';

/**
 * Focuses the first empty field of a new record, or the first editable field of an existing one. Not on touch screens,
 * where it would only open the keyboard.
 */
export function useInitialFocus(form: ResourceForm): void {
  const initialForm = useRef(form);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const { definition, form: fields, formId, record } = initialForm.current;
    if (!canTakeFocus(document.getElementById(formId))) return;
    const names = formFieldNames(definition);
    const values = fields.getValues();
    const name = record
      ? names.find((field) => !fieldLockReason(definition, field, record))
      : (names.find((field) => values[field] === null || values[field] === '') ?? names[0]);
    if (name !== undefined) fields.setFocus(name);
  }, []);
}
