import { isApiError } from '../../session/api-error.ts';

interface Attempt<V, B> {
  readonly values: V;
  /** The values to send, completed when they were first sent. */
  readonly body: B;
  readonly key: string;
}

const sameWords = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The requests of a form. A request without an answer is sent again exactly as it was, under the same key, so that it is done once;
 * after any answer, or with other values, it is a new request.
 */
export function createAttempts<V extends object, B>(newKey: () => string = () => crypto.randomUUID()) {
  let lost: Attempt<V, B> | null = null;
  let last: Attempt<V, B> | null = null;
  return {
    prepare(values: V, complete: (values: V) => B, isSame: (a: V, b: V) => boolean = sameWords): Attempt<V, B> {
      last =
        lost && isSame(lost.values, values) ? lost : { values: { ...values }, body: complete(values), key: newKey() };
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
