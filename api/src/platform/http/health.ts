import { type Db, assertWritable, isReadOnlyError } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A failing maintenance job, and since when it fails. */
export interface FailingJob {
  readonly job: string;
  readonly since: Date;
}

interface HealthSources {
  readonly db: Db;
  readonly failingJobs: () => readonly FailingJob[];
  /** Why this process should not serve, besides the database. */
  readonly findProblem: () => string | undefined;
}

/**
 * `/healthz`: the process responds. `/readyz`: the database is reachable, migrated (the server starts only after
 * migrating) and accepts writes, with the failing maintenance jobs. Why they fail is only in the log, because this
 * endpoint is public.
 */
export function registerHealth(app: FastifyInstance, { db, failingJobs, findProblem }: HealthSources): void {
  const sendNotReady = (reply: FastifyReply, reason: string) =>
    reply.code(503).header('retry-after', '2').send({ status: 'unavailable', reason });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await assertWritable(db);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return sendNotReady(
        reply,
        isReadOnlyError(error) ? 'The database accepts no writes.' : 'The database does not answer.',
      );
    }
    const problem = findProblem();
    return problem === undefined ? { status: 'ready', failing: failingJobs() } : sendNotReady(reply, problem);
  });
}
