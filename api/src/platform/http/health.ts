import { type Db, assertWritable, isReadOnlyError } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';

/** A failing maintenance job, and since when it fails. */
export interface FailingJob {
  readonly job: string;
  readonly since: Date;
}

/**
 * `/healthz`: the process responds. `/readyz`: the database is reachable, migrated (the server starts only after
 * migrating) and accepts writes, with the failing maintenance jobs. Why they fail is only in the log, because this
 * endpoint is public.
 */
export function registerHealth(app: FastifyInstance, db: Db, failing: () => readonly FailingJob[]): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await assertWritable(db);
      return { status: 'ready', failing: failing() };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({
          status: 'unavailable',
          reason: isReadOnlyError(error) ? 'The database accepts no writes.' : 'The database does not answer.',
        });
    }
  });
}
