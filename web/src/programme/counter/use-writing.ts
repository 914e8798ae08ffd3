import { useRef, useState } from 'react';
import { localInstant } from '../../format/date.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { createAttempts } from '../../engine/data/attempts.ts';
import { writeDown } from './counter-calls.ts';

export interface Problem {
  readonly message: string;
  /** No answer came: it may have been done. */
  readonly isLost: boolean;
}

type Values = Readonly<Record<string, unknown>>;
type Errors = Readonly<Record<string, string>>;

/**
 * The outcome of a write: done, refused (errors and problem say why), without an answer, or not sent because the last one is
 * still under way.
 */
type Outcome =
  | { readonly kind: 'done'; readonly record: ResourceRecord }
  | { readonly kind: 'refused'; readonly fields: readonly string[] }
  | { readonly kind: 'lost' | 'busy' };

interface Writing {
  readonly isPending: boolean;
  readonly errors: Errors;
  readonly problem: Problem | null;
  readonly send: (values: Values) => Promise<Outcome>;
  /** Marks fields before anything is sent. */
  readonly refuse: (errors: Errors) => void;
}

const NOTHING: Errors = {};

/** The moment of a write that names none: a redemption has to name it, a visit without one counts as of now. */
const nowOf = {
  voucher_redeem: () => ({ redeem_date: localInstant(new Date()) }),
  visit: () => ({}),
};

/** Writes a redemption or visit, once however often it is pressed. */
export function useWriting(resource: 'voucher_redeem' | 'visit'): Writing {
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempts] = useState(() => createAttempts<Values, Values>());
  // A second press comes before anything is drawn anew.
  const isUnderWay = useRef(false);

  const send = async (values: Values): Promise<Outcome> => {
    if (isUnderWay.current) return { kind: 'busy' };
    isUnderWay.current = true;
    setPending(true);
    setProblem(null);
    setErrors(NOTHING);
    const { body, key } = attempts.prepare(values, (sent) => ({ ...nowOf[resource](), ...sent }));
    try {
      const record = await writeDown(resource, body, key);
      attempts.done();
      void refreshResources(queryClient);
      return { kind: 'done', record };
    } catch (error) {
      if (!isApiError(error)) throw error;
      attempts.failed(error);
      const isLost = error.status === 0 || error.status >= 500;
      const fields = Object.entries(error.errors).map(([name, texts]) => [name, texts.join(' ')] as const);
      setErrors(Object.fromEntries(fields));
      if (fields.length === 0 || error.status !== 422) setProblem({ message: error.message, isLost });
      return isLost ? { kind: 'lost' } : { kind: 'refused', fields: fields.map(([name]) => name) };
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  };
  return {
    isPending,
    errors,
    problem,
    send,
    refuse: (wrong) => {
      setProblem(null);
      setErrors(wrong);
    },
  };
}
