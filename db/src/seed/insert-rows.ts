import { type Insertable, sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { ResourceKey } from '@innkeeper/contract';

/** Rows per statement, well below the size limit of one value. */
const BATCH_SIZE = 5_000;

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
  for (let offset = 0; offset < rows.length; offset += BATCH_SIZE) {
    const batchJson = JSON.stringify(rows.slice(offset, offset + BATCH_SIZE));
    const result = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${batchJson}::json)
      returning id`.execute(tx);
    for (const row of result.rows) ids.push(row.id);
  }
  return ids;
}
