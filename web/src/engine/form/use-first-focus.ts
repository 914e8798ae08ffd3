import { whyFieldStands } from '@innkeeper/contract';
import { useEffect, useRef } from 'react';
import { mayTakeFocus } from '../../ui/arrival-focus.ts';
import { formFieldNames } from './form-fields.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** Puts the focus where typing begins: the first empty field of a new record, else the first that may change. A finger would only get a keyboard in its way. */
export function useFirstFocus(form: ResourceForm): void {
  const first = useRef(form);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const { definition, form: fields, formId, record } = first.current;
    if (!mayTakeFocus(document.getElementById(formId))) return;
    const names = formFieldNames(definition);
    const values = fields.getValues();
    const name = record
      ? names.find((field) => !whyFieldStands(definition, field, record))
      : (names.find((field) => values[field] === null || values[field] === '') ?? names[0]);
    if (name !== undefined) fields.setFocus(name);
  }, []);
}
