import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Milliseconds: a difference that is an error of the operator's, and one with which nothing should be served. */
const MAX_DIFFERENCE_MS = 2_000;
const UNUSABLE_DIFFERENCE_MS = 60_000;
/** A response that took longer says too little about the clock. */
const MAX_ROUND_TRIP_MS = 1_000;

/**
 * The clock of the database, which stamps records and the audit log. Rules of the programme read the same clock, so
 * that processes with different clocks agree, and a record is never from the future.
 */
export interface DatabaseClock {
  now(): Date;
  /** By how many milliseconds the database is ahead of this process. */
  difference(): number;
  /** Compares the clocks. Rejects if they differ by two seconds or more. */
  compare(db: Db): Promise<void>;
  /** Why nothing should be served: the clocks differ by a minute or more. */
  findProblem(): string | undefined;
}

export function createDatabaseClock(readClock: () => number = Date.now): DatabaseClock {
  let difference = 0;
  const describe = (): string =>
    `the clocks of this process and of the database differ by ${Math.round(Math.abs(difference) / 1000)} seconds`;
  return {
    now: () => new Date(readClock() + difference),
    difference: () => difference,
    async compare({ kysely }) {
      const sentAt = readClock();
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(kysely);
      const receivedAt = readClock();
      const [row] = rows;
      if (!row || receivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
      difference = row.at - (sentAt + receivedAt) / 2;
      if (Math.abs(difference) >= MAX_DIFFERENCE_MS) throw new Error(describe());
    },
    findProblem: () => (Math.abs(difference) >= UNUSABLE_DIFFERENCE_MS ? `${describe()}.` : undefined),
  };
}

/** Its difference, as a metric. */
export const clockMetrics = (clock: DatabaseClock) => ({
  gauges: { innkeeper_clock_difference_seconds: { help: 'By how much the clock of the database is ahead' } },
  read: () => [{ name: 'innkeeper_clock_difference_seconds', value: clock.difference() / 1000 }],
});
