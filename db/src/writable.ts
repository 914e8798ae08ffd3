import type { Db } from './database.ts';
import { READ_ONLY_SQL, ReadOnlyServerError } from './unavailable.ts';

/**
 * Fails unless the database is migrated, responds and accepts writes. A connection that leads to a server without
 * writes is closed.
 */
export async function assertWritable(db: Db): Promise<void> {
  const connection = await db.connect();
  let isReadOnly = false;
  try {
    const { rows } = await connection.query<{ is_read_only: boolean }>({
      text: `select ${READ_ONLY_SQL}, exists (select from migration) as is_migrated`,
    });
    isReadOnly = rows[0]?.is_read_only === true;
    if (isReadOnly) throw new ReadOnlyServerError();
  } finally {
    connection.release(isReadOnly);
  }
}
