import { message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { invalid } from '../platform/http/fail.ts';

/** A write, or a check of writes with the names that earlier ones would have given. */
interface Naming {
  readonly tx: Tx;
  readonly check?: Map<string, Readonly<Record<string, unknown>>[]>;
}

/**
 * Refuses a name that looks like the one of another user who is not deleted: history, approvals and audit show it. Names are compared by
 * `name_skeleton`. Two who take one name at the same moment wait for each other. Throws a 422 at `name`.
 * See docs/decisions/0083-names-of-users.md.
 */
export async function refuseUsedName({ tx, check }: Naming, name: string, except: number | null): Promise<void> {
  const { rows } = await sql<{ skeleton: string; is_used: boolean }>`
    select s.skeleton, exists (
      select from users u where name_skeleton(u.name) = s.skeleton and u.deleted_at is null and u.id is distinct from ${except}::bigint) as is_used
    from (select name_skeleton(${name}) as skeleton${check ? sql`` : sql`, pg_advisory_xact_lock(hashtext('user name'), hashtext(name_skeleton(${name})))`}) s`.execute(
    tx,
  );
  const { skeleton = '', is_used = false } = rows[0] ?? {};
  const key = `name ${skeleton}`;
  if (is_used || check?.has(key)) throw invalid({ name: [message('user_name_used')] });
  check?.set(key, []);
}
