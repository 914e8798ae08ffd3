import { resources } from '@innkeeper/contract';
import { type Replica, getRequestOwner } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The position of the newest write that a client knows of. It sends back what it received last. */
const POSITION_HEADER = 'x-write-position';

const LISTS = Object.keys(resources).flatMap((key) => [`/api/${key}`, `/api/${key}/choices`, `/api/${key}/export`]);
const OTHER_READS = [
  '/api/dashboard',
  '/api/search',
  '/api/report/run/:name',
  '/api/report/run/:name/export',
  '/api/work_list',
  '/api/work_list/:key',
  '/api/work_list/:key/export',
];
/** Calls that read many records. One record is read from the primary, because it is often about to be changed. */
const READS_OF_MANY: ReadonlySet<string> = new Set([...LISTS, ...OTHER_READS]);

const readsMany = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' && READS_OF_MANY.has(routeOptions.url ?? '');

const positionOf = ({ headers }: FastifyRequest): string | undefined => {
  const value = headers[POSITION_HEADER];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Lets lists, searches, reports and the dashboard read from a standby that has the client's own writes. Each write
 * returns its position, as does the first read of a client that knows none; without one it reads from the primary.
 */
export function registerReplicaReads(app: FastifyInstance, replica: Replica): void {
  app.addHook('preValidation', async (request) => {
    const owner = getRequestOwner();
    const position = positionOf(request);
    if (owner && position !== undefined && readsMany(request)) owner.readsReplica = replica.canServe(position);
  });
  app.addHook('onSend', async (request, reply) => {
    if (!request.routeOptions.url?.startsWith('/api/') && !request.routeOptions.url?.startsWith('/oauth/')) return;
    const isKnown = request.method === 'GET' && positionOf(request) !== undefined;
    if (isKnown || reply.statusCode >= 400) return;
    reply.header(POSITION_HEADER, await replica.readPosition());
  });
}

/** How far the standby is behind, and whether it answers, as metrics. */
export const replicaMetrics = (replica: Replica) => ({
  gauges: {
    innkeeper_replica_lag_seconds: { help: 'By how much the standby of DATABASE_REPLICA_URL is behind' },
    innkeeper_replica_up: { help: '1 if that standby answers' },
  },
  read: () => {
    const lag = replica.lagSeconds();
    return [
      { name: 'innkeeper_replica_up', value: lag === undefined ? 0 : 1 },
      ...(lag === undefined ? [] : [{ name: 'innkeeper_replica_lag_seconds', value: lag }]),
    ];
  },
});
