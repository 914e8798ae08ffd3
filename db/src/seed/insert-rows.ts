import { type Insertable, sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { ResourceKey } from '@innkeeper/contract';

/** Rows per statement: well below the size limit of a single value. */
const BATCH = 5_000;

/**
 * Inserts rows that all have the same columns, and returns their ids in the same order. Each batch is sent as one JSON
 * value: as fast as COPY up to some ten thousand rows, and usable inside an open transaction.
 */
export async function insertRows<K extends ResourceKey>(
  tx: Tx,
  table: K,
  rows: readonly Insertable<Schema[K]>[],
): Promise<number[]> {
  const ids: number[] = [];
  const columns = Object.keys(rows[0] ?? {}).map((c) => sql.ref(c));
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = JSON.stringify(rows.slice(start, start + BATCH));
    const result = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${batch}::json)
      returning id`.execute(tx);
    for (const row of result.rows) ids.push(row.id);
  }
  return ids;
}
