import { isApiError } from '../../session/api-error.ts';

interface Attempt<V, B> {
  readonly values: V;
  /** The values to send, computed on the first attempt. */
  readonly body: B;
  readonly key: string;
}

const isSameJson = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Tracks the requests of a form. A request without a response is resent unchanged under the same idempotency key, so it
 * takes effect only once. After any response, or with other values, a new request with a new key is sent.
 */
export function createAttempts<V extends object, B>(createKey: () => string = () => crypto.randomUUID()) {
  let failedAttempt: Attempt<V, B> | null = null;
  let lastAttempt: Attempt<V, B> | null = null;
  return {
    prepare(values: V, toBody: (values: V) => B, isEqual: (a: V, b: V) => boolean = isSameJson): Attempt<V, B> {
      lastAttempt =
        failedAttempt && isEqual(failedAttempt.values, values)
          ? failedAttempt
          : { values: { ...values }, body: toBody(values), key: createKey() };
      return lastAttempt;
    },
    failed(error: unknown): void {
      failedAttempt = isApiError(error) && (error.status === 0 || error.status >= 500) ? lastAttempt : null;
    },
    done(): void {
      failedAttempt = null;
    },
  };
}
