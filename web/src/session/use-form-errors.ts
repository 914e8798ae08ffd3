import { useState } from 'react';
import { type ApiError, isApiError } from './api-error.ts';
import { announceFormError, fieldMessage } from './form-error.ts';

export interface FormErrors {
  /** What the server said of a field; undefined where nothing. */
  readonly of: (field: string) => string | undefined;
  /** The field is being changed: what was said of it is over. */
  readonly forget: (field: string) => void;
  readonly submitting: boolean;
  /** Sends the form and keeps what was refused. False where it was not taken. */
  readonly send: (work: () => Promise<void>) => Promise<boolean>;
}

/** The sending of a small form: one at a time, with what the server says of its fields. */
export function useFormErrors(fields: readonly string[]): FormErrors {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [submitting, setSubmitting] = useState(false);
  return {
    of: (field) => fieldMessage(errors, field),
    forget(field) {
      const { [field]: said, ...others } = errors;
      if (said) setErrors(others);
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
        // A 401 has been said by whoever ended the session.
        if (error.status !== 401) announceFormError(error, fields);
        return false;
      } finally {
        setSubmitting(false);
      }
    },
  };
}
