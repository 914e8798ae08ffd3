import type { FieldSet } from '@innkeeper/contract';
import type { UseFormReturn } from 'react-hook-form';
import { type ApiError, needsApproval } from '../../session/api-error.ts';
import { formFieldNames } from './form-fields.ts';
import type { FormValues } from './form-values.ts';

/**
 * Shows the server's field errors and focuses the first of them. Returns the message of an error that belongs to no
 * field.
 */
export function showFieldErrors(definition: FieldSet, form: UseFormReturn<FormValues>, error: ApiError): string | null {
  const otherMessages: string[] = [];
  const messageByField = new Map<string, string>();
  for (const [path, messages] of Object.entries(error.errors)) {
    const name = path.split(/[.[]/)[0] ?? path;
    if (formFieldNames(definition).includes(name)) messageByField.set(name, messages.join(' '));
    else otherMessages.push(...messages);
  }
  let isFirst = true;
  for (const name of formFieldNames(definition)) {
    const message = messageByField.get(name);
    if (message === undefined) continue;
    form.setError(name, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  if (otherMessages.length > 0) return otherMessages.join(' ');
  // All other errors have been announced already.
  return (error.status === 422 || needsApproval(error)) && messageByField.size === 0 ? error.message : null;
}
