import type { Db } from '@innkeeper/db';

/**
 * Another number each time, from 1 on in each database: names that are made of them, and their order, are the same whatever
 * ran before in the process.
 */
export function countPerDatabase(): (db: Db) => number {
  const counts = new WeakMap<Db, number>();
  return (db) => {
    const n = (counts.get(db) ?? 0) + 1;
    counts.set(db, n);
    return n;
  };
}
