import type { FastifyInstance } from 'fastify';

/**
 * Headers of every response. Its request id, which users quote to report a failure, and which undoing a bulk call needs.
 * Responses are specific to one person and moment, so no proxy or device may cache them; files and pages set their own
 * header.
 */
export function registerResponseHeaders(app: FastifyInstance): void {
  app.addHook(
    'onRequest',
    async (request, reply) => void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' }),
  );
}
