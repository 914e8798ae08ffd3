import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

/** `/healthz`: the process serves. `/readyz`: the database is there and migrated (the server starts only after migrating). */
export function registerHealth(app: FastifyInstance, db: Db): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1 from kysely_migration limit 1`.execute(db.kysely);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'unavailable', reason: 'The database does not answer.' });
    }
  });
}
