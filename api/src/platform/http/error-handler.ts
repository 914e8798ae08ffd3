import { randomUUID } from 'node:crypto';
import { AbandonedError, isDatabaseUnavailable } from '@innkeeper/db';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ApiError, busyError, apiError } from './api-error.ts';
import { languageOf } from './language.ts';
import { describeCaller } from './request-log.ts';
import { logFault } from './repeated-faults.ts';
import { requestTexts } from '../../texts/requests.ts';

/** No connection became free within the timeout. */
const BUSY_TEXT = 'timeout exceeded when trying to connect';

/** A statement that exceeded its timeout, or waited too long for a locked row. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['57014', '55P03']);

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error;

/** The expected failure for an error. An unknown error becomes an `internal_error` with the error as its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A client that disconnects while it sends a body causes the same code as an unreachable database.
  const isClientError = isFastifyError(error) && error.statusCode === 400;
  if (!isClientError && isDatabaseUnavailable(error))
    return apiError('unavailable', { headers: { 'retry-after': '2' }, cause: error });
  if (error instanceof Error && error.message === BUSY_TEXT) return busyError(error);
  if (error instanceof AbandonedError) return apiError('bad_request', { cause: error }); // the client is gone
  if (TIMEOUT_CODES.has(code))
    return apiError('unavailable', { message: requestTexts.stopped, headers: { 'retry-after': '5' }, cause: error });
  if (isFastifyError(error)) {
    if (error.statusCode === 413 || code.endsWith('_LIMIT')) return apiError('too_large', { cause: error });
    if (error.statusCode === 415) return apiError('unsupported_media_type', { cause: error });
    if (error.statusCode === 503) return busyError(error);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
      return apiError('bad_request', { cause: error });
  }
  return apiError('internal_error', { cause: error });
}

/** Rejections worth logging: a user without the permission, or too many attempts. */
const REJECTION_CODES: ReadonlySet<string> = new Set(['forbidden', 'too_many_requests']);

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (error.status >= 500) logFault(request.log, error.cause ?? error, error.code);
  if (REJECTION_CODES.has(error.code)) request.log.warn(describeCaller(request), error.code);
  const body = error.body(languageOf(request), request.id);
  // RFC 6749 requires a description for every error of the token call, including requests that could not be parsed.
  const isOAuth = request.routeOptions.url?.startsWith('/oauth/') === true;
  return reply
    .code(error.status)
    .headers({ ...error.details.headers })
    .send(isOAuth ? { ...body, error_description: body.message } : body);
}

/** Gives every error the same shape. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(toApiError(error), request, reply));
}

const UNREADABLE_ERROR = apiError('bad_request');

/** Requests that cannot be parsed reach no route and no handler. This gives them the same error shape. */
export const unreadableRequests: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: (error, request, reply) => {
    void sendError(toApiError(error), request, reply);
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const body = JSON.stringify(UNREADABLE_ERROR.body('en', randomUUID()));
    socket.end(
      `HTTP/1.1 ${UNREADABLE_ERROR.status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  },
};
