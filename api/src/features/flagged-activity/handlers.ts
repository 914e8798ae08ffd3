import { resources } from '@innkeeper/contract';
import type { flaggedActivityCalls } from '@innkeeper/contract/calls';
import { type Db, type Tx, lockTimeoutSql } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { assertIndependent } from '../../access/decision-rights.ts';
import { type Handlers, recordResponse } from '../../engine/calls/register.ts';
import { constraintError } from '../../engine/resources/constraint-errors.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { lockLiveRow } from '../../engine/resources/write.ts';

const d = resources.flagged_activity;

/** Flags activity among the records that are new since the last run. After an import these may be very many. */
export const detectFlaggedActivity = (db: Db): Promise<unknown> =>
  runInBackground(db, sql`select detect_flagged_activity()`);

/** Computes the limits of one hotel from its last year, if they are due. */
export const refreshFlaggedActivityLimits = (db: Db): Promise<unknown> =>
  runInBackground(db, sql`select refresh_flagged_activity_limits()`);

/** Runs a statement that may exceed the interactive timeout. */
const runInBackground = ({ kysely }: Db, statement: RawBuilder<unknown>): Promise<unknown> =>
  kysely.transaction().execute(async (tx) => {
    await sql`select ${sql.raw(lockTimeoutSql('background'))}`.execute(tx);
    await statement.execute(tx);
  });

/** Auditors add a note to flagged activity. The database makes the note immutable. */
export const flaggedActivityHandlers = (services: WorkflowServices): Handlers<typeof flaggedActivityCalls> => ({
  'POST /api/flagged_activity/{id}/review': async ({ context, timeZone, path: { id }, body: { note }, version }) => {
    const { tx, actor, now } = context;
    const write = { context, services, d, timeZone };
    const activity = await lockLiveRow(write, id, version);
    if (activity.note === null) await assertIndependent(tx, actor, await readAuthors(tx, id), now);
    await sql`update flagged_activity set note = ${note}, reviewed_by_id = ${actor.userId}, reviewed_at = ${now}
      where id = ${id}`
      .execute(tx)
      .catch((error: unknown) => {
        throw constraintError(d, error) ?? error;
      });
    return recordResponse(write, id);
  },
});

/**
 * The users responsible for an activity: the one who entered the bill or redemption; for an approval both the requester
 * and the decider. A hotel's own system is not a user.
 */
async function readAuthors(tx: Tx, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ author: number }>`
    select distinct p.author from flagged_activity u
    left join visit v on v.id = u.visit_id
    left join voucher_redeem r on r.id = u.voucher_redeem_id
    left join approval a on a.id = u.approval_id
    cross join lateral (values (v.created_by_id), (r.created_by_id), (a.requested_by_id), (a.decided_by_id)) p (author)
    where u.id = ${id} and p.author is not null`.execute(tx);
  return rows.map(({ author }) => author);
}
