import type { Db } from '@innkeeper/db';

/**
 * A counter per database, from 1: names made from it, and their order, do not depend on earlier tests in the process.
 */
export function countPerDatabase(): (db: Db) => number {
  const counts = new WeakMap<Db, number>();
  return (db) => {
    const n = (counts.get(db) ?? 0) + 1;
    counts.set(db, n);
    return n;
  };
}
