import { useRef, useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { createAttempts } from '../../engine/data/attempts.ts';

export interface Problem {
  readonly message: string;
  /** No response arrived: the write may have succeeded. */
  readonly isOutcomeUnknown: boolean;
}

type Errors = Readonly<Record<string, string>>;

/**
 * The result of a write: done, rejected (errors and problem give the reason), without a response, or not sent because
 * the previous one is still running.
 */
type Outcome<Created> =
  | { readonly kind: 'done'; readonly created: Created }
  | { readonly kind: 'rejected'; readonly fields: readonly string[] }
  | { readonly kind: 'unknown' | 'busy' };

interface DeskWrite<Values, Created> {
  readonly isPending: boolean;
  readonly errors: Errors;
  readonly problem: Problem | null;
  readonly send: (values: Values) => Promise<Outcome<Created>>;
  /** Marks fields before anything is sent. */
  readonly setFieldErrors: (errors: Errors) => void;
}

const NO_ERRORS: Errors = {};

/**
 * Creates redemptions or a visit only once, however often the user submits. `complete` adds values at the first attempt,
 * which later ones repeat.
 */
export function useDeskWrite<Values extends object, Created>(
  create: (values: Values, key: string) => Promise<Created>,
  complete: (values: Values) => Values = (values) => values,
): DeskWrite<Values, Created> {
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempts] = useState(() => createAttempts<Values, Values>());
  // A ref, because a second submit can come before a re-render.
  const isInProgress = useRef(false);

  const send = async (values: Values): Promise<Outcome<Created>> => {
    if (isInProgress.current) return { kind: 'busy' };
    isInProgress.current = true;
    setPending(true);
    setProblem(null);
    setErrors(NO_ERRORS);
    const { body, key } = attempts.prepare(values, complete);
    try {
      const created = await create(body, key);
      attempts.done();
      void refreshResources(queryClient);
      return { kind: 'done', created };
    } catch (error) {
      if (!isApiError(error)) throw error;
      attempts.failed(error);
      const isOutcomeUnknown = error.status === 0 || error.status >= 500;
      const fields = Object.entries(error.errors).map(([name, texts]) => [name, texts.join(' ')] as const);
      setErrors(Object.fromEntries(fields));
      // No field shows an error of one of several vouchers.
      const isShownAtFields = fields.length > 0 && !fields.some(([name]) => name === 'voucher_nos');
      if (!isShownAtFields || error.status !== 422) setProblem({ message: error.message, isOutcomeUnknown });
      return isOutcomeUnknown ? { kind: 'unknown' } : { kind: 'rejected', fields: fields.map(([name]) => name) };
    } finally {
      isInProgress.current = false;
      setPending(false);
    }
  };
  return {
    isPending,
    errors,
    problem,
    send,
    setFieldErrors: (fieldErrors) => {
      setProblem(null);
      setErrors(fieldErrors);
    },
  };
}
