import type { FastifyInstance } from 'fastify';

/**
 * Responses are specific to one person and moment, so no proxy or device may cache them. Files and pages set their own
 * headers.
 */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));
}
