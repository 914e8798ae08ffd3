import type { FastifyInstance } from 'fastify';

/** Answers are of one person and one moment: nothing on the way and no device keeps them. Files and pages say otherwise themselves. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'));
}
