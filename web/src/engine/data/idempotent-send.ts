import { useRef, useState } from 'react';
import { type ApiError, isApiError } from '../../session/api-error.ts';
import { announceFormError } from '../../session/form-error.ts';

/**
 * Returns the idempotency key of an input: resent after a missing response, the same input gets the same key and takes
 * effect once.
 */
export function useIdempotencyKey(): (input: object) => string {
  const attempt = useRef({ serialized: '', key: '' });
  return (input) => {
    const serialized = JSON.stringify(input);
    if (attempt.current.serialized !== serialized) attempt.current = { serialized, key: crypto.randomUUID() };
    return attempt.current.key;
  };
}

interface Sending {
  readonly errors: ApiError['errors'];
  /** Sets field errors before anything is sent. */
  readonly setErrors: (errors: ApiError['errors']) => void;
  readonly isSending: boolean;
  /** Ignored while a request is in progress. After success, the form or dialog may close. */
  readonly send: <I extends object>(input: I, write: (input: I, key: string) => Promise<void>) => Promise<void>;
}

/**
 * Submits a dialog's write only once, however often the button is pressed. A 422 is shown at its fields, of which
 * `shown` are visible; the call has announced other rejections already.
 */
export function useIdempotentSend(shown: readonly string[]): Sending {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isSending, setSending] = useState(false);
  const keyOf = useIdempotencyKey();
  const send: Sending['send'] = async (input, write) => {
    if (isSending) return;
    setSending(true);
    try {
      await write(input, keyOf(input));
    } catch (error) {
      setSending(false);
      if (!isApiError(error)) throw error;
      if (error.status !== 422) return;
      setErrors(error.errors);
      announceFormError(error, shown);
    }
  };
  return { errors, setErrors, isSending, send };
}
