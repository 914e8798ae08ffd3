import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Who sent a request, and its route, because the URL may contain a person's name. */
export const describeCaller = ({ ip, method, routeOptions, authentication }: FastifyRequest) => ({
  ip,
  method,
  route: routeOptions.url,
  user: authentication?.actor.userId,
});

/** Levels at which pino writes lines of `info`. */
const LEVELS_WITH_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** At the level `info`, one line for each request that was answered. */
export function registerRequestLog(app: FastifyInstance, logLevel: string): void {
  if (!LEVELS_WITH_REQUESTS.has(logLevel)) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ ...describeCaller(request), status: reply.statusCode, ms }, 'request');
  });
}
