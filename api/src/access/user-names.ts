import { message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../platform/http/api-error.ts';

/** The set of rows of a write, with the names that its accepted rows would have. */
interface NameCheck {
  readonly tx: Tx;
  readonly isDryRun?: boolean;
  readonly acceptedRows?: Map<string, Readonly<Record<string, unknown>>[]>;
}

/**
 * Rejects a name that looks like that of another user who is not deleted, because history, approvals and the audit log
 * show names. Compares by `name_skeleton`. Concurrent requests for the same name are serialized. Throws a 422 at
 * `name`. See docs/decisions/0083-reject-user-names-that-look-like-anothers.md.
 */
export async function assertNameUnused(
  { tx, isDryRun, acceptedRows }: NameCheck,
  name: string,
  exceptUserId: number | null,
): Promise<void> {
  const { rows } = await sql<{ skeleton: string; is_used: boolean }>`
    select s.skeleton, exists (
      select from users u where name_skeleton(u.name) = s.skeleton and u.deleted_at is null
        and u.id is distinct from ${exceptUserId}::bigint) as is_used
    from (select name_skeleton(${name}) as skeleton${isDryRun ? sql`` : sql`, pg_advisory_xact_lock(hashtext('user name'), hashtext(name_skeleton(${name})))`}) s`.execute(
    tx,
  );
  const { skeleton = '', is_used = false } = rows[0] ?? {};
  const key = `name ${skeleton}`;
  if (is_used || acceptedRows?.has(key)) throw validationError({ name: [message('user_name_used')] });
  acceptedRows?.set(key, []);
}
