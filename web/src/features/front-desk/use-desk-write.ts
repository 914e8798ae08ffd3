import { useRef, useState } from 'react';
import { localInstant } from '../../format/date.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { createAttempts } from '../../engine/data/attempts.ts';
import { createDeskRecord } from './front-desk-calls.ts';

export interface Problem {
  readonly message: string;
  /** No response arrived: the write may have succeeded. */
  readonly isOutcomeUnknown: boolean;
}

type Values = Readonly<Record<string, unknown>>;
type Errors = Readonly<Record<string, string>>;

/**
 * The result of a write: done, rejected (errors and problem give the reason), without a response, or not sent because
 * the previous one is still running.
 */
type Outcome =
  | { readonly kind: 'done'; readonly record: ResourceRecord }
  | { readonly kind: 'rejected'; readonly fields: readonly string[] }
  | { readonly kind: 'unknown' | 'busy' };

interface DeskWrite {
  readonly isPending: boolean;
  readonly errors: Errors;
  readonly problem: Problem | null;
  readonly send: (values: Values) => Promise<Outcome>;
  /** Marks fields before anything is sent. */
  readonly setFieldErrors: (errors: Errors) => void;
}

const NO_ERRORS: Errors = {};

/** Default moment of a write: a redemption must state it, a visit without one counts as of now. */
const defaultDates = {
  voucher_redeem: () => ({ redeem_date: localInstant(new Date()) }),
  visit: () => ({}),
};

/** Creates a redemption or visit only once, however often the user submits. */
export function useDeskWrite(resource: 'voucher_redeem' | 'visit'): DeskWrite {
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempts] = useState(() => createAttempts<Values, Values>());
  // A ref, because a second submit can come before a re-render.
  const isInProgress = useRef(false);

  const send = async (values: Values): Promise<Outcome> => {
    if (isInProgress.current) return { kind: 'busy' };
    isInProgress.current = true;
    setPending(true);
    setProblem(null);
    setErrors(NO_ERRORS);
    const { body, key } = attempts.prepare(values, (input) => ({ ...defaultDates[resource](), ...input }));
    try {
      const record = await createDeskRecord(resource, body, key);
      attempts.done();
      void refreshResources(queryClient);
      return { kind: 'done', record };
    } catch (error) {
      if (!isApiError(error)) throw error;
      attempts.failed(error);
      const isOutcomeUnknown = error.status === 0 || error.status >= 500;
      const fields = Object.entries(error.errors).map(([name, texts]) => [name, texts.join(' ')] as const);
      setErrors(Object.fromEntries(fields));
      if (fields.length === 0 || error.status !== 422) setProblem({ message: error.message, isOutcomeUnknown });
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
