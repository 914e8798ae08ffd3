import { resources } from '@innkeeper/contract';
import type { unusualActCalls } from '@innkeeper/contract/calls';
import { type Db, type Tx, patienceSql } from '@innkeeper/db';
import { sql } from 'kysely';
import { requireIndependent } from '../../access/may-decide.ts';
import { type Handlers, recordAnswer } from '../../engine/calls/register.ts';
import { constraintError } from '../../engine/resources/refusals.ts';
import type { FlowServices } from '../../engine/resources/workflow.ts';
import { lockLive } from '../../engine/resources/write.ts';

const d = resources.unusual_act;

/** Enters the unusual acts among those of the last days: a week of them is compared with each other. Millions take longer than a person waits. */
export const findUnusual = ({ kysely }: Db, days: number): Promise<unknown> =>
  kysely.transaction().execute(async (tx) => {
    await sql`select ${sql.raw(patienceSql('background'))}`.execute(tx);
    await sql`select find_unusual(now() - ${days} * interval '1 day')`.execute(tx);
  });

/** Auditors write down what they found out about an unusual act; the database keeps it as it was written. */
export const unusualActHandlers = (services: FlowServices): Handlers<typeof unusualActCalls> => ({
  'POST /api/unusual_act/{id}/look_into': async ({ context, timeZone, path: { id }, body: { note }, version }) => {
    const { tx, actor, now } = context;
    const write = { context, services, d, timeZone };
    const act = await lockLive(write, id, version);
    if (act.note === null) await requireIndependent(tx, actor, await readAuthors(tx, id), now);
    await sql`update unusual_act set note = ${note}, looked_by_id = ${actor.userId}, looked_at = ${now} where id = ${id}`
      .execute(tx)
      .catch((error: unknown) => {
        throw constraintError(d, error) ?? error;
      });
    return recordAnswer(write, id);
  },
});

/** The users whose act it is: of a bill or redemption who entered it, of approvals both. A hotel's own system is none. */
async function readAuthors(tx: Tx, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ author: number }>`
    select distinct p.author from unusual_act u
    left join visit v on v.id = u.visit_id
    left join voucher_redeem r on r.id = u.voucher_redeem_id
    left join approval a on a.id = u.approval_id
    cross join lateral (values (v.created_by_id), (r.created_by_id), (a.asked_by_id), (a.decided_by_id)) p (author)
    where u.id = ${id} and p.author is not null`.execute(tx);
  return rows.map(({ author }) => author);
}
