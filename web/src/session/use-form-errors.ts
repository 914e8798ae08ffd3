import { useState } from 'react';
import { type ApiError, isApiError } from './api-error.ts';
import { announceFormError, fieldMessage } from './form-error.ts';

export interface FormErrors {
  /** The server's error at a field; undefined if there is none. */
  readonly of: (field: string) => string | undefined;
  /** Clears the error of a field whose input has changed. */
  readonly forget: (field: string) => void;
  readonly submitting: boolean;
  /** Sends the form and stores its errors. Resolves to false if it was rejected, or if another call is running. */
  readonly send: (work: () => Promise<void>) => Promise<boolean>;
}

/** Sends a small form, one call at a time, and stores the server's errors of its fields. */
export function useFormErrors(fields: readonly string[]): FormErrors {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  return {
    of: (field) => fieldMessage(errors, field),
    forget(field) {
      const { [field]: clearedErrors, ...otherErrors } = errors;
      if (clearedErrors) setErrors(otherErrors);
    },
    submitting: isSubmitting,
    async send(work) {
      if (isSubmitting) return false;
      setIsSubmitting(true);
      setErrors({});
      try {
        await work();
        return true;
      } catch (error) {
        if (!isApiError(error)) throw error;
        setErrors(error.errors);
        // A 401 has been announced by the code that ended the session.
        if (error.status !== 401) announceFormError(error, fields);
        return false;
      } finally {
        setIsSubmitting(false);
      }
    },
  };
}
