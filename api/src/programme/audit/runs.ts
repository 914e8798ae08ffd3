import type { AuditResult } from '@innkeeper/contract';
import type { AuditRun } from '@innkeeper/contract/calls';
import { type Db, type Tx, audit, sealLog } from '@innkeeper/db';
import { sql } from 'kysely';
import { personSql } from '../../access/named.ts';

/*
 * An audit that somebody asks for waits until the upkeep of a process does it, which takes a moment, or minutes with millions of
 * records. A process that is killed leaves it waiting for the next. Two processes may do the same one: the first one's findings are kept.
 */

/** Does the audits that wait, one after the other. One that cannot be done says so, and waits no longer. */
export async function runAudits(db: Db): Promise<void> {
  const waiting = await db.read<{ id: number; head: string | null }>(WAITING);
  for (const { id, head } of waiting) {
    const found = await sealAndAudit(db, head ?? undefined).then(
      (result) => ({ result, error: null }),
      (error: unknown) => ({ result: null, error: error instanceof Error ? error.message : String(error) }),
    );
    const result = found.result && JSON.stringify(found.result);
    await sql`update audit_run set ended_at = clock_timestamp(), result = ${result}::jsonb, error = ${found.error}
      where id = ${id} and ended_at is null`.execute(db.kysely);
  }
}

async function sealAndAudit(db: Db, keptHead: string | undefined): Promise<AuditResult> {
  await sealLog(db);
  return audit(db, { keptHead });
}

const instantSql = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

const WAITING = { sql: 'select id, head from audit_run where ended_at is null order by id', parameters: [] };

/** Asks for an audit, unless one waits or runs already that looks for the same head. */
export async function askForAudit(tx: Tx, actorId: number, head: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('audit_run'))`.execute(tx);
  await sql`insert into audit_run (actor_id, head) select ${actorId}, ${head}::text
    where not exists (select from audit_run where ended_at is null and (${head}::text is null or head is not distinct from ${head}))`.execute(
    tx,
  );
}

interface Row {
  readonly id: number;
  readonly at: string;
  readonly by: AuditRun['by'];
  readonly ended_at: string | null;
  readonly kept_head: string | null;
  readonly result: AuditResult | null;
}

/** The audit that was asked for last; null before the first. */
export async function readLastAudit(db: Db['kysely'] | Tx): Promise<AuditRun | null> {
  const { rows } = await sql<Row>`
    select r.id, ${instantSql('r.at')} as at, ${personSql('u')} as by, ${instantSql('r.ended_at')} as ended_at, r.head as kept_head, r.result
    from audit_run r join users u on u.id = r.actor_id order by r.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { result, ...run } = row;
  const took = result && Object.values(result.seconds).reduce((sum, each) => sum + each, 0);
  return {
    ...run,
    seconds: took && Math.round(took * 1000) / 1000,
    differences: result?.differences ?? null,
    // Audits from before the first seal have none.
    head: result?.head ?? null,
  };
}
