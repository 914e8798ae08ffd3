import { useRef, useState } from 'react';
import { type ApiError, isApiError } from '../../session/api-error.ts';
import { announceFormError } from '../../session/form-error.ts';

/** Gives each input its key: the same input sent again after a lost answer carries the same key, and is done once. */
export function useOnceKey(): (input: object) => string {
  const attempt = useRef({ words: '', key: '' });
  return (input) => {
    const words = JSON.stringify(input);
    if (attempt.current.words !== words) attempt.current = { words, key: crypto.randomUUID() };
    return attempt.current.key;
  };
}

interface Sending {
  readonly errors: ApiError['errors'];
  /** Marks fields before anything is sent. */
  readonly setErrors: (errors: ApiError['errors']) => void;
  readonly isSending: boolean;
  /** Does nothing while the last one is under way. After success the form or dialog that sent it may close. */
  readonly send: <I extends object>(input: I, write: (input: I, key: string) => Promise<void>) => Promise<void>;
}

/**
 * The sending of a dialog that writes something down, once however often it is pressed. A 422 stands at its fields, of which
 * these are shown; other refusals the call has announced.
 */
export function useSendOnce(shown: readonly string[]): Sending {
  const [errors, setErrors] = useState<ApiError['errors']>({});
  const [isSending, setSending] = useState(false);
  const keyOf = useOnceKey();
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
