import { isApiError } from '../../session/api-error.ts';

type Values = Readonly<Record<string, unknown>>;

interface Attempt {
  readonly values: Values;
  /** The values to send; if no moment was chosen, with the moment at which they were first sent. */
  readonly body: Values;
  readonly key: string;
}

/**
 * The requests of the counter. A request without an answer is sent again exactly as it was, under the same key, so that it is
 * done once; after any answer, or with other values, it is a new request.
 */
export function createAttempts(newKey: () => string = () => crypto.randomUUID()) {
  let lost: Attempt | null = null;
  let last: Attempt | null = null;
  return {
    prepare(values: Values, complete: (values: Values) => Values): Attempt {
      const isAgain = lost !== null && JSON.stringify(lost.values) === JSON.stringify(values);
      last = isAgain && lost ? lost : { values, body: complete(values), key: newKey() };
      return last;
    },
    failed(error: unknown): void {
      lost = isApiError(error) && (error.status === 0 || error.status >= 500) ? last : null;
    },
    done(): void {
      lost = null;
    },
  };
}
