import { useRef, useState } from 'react';
import { type ApiError, isApiError } from '../../session/api-error.ts';
import { announceFormError } from '../../session/form-error.ts';

/**
 * Returns a function that gives the idempotency key of an input. The same input gets the same key, so a request that is
 * resent after a missing response takes effect once.
 */
export function useIdempotencyKey(): (input: object) => string {
  const attempt = useRef({ serialized: '', key: '' });
  return (input) => {
    const serialized = JSON.stringify(input);
    if (attempt.current.serialized !== serialized) attempt.current = { serialized, key: crypto.randomUUID() };
    return attempt.current.key;
  };
}

interface IdempotentSend {
  readonly errors: ApiError['errors'];
  /** Sets field errors before anything is sent. */
  readonly setErrors: (errors: ApiError['errors']) => void;
  readonly isSending: boolean;
  /** Does nothing while a request is in progress, nor after one has succeeded, because the dialog then closes. */
  readonly send: <I extends object>(input: I, write: (input: I, key: string) => Promise<void>) => Promise<void>;
}

/**
 * Submits a dialog's write only once, however often the button is pressed. A 422 is shown at the fields in
 * `visibleFields`; other rejections have already been announced.
 */
export function useIdempotentSend(visibleFields: readonly string[]): IdempotentSend {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isSending, setSending] = useState(false);
  const getKey = useIdempotencyKey();
  const send: IdempotentSend['send'] = async (input, write) => {
    if (isSending) return;
    setSending(true);
    try {
      await write(input, getKey(input));
    } catch (error) {
      setSending(false);
      if (!isApiError(error)) throw error;
      if (error.status !== 422) return;
      setErrors(error.errors);
      announceFormError(error, visibleFields);
    }
  };
  return { errors, setErrors, isSending, send };
}
