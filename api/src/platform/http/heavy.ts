import { availableParallelism } from 'node:os';
import type { Db } from '@innkeeper/db';
import { createSlots } from './slots.ts';

/**
 * Runs work that keeps the database busy for long: reports and the dashboard, at which their user looks; and as `lasting` exports,
 * imports and bulk calls, which last as long as their client reads or their records take. See docs/decisions/0040-heavy-calls.md.
 */
export type InHeavySlot = <T>(work: () => Promise<T>, kind?: Kind) => Promise<T>;
type Kind = 'looking' | 'lasting';

/** Works of one user at once, at most. A page that asks for more has the rest wait, which its reader hardly notices. */
const EACH = 3;
/** Lasting ones among them: a user who waits for a file looks at a report meanwhile. */
const LASTING = 2;
/** Waiting ones of one user and kind: several pages of charts, opened at once. */
const QUEUE = 20;
/** Milliseconds: as long as a person waits for a statement. */
const LONGEST = 15_000;

/**
 * Heavy work has half of the connections, so that a user who redeems a voucher or opens a list finds one of the others; and the
 * pages of one user leave a processor free, as their queries are busy all the while. Waiting work holds nothing.
 */
export function createHeavySlots({ pool }: Pick<Db, 'pool'>, processors: number = availableParallelism()): InHeavySlot {
  const inSlot = createSlots({
    size: Math.max(1, Math.floor(pool.options.max / 2)),
    each: EACH,
    eachOf: { looking: Math.max(1, Math.min(EACH, processors - 1)), lasting: LASTING } satisfies Record<Kind, number>,
    queue: QUEUE,
    longest: LONGEST,
  });
  return (work, kind = 'looking') => inSlot(work, kind);
}
