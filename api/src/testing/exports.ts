import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';

/** Creates entries of the export log, by the first user if there is one: in both formats, some incomplete. */
export async function createExports(db: Db): Promise<void> {
  await sql`
    insert into export_log (at, actor_id, ip, request_id, resource, format, columns, query, rows)
    select now() - n * interval '7 hours', u.id, case when n % 4 > 0 then '10.0.0.1'::inet end, format('request-%s', n),
           (array['member', 'visit', 'visit-report'])[1 + n % 3], (array['csv', 'xlsx'])[1 + n % 2],
           (array['{id,name}', '{id}'])[1 + n % 2]::text[],
           jsonb_build_object('search', (array['Alpha', '100% sure', 'O''Neil'])[1 + n % 3]),
           case when n % 5 > 0 then n % 7 end
    from generate_series(1, 24) n, (select min(id) as id from users) u where u.id is not null`.execute(db.kysely);
}
