import { availableParallelism } from 'node:os';
import type { Db } from '@innkeeper/db';
import { createLimiter } from './limiter.ts';

/**
 * Runs work that keeps the database busy: reports and the dashboard, whose user is waiting, and as `lasting` exports,
 * imports and bulk calls, which take as long as the client reads or the records need. See
 * docs/decisions/0040-limit-the-concurrency-of-expensive-calls-per-user.md.
 */
export type RunExpensive = <T>(work: () => Promise<T>, kind?: Kind) => Promise<T>;
type Kind = 'looking' | 'lasting';

/** Maximum concurrent tasks of one user. If a page requests more, the rest wait, which the user hardly notices. */
const PER_USER = 3;
/** Maximum of `lasting` tasks among them: a user who waits for a file can still open a report. */
const LONG_RUNNING = 2;
/** Maximum waiting tasks per user and kind: enough for several pages of charts opened together. */
const QUEUE = 20;
/** Milliseconds: the statement timeout of an interactive request. */
const LONGEST = 15_000;

/**
 * Expensive work gets half of the connections, so a redemption or a list finds a free one. One user's pages leave a
 * processor free because their queries keep processors busy. Waiting work holds no connection.
 */
export function createExpensiveLimiter(
  { pool }: Pick<Db, 'pool'>,
  processors: number = availableParallelism(),
): RunExpensive {
  const limiter = createLimiter({
    size: Math.max(1, Math.floor(pool.options.max / 2)),
    perCaller: PER_USER,
    perKind: { looking: Math.max(1, Math.min(PER_USER, processors - 1)), lasting: LONG_RUNNING } satisfies Record<
      Kind,
      number
    >,
    queue: QUEUE,
    maxWaitMs: LONGEST,
  });
  return (work, kind = 'looking') => limiter(work, kind);
}
