import { type ErrorBody, type ErrorCode, type Label, type Language, errors, sentence } from '@innkeeper/contract';

interface Details {
  /** Messages by field, as `message()` of the contract makes them. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Values for the placeholders of the error's text. */
  readonly params?: Readonly<Record<string, string | number | Label>>;
  /** A text of its own, in place of the catalogue's. See docs/decisions/0077-said-where-it-is-read.md. */
  readonly message?: Label;
  readonly headers?: Readonly<Record<string, string>>;
  /** The record as it stands, with `stale_record`. */
  readonly current?: unknown;
  readonly cause?: unknown;
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
    return {
      error: this.code,
      message: this.#text(language),
      ...(fields && {
        errors: Object.fromEntries(
          Object.entries(fields).map(([field, list]) => [field, list.map((m) => sentence(m, language))]),
        ),
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
export const invalid = (fields: Readonly<Record<string, readonly string[]>>): ApiError =>
  fail('validation_failed', { errors: fields });
