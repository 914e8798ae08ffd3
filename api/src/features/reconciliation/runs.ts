import type { ReconciliationResult } from '@innkeeper/contract';
import type { ReconciliationRun } from '@innkeeper/contract/calls';
import { type Db, type Tx, reconcile, sealLog } from '@innkeeper/db';
import { sql } from 'kysely';
import { instantSql, personSql } from '../../access/named-records.ts';

/*
 * A requested reconciliation waits for a process's maintenance, which takes a moment, or minutes with millions of
 * records. If that process is killed, the next one runs it. If two processes run the same one, the first result is
 * stored.
 */

/** Runs waiting reconciliations one after the other. A failed one records its error and is not retried. */
export async function runReconciliations(db: Db): Promise<void> {
  const waitingRuns = await db.read<{ id: number; head: string | null }>(WAITING_RUNS_QUERY);
  for (const { id, head } of waitingRuns) {
    const outcome = await sealAndReconcile(db, head ?? undefined).then(
      (result) => ({ result, error: null }),
      (error: unknown) => ({ result: null, error: error instanceof Error ? error.message : String(error) }),
    );
    const result = outcome.result && JSON.stringify(outcome.result);
    await sql`update reconciliation_run set ended_at = clock_timestamp(), result = ${result}::jsonb,
        error = ${outcome.error}
      where id = ${id} and ended_at is null`.execute(db.kysely);
  }
}

async function sealAndReconcile(db: Db, recordedHead: string | undefined): Promise<ReconciliationResult> {
  await sealLog(db);
  return reconcile(db, { recordedHead });
}

const WAITING_RUNS_QUERY = {
  sql: 'select id, head from reconciliation_run where ended_at is null order by id',
  parameters: [],
};

/** Requests a reconciliation, unless one that checks the same head is already waiting or running. */
export async function requestReconciliation(tx: Tx, actorId: number, head: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation_run'))`.execute(tx);
  await sql`insert into reconciliation_run (actor_id, head) select ${actorId}, ${head}::text
    where not exists (select from reconciliation_run where ended_at is null
        and (${head}::text is null or head is not distinct from ${head}))`.execute(tx);
}

interface RunRow {
  readonly id: number;
  readonly at: string;
  readonly by: ReconciliationRun['by'];
  readonly ended_at: string | null;
  readonly stored_head: string | null;
  readonly result: ReconciliationResult | null;
}

/** The last requested reconciliation; null if there is none. */
export async function readLastReconciliation(db: Db['kysely'] | Tx): Promise<ReconciliationRun | null> {
  const { rows } = await sql<RunRow>`
    select r.id, ${instantSql('r.at')} as at, ${personSql('u')} as by, ${instantSql('r.ended_at')} as ended_at,
      r.head as stored_head, r.result
    from reconciliation_run r join users u on u.id = r.actor_id order by r.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { result, ...run } = row;
  const totalSeconds = result && Object.values(result.seconds).reduce((sum, seconds) => sum + seconds, 0);
  return {
    ...run,
    seconds: totalSeconds && Math.round(totalSeconds * 1000) / 1000,
    differences: result?.differences ?? null,
    // Missing in runs from before the first seal.
    head: result?.head ?? null,
  };
}
