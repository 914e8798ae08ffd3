import type { ErrorBody } from '@innkeeper/contract';

/** The failure of a call. `status` is 0 if no answer came. */
export class ApiError extends Error {
  readonly status: number;
  /** The contract's code, `network` where no answer came, `unknown` where the answer could not be read. */
  readonly code: string;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly request_id: string | undefined;
  /** The whole answer, for codes that carry more: `stale_record` has the record as it now stands. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, body: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.body = body;
    const { errors, request_id } = body as Partial<ErrorBody>; // shapes are checked here, at the edge
    this.errors = typeof errors === 'object' && errors !== null ? errors : {};
    this.request_id = typeof request_id === 'string' ? request_id : undefined;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Whether another user has to approve it first. */
export const needsApproval = (error: unknown): error is ApiError =>
  isApiError(error) && error.code === 'approval_needed';

/**
 * Whether a failed renewal means that the session is over: the server has refused it. An answer that is lost, late or
 * unreadable (the page is being left, a proxy speaks) says nothing about it.
 */
export const endsSession = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  code === 'invalid_grant' || status === 401;
