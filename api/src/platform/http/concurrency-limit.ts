import { availableParallelism } from 'node:os';
import type { Db } from '@innkeeper/db';
import { createLimiter } from './limiter.ts';

/**
 * Runs expensive database work. By default it is short, because a user waits for it: reports and the dashboard.
 * `lasting` work takes as long as the client reads or the records need: exports, imports and bulk calls. See
 * docs/decisions/0040-limit-the-concurrency-of-expensive-calls-per-user.md.
 */
export type RunExpensive = <T>(work: () => Promise<T>, kind?: TaskKind) => Promise<T>;
type TaskKind = 'looking' | 'lasting';

/** Maximum concurrent tasks of one user. If a page requests more, the others wait briefly. */
const MAX_PER_USER = 3;
/** Maximum of `lasting` tasks among them: a user who waits for a file can still open a report. */
const MAX_LASTING = 2;
/** Maximum waiting tasks per user and kind: enough for several pages of charts opened together. */
const MAX_QUEUED = 20;
/** Milliseconds: the statement timeout of an interactive request. */
const MAX_WAIT_MS = 15_000;

/**
 * Expensive work gets half of the connections, so that a redemption or a list finds a free one. The pages of one user
 * leave a processor free. Waiting work holds no connection.
 */
export function createExpensiveLimiter(
  { pool }: Pick<Db, 'pool'>,
  processors: number = availableParallelism(),
): RunExpensive {
  const limiter = createLimiter({
    size: Math.max(1, Math.floor(pool.options.max / 2)),
    perCaller: MAX_PER_USER,
    perKind: { looking: Math.max(1, Math.min(MAX_PER_USER, processors - 1)), lasting: MAX_LASTING } satisfies Record<
      TaskKind,
      number
    >,
    queue: MAX_QUEUED,
    maxWaitMs: MAX_WAIT_MS,
  });
  return (work, kind = 'looking') => limiter(work, kind);
}
