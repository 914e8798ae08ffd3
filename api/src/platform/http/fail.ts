import { type ErrorBody, type ErrorCode, type Label, type Language, errors, sentence } from '@innkeeper/contract';

interface Details {
  /** Messages by field, as `message()` of the contract makes them. */
  readonly errors?: FieldErrors;
  /** Values for the placeholders of the error's text. */
  readonly params?: Readonly<Record<string, string | number | Label>>;
  /** A text of its own, in place of the catalogue's. See docs/decisions/0077-said-where-it-is-read.md. */
  readonly message?: Label;
  readonly headers?: Readonly<Record<string, string>>;
  /** The record as it stands, with `stale_record`. */
  readonly current?: unknown;
  readonly cause?: unknown;
}

/** Errors of fields that an answer lists. */
export const ERRORS_MAX = 20;
/** Characters of a field's name that an answer repeats: callers may send names of any length. */
const NAME_MAX = 100;

type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * The first errors of fields, and how many more there are: so an answer is never much longer than its reader can use. Under `ids`
 * stand records rather than errors, of a call that has named them itself.
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

/** An expected failure: a code of the contract, on its way to the client. */
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

  /** Its text, in both languages. */
  get label(): Label {
    return { en: this.#text('en'), id: this.#text('id') };
  }

  #text(language: Language): string {
    const { params = {}, message } = this.details;
    const text =
      message?.[language] ??
      errors[this.code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = params[name] ?? '';
        return typeof value === 'object' ? value[language] : String(value);
      });
    return text.trim();
  }

  /** The answer to the client, in its language. */
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

/** `throw fail('in_use', { params })`: the one way to refuse a request. */
export const fail = (code: ErrorCode, details?: Details): ApiError => new ApiError(code, details);

const BUSY = {
  en: 'There is too much to do at the moment, please try again.',
  id: 'Terlalu banyak yang diproses saat ini, silakan coba lagi.',
};

/** The answer of a process that cannot take more for now. */
export const busy = (cause?: unknown): ApiError =>
  fail('unavailable', { message: BUSY, headers: { 'retry-after': '2' }, cause });

/** A refusal of single fields. */
export const invalid = (fields: FieldErrors): ApiError => fail('validation_failed', { errors: fields });
