import type { ArchivedMonth } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { instantSql } from '../../access/named-records.ts';

/** The months of the audit log that are only in the archive, oldest first, with the addresses of their files. */
export async function readArchivedMonths(db: Db['kysely'] | Tx): Promise<readonly ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select id, ${instantSql('starts_at')} as starts_at, ${instantSql('ends_at')} as ends_at, lines, file, bytes,
      encode(sha256, 'hex') as sha256, ${instantSql('archived_at')} as archived_at,
      signed_file_path('log-archive/' || file) as address
    from log_archive where restored_at is null order by ends_at`.execute(db);
  return rows;
}
