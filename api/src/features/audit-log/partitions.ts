import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/**
 * Creates the partitions of the audit log for this month and the next three. Cheap if they exist; several processes may
 * run it. Autovacuum analyzes partitions, but not the table that they belong to.
 */
export async function createLogPartitions({ kysely }: Db): Promise<void> {
  const { rows } = await sql<{ created: number }>`select create_log_partitions() as created`.execute(kysely);
  if ((rows[0]?.created ?? 0) > 0) await sql`analyze audit_log`.execute(kysely);
}
