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

/** Requests that machines send every few seconds. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** At the level `info`, one line for each request that was answered; a successful probe has its line at `debug`. */
export function registerRequestLog(app: FastifyInstance, logLevel: string): void {
  if (!LEVELS_WITH_REQUESTS.has(logLevel)) return;
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime);
    const level = PROBES.has(request.routeOptions.url) && reply.statusCode === 200 ? 'debug' : 'info';
    request.log[level]({ ...describeCaller(request), status: reply.statusCode, ms }, 'request');
  });
}
