import type { auditCalls } from '@innkeeper/contract/calls';
import { type Db, readLogHead } from '@innkeeper/db';
import type { Actor } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { fail } from '../../platform/http/fail.ts';
import { askForAudit, readLastAudit } from './runs.ts';

/** The audit goes over every hotel, and names records of each. */
function requireEveryHotel({ accessLevel, hotels }: Actor): void {
  if (accessLevel === null || hotels !== null) throw fail('forbidden');
}

export const auditHandlers = ({ db }: { readonly db: Db }): Handlers<typeof auditCalls> => ({
  'GET /api/audit/run': async ({ actor }) => {
    requireEveryHotel(actor);
    return { data: await readLastAudit(db.kysely) };
  },

  'GET /api/audit/head': async ({ actor }) => {
    requireEveryHotel(actor);
    return { data: await readLogHead(db) };
  },

  'POST /api/audit/run': async ({ actor, context: { tx }, body: { head } }) => {
    requireEveryHotel(actor);
    await askForAudit(tx, actor.userId, head);
    return { data: await readLastAudit(tx) };
  },
});
