import { isApiError } from '../../session/api-error.ts';

interface Attempt<V, B> {
  readonly values: V;
  /** The values to send, completed on the first attempt. */
  readonly body: B;
  readonly key: string;
}

const isSameJson = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The requests of a form. A request without a response is resent unchanged under the same idempotency key, so that it
 * takes effect only once. After any response, or with other values, it is a new request.
 */
export function createAttempts<V extends object, B>(newKey: () => string = () => crypto.randomUUID()) {
  let failedAttempt: Attempt<V, B> | null = null;
  let last: Attempt<V, B> | null = null;
  return {
    prepare(values: V, complete: (values: V) => B, isSame: (a: V, b: V) => boolean = isSameJson): Attempt<V, B> {
      last =
        failedAttempt && isSame(failedAttempt.values, values)
          ? failedAttempt
          : { values: { ...values }, body: complete(values), key: newKey() };
      return last;
    },
    failed(error: unknown): void {
      failedAttempt = isApiError(error) && (error.status === 0 || error.status >= 500) ? last : null;
    },
    done(): void {
      failedAttempt = null;
    },
  };
}
