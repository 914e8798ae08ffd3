import { type ErrorBody, type ErrorCode, type Label, type Language, errors, sentence } from '@innkeeper/contract';
import { requestTexts } from '../../texts/requests.ts';
import { fillText, type TextValue } from '../../texts/catalogue.ts';

interface Details {
  /** Messages by field, created by `message()` of the contract. */
  readonly errors?: FieldErrors;
  /** Values for the placeholders of the error message. */
  readonly params?: Readonly<Record<string, TextValue>>;
  /** Replaces the message of the error's code. */
  readonly message?: Label;
  readonly headers?: Readonly<Record<string, string>>;
  /** The current record, with `stale_record`. */
  readonly current?: unknown;
  readonly cause?: unknown;
}

/** Maximum number of field errors in a response. */
export const ERRORS_MAX = 20;
/** Maximum characters of a field name repeated in a response: clients may send names of any length. */
const NAME_MAX = 100;

type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * The first field errors and the number of the others, so that a response stays readable. Entries under `ids` are not
 * limited: they are records that the call itself named.
 */
function firstErrors(fields: FieldErrors): { readonly errors: FieldErrors; readonly more: number } {
  const errors: Record<string, readonly string[]> = Object.create(null); // a field may be called `constructor`
  let listed = 0;
  let all = 0;
  for (const [field, list] of Object.entries(fields)) {
    const most = field === 'ids' ? list.length : Math.max(ERRORS_MAX - listed, 0);
    if (field !== 'ids') {
      all += list.length;
      listed += Math.min(list.length, most);
    }
    if (most > 0) errors[field.length > NAME_MAX ? `${field.slice(0, NAME_MAX)}…` : field] = list.slice(0, most);
  }
  return { errors, more: all - listed };
}

/** An expected failure with a code of the contract, to be sent to the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }

  /** Its message in both languages. */
  get label(): Label {
    return { en: this.#text('en'), id: this.#text('id') };
  }

  #text(language: Language): string {
    const { params = {}, message } = this.details;
    const text = message?.[language] ?? fillText(errors[this.code][language], params, language);
    return text.trim();
  }

  /** The response body in the client's language. */
  body(language: Language, requestId: string): ErrorBody {
    const { errors: fields, current } = this.details;
    const first = fields && firstErrors(fields);
    return {
      error: this.code,
      message: this.#text(language),
      ...(first && {
        errors: Object.fromEntries(
          Object.entries(first.errors).map(([field, list]) => [field, list.map((m) => sentence(m, language))]),
        ),
        ...(first.more > 0 && { more_errors: first.more }),
      }),
      ...(current !== undefined && { current }),
      request_id: requestId,
    };
  }
}

/** `throw fail('in_use', { params })`: the only way to reject a request. */
export const fail = (code: ErrorCode, details?: Details): ApiError => new ApiError(code, details);

/** The error of a process that is currently overloaded. */
export const busy = (cause?: unknown): ApiError =>
  fail('unavailable', { message: requestTexts.busy, headers: { 'retry-after': '2' }, cause });

/** A rejection because of invalid fields. */
export const invalid = (fields: FieldErrors): ApiError => fail('validation_failed', { errors: fields });
