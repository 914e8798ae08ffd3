import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

/** A chore of the upkeep that fails, since when. */
export interface FailingChore {
  readonly chore: string;
  readonly since: Date;
}

/**
 * `/healthz`: the process serves. `/readyz`: the database is there and migrated (the server starts only after migrating), and
 * which chores of the upkeep fail, and since when; why is in the log, as anybody may ask here.
 */
export function registerHealth(app: FastifyInstance, db: Db, failing: () => readonly FailingChore[]): void {
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
