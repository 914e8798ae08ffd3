import { type ErrorBody, type ErrorCode, type Label, type Language, errors, formatMessage } from '@innkeeper/contract';
import { requestTexts } from '../../texts/requests.ts';
import { fillText, type TextValue } from '../../texts/catalogue.ts';

interface ErrorDetails {
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
export const MAX_ERRORS = 20;
/** Maximum characters of a field name repeated in a response: clients may send names of any length. */
const MAX_FIELD_NAME_LENGTH = 100;

type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * The first field errors and the number of the others, so that a response stays readable. Entries under `ids` are not
 * limited: they are records that the call itself named.
 */
function firstErrors(fields: FieldErrors): { readonly errors: FieldErrors; readonly moreCount: number } {
  const errors: Record<string, readonly string[]> = Object.create(null); // a field may be called `constructor`
  let listedCount = 0;
  let total = 0;
  for (const [field, list] of Object.entries(fields)) {
    const limit = field === 'ids' ? list.length : Math.max(MAX_ERRORS - listedCount, 0);
    if (field !== 'ids') {
      total += list.length;
      listedCount += Math.min(list.length, limit);
    }
    if (limit > 0)
      errors[field.length > MAX_FIELD_NAME_LENGTH ? `${field.slice(0, MAX_FIELD_NAME_LENGTH)}…` : field] = list.slice(
        0,
        limit,
      );
  }
  return { errors, moreCount: total - listedCount };
}

/** An expected failure with a code of the contract, to be sent to the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
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
    const listedErrors = fields && firstErrors(fields);
    return {
      error: this.code,
      message: this.#text(language),
      ...(listedErrors && {
        errors: Object.fromEntries(
          Object.entries(listedErrors.errors).map(([field, list]) => [
            field,
            list.map((m) => formatMessage(m, language)),
          ]),
        ),
        ...(listedErrors.moreCount > 0 && { more_errors: listedErrors.moreCount }),
      }),
      ...(current !== undefined && { current }),
      request_id: requestId,
    };
  }
}

/** `throw fail('in_use', { params })`: the only way to reject a request. */
export const apiError = (code: ErrorCode, details?: ErrorDetails): ApiError => new ApiError(code, details);

/** The error of a process that is currently overloaded. */
export const busyError = (cause?: unknown): ApiError =>
  apiError('unavailable', { message: requestTexts.busy, headers: { 'retry-after': '2' }, cause });

/** A rejection because of invalid fields. */
export const validationError = (fields: FieldErrors): ApiError => apiError('validation_failed', { errors: fields });
