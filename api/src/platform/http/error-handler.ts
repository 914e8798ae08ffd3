import { randomUUID } from 'node:crypto';
import { Abandoned } from '@innkeeper/db';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { ApiError, busy, fail } from './fail.ts';
import { languageOf } from './language.ts';

/** PostgreSQL's classes and Node's codes for a database that cannot be reached at the moment. */
const AWAY = /^(08...|57P0[1-5]|53[0-9]{3}|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
const AWAY_TEXT =
  /Connection terminated|timeout expired|Client has encountered a connection error|the database system is/;
/** All connections were in use for as long as somebody waits. */
const BUSY_TEXT = 'timeout exceeded when trying to connect';

/** A statement that took longer than its session allows, or waited that long for a record that somebody else writes. */
const TOO_LONG: ReadonlySet<string> = new Set(['57014', '55P03']);
const STOPPED = {
  en: 'This took too long and was stopped: nothing was changed. Please ask for less, or try again later.',
  id: 'Proses ini terlalu lama dan dihentikan: tidak ada yang berubah. Silakan minta lebih sedikit, atau coba lagi nanti.',
};

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error;

/** The expected failure that an error stands for; anything unknown is an `internal_error` with the error as its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A caller whose line broke within a body has the code of a database that is away.
  const isCallers = isFastifyError(error) && error.statusCode === 400;
  if (!isCallers && (AWAY.test(code) || (error instanceof Error && AWAY_TEXT.test(error.message)))) {
    return fail('unavailable', { headers: { 'retry-after': '2' }, cause: error });
  }
  if (error instanceof Error && error.message === BUSY_TEXT) return busy(error);
  if (error instanceof Abandoned) return fail('bad_request', { cause: error }); // told to nobody
  if (TOO_LONG.has(code))
    return fail('unavailable', { message: STOPPED, headers: { 'retry-after': '5' }, cause: error });
  if (isFastifyError(error)) {
    if (error.statusCode === 413 || code.endsWith('_LIMIT')) return fail('too_large', { cause: error });
    if (error.statusCode === 415) return fail('unsupported_media_type', { cause: error });
    if (error.statusCode === 503) return busy(error);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
      return fail('bad_request', { cause: error });
  }
  return fail('internal_error', { cause: error });
}

/** Refusals that the log tells its reader: a user tried without the right, or too often. */
const REFUSALS: ReadonlySet<string> = new Set(['forbidden', 'too_many_requests']);
/** The route rather than the address, which may hold a person's name. */
const who = ({ ip, method, routeOptions, signedIn }: FastifyRequest) => ({
  ip,
  method,
  route: routeOptions.url,
  user: signedIn?.actor.userId,
});

function answer(error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.code);
  if (REFUSALS.has(error.code)) request.log.warn(who(request), error.code);
  const body = error.body(languageOf(request), request.id);
  // RFC 6749 wants a description of every refusal of the token call, and of requests that it could not even read.
  const isOAuth = request.routeOptions.url?.startsWith('/oauth/') === true;
  return reply
    .code(error.status)
    .headers({ ...error.details.headers })
    .send(isOAuth ? { ...body, error_description: body.message } : body);
}

/** One shape for every error, and the fitting answer for paths and methods that there are not. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(toApiError(error), request, reply));
}

const UNREADABLE = fail('bad_request');

/** Requests that cannot be read at all meet no route and no handler: they get the same shape from here. */
export const unreadableRequests: Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> = {
  frameworkErrors: (error, request, reply) => {
    void answer(toApiError(error), request, reply);
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const body = JSON.stringify(UNREADABLE.body('en', randomUUID()));
    socket.end(
      `HTTP/1.1 ${UNREADABLE.status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  },
};
