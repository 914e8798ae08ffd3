import type { FastifyInstance } from 'fastify';

/**
 * Every response carries its request id, as errors and the log do, so that a user can quote it to report a failure or
 * to undo a bulk call.
 */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
}
