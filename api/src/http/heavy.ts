import type { Db } from '@innkeeper/db';
import { createSlots } from './slots.ts';

/** Runs work that keeps the database busy for long: reports, exports, imports, the dashboard. */
export type InHeavySlot = <T>(work: () => Promise<T>) => Promise<T>;

/** Of one user at once. A page that asks for more has the rest wait, which its reader hardly notices. */
const EACH = 3;
/** Of one user: several pages of charts, opened at once. */
const QUEUE = 20;
/** Milliseconds: as long as a person waits for a statement. */
const LONGEST = 15_000;

/**
 * Heavy work has half of the connections, so that who redeems a voucher or opens a list finds one of the others; what waits
 * for its turn holds none.
 */
export const createHeavySlots = ({ pool }: Pick<Db, 'pool'>): InHeavySlot =>
  createSlots({ size: Math.max(1, Math.floor(pool.options.max / 2)), each: EACH, queue: QUEUE, longest: LONGEST });
