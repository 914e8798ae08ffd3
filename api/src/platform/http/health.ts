import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

/** A failing maintenance job, and since when it fails. */
export interface FailingJob {
  readonly job: string;
  readonly since: Date;
}

/**
 * `/healthz`: the process responds. `/readyz`: the database is reachable and migrated (the server starts only after
 * migrating), with the failing maintenance jobs. Why they fail is only in the log, because this endpoint is public.
 */
export function registerHealth(app: FastifyInstance, db: Db, failing: () => readonly FailingJob[]): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1 from migration limit 1`.execute(db.kysely);
      return { status: 'ready', failing: failing() };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'unavailable', reason: 'The database does not answer.' });
    }
  });
}
