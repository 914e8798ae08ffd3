import { resources } from '@innkeeper/contract';
import type { unusualActCalls } from '@innkeeper/contract/calls';
import { type Db, patienceSql } from '@innkeeper/db';
import { sql } from 'kysely';
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
    await lockLive(write, id, version);
    await sql`update unusual_act set note = ${note}, looked_by_id = ${actor.userId}, looked_at = ${now} where id = ${id}`
      .execute(tx)
      .catch((error: unknown) => {
        throw constraintError(d, error) ?? error;
      });
    return recordAnswer(write, id);
  },
});
