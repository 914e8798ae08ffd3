import type { FastifyInstance } from 'fastify';

/** Adds the request id to every response. Users quote it to report a failure, and undoing a bulk call needs it. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
}
