import type { Db } from '@innkeeper/db';
import { expect, vi } from 'vitest';
import type { TestApp } from './test-app.ts';

/**
 * Expects that a call reads the database with one statement besides the check of its cache, that PostgreSQL plans the
 * statement once for all requests, and that the response is cached for the minute while nobody writes.
 */
export async function expectPlannedOnceAndCached(
  { db, setClock }: Pick<TestApp, 'setClock'> & { readonly db: Db },
  read: () => Promise<unknown>,
): Promise<void> {
  const first = await read(); // loads the user
  const reads = vi.spyOn(db, 'read');
  expect(await read()).toEqual(first);
  expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
  reads.mockClear();
  for (let n = 1; n <= 8; n += 1) {
    setClock(new Date(Date.now() + n * 60_000));
    await read();
  }
  expect(reads).toHaveBeenCalledTimes(16);
  const text = reads.mock.calls[1]?.[0].sql;
  reads.mockRestore();
  // PostgreSQL plans a statement for its values five times before it compares.
  const [plans] = await db.read<{ generic: number; custom: number }>({
    sql: `select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement = $1`,
    parameters: [text],
  });
  expect(plans?.generic).toBeGreaterThan(0);
  expect(plans?.custom).toBeLessThanOrEqual(5);
}
