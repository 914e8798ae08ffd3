import { useState } from 'react';
import { type ApiError, isApiError } from './api-error.ts';
import { announceFormError, fieldMessage } from './form-error.ts';

export interface FormErrors {
  /** The server's error at a field; undefined if there is none. */
  readonly of: (field: string) => string | undefined;
  /** The field is being changed: its error no longer counts. */
  readonly forget: (field: string) => void;
  readonly submitting: boolean;
  /** Sends the form and keeps the errors of a rejection. False if it was rejected. */
  readonly send: (work: () => Promise<void>) => Promise<boolean>;
}

/** The sending of a small form: one at a time, with the server's errors of its fields. */
export function useFormErrors(fields: readonly string[]): FormErrors {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [submitting, setSubmitting] = useState(false);
  return {
    of: (field) => fieldMessage(errors, field),
    forget(field) {
      const { [field]: cleared, ...others } = errors;
      if (cleared) setErrors(others);
    },
    submitting,
    async send(work) {
      if (submitting) return false;
      setSubmitting(true);
      setErrors({});
      try {
        await work();
        return true;
      } catch (error) {
        if (!isApiError(error)) throw error;
        setErrors(error.errors);
        // The code that ended the session has announced a 401.
        if (error.status !== 401) announceFormError(error, fields);
        return false;
      } finally {
        setSubmitting(false);
      }
    },
  };
}
