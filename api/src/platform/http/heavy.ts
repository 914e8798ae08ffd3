import { availableParallelism } from 'node:os';
import type { Db } from '@innkeeper/db';
import { createSlots } from './slots.ts';

/**
 * Runs work that keeps the database busy for long: reports, the dashboard, and with `file` exports and imports, which last as
 * long as their client reads or writes, and are not counted among what their user looks at meanwhile.
 */
export type InHeavySlot = <T>(work: () => Promise<T>, kind?: 'file') => Promise<T>;

/** Of one user at once, at most. A page that asks for more has the rest wait, which its reader hardly notices. */
const EACH = 3;
/** Of one user: several pages of charts, opened at once. */
const QUEUE = 20;
/** Milliseconds: as long as a person waits for a statement. */
const LONGEST = 15_000;

/**
 * Heavy work has half of the connections, so that who redeems a voucher or opens a list finds one of the others, and one user's
 * leaves a processor free, as its queries are busy all the while. What waits for its turn holds nothing.
 */
export const createHeavySlots = ({ pool }: Pick<Db, 'pool'>, processors = availableParallelism()): InHeavySlot =>
  createSlots({
    size: Math.max(1, Math.floor(pool.options.max / 2)),
    each: Math.max(1, Math.min(EACH, processors - 1)),
    queue: QUEUE,
    longest: LONGEST,
  });
