import type { FastifyInstance } from 'fastify';

/** Every answer names its request, as refusals and the log do: a user who reports a failure, or undoes a bulk call, can say which. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
}
