import type { SlowStatement } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';

/** Characters of a statement in the log. */
const MAX_LENGTH = 2_000;

/** Counts slow statements, and logs them once there is a log: the database is opened before the server. */
export function createSlowStatementLog(count: () => void) {
  let log: Pick<FastifyBaseLogger, 'warn'> | undefined;
  return {
    logTo(logger: Pick<FastifyBaseLogger, 'warn'>): void {
      log = logger;
    },
    report({ text, ms, requestId }: SlowStatement): void {
      count();
      log?.warn({ reqId: requestId, ms, statement: text.slice(0, MAX_LENGTH) }, 'a slow statement');
    },
  };
}
