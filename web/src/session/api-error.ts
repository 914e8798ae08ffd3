import type { ErrorBody } from '@innkeeper/contract';

/** A failed call. `status` is 0 if no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  /** The contract's error code; `network` if no response arrived, `unknown` if it could not be read. */
  readonly code: string;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly request_id: string | undefined;
  /** The whole body, for codes with additional data: `stale_record` includes the current record. */
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

/** Whether a call failed because another user must approve it first. */
export const needsApproval = (error: unknown): error is ApiError =>
  isApiError(error) && error.code === 'approval_needed';

/**
 * Whether a failed renewal ends the session: only a rejection by the server does. A lost, late or unreadable response
 * (the page is closing, or a proxy responded) does not.
 */
export const endsSession = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  code === 'invalid_grant' || status === 401;
