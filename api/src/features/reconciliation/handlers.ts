import type { reconciliationCalls } from '@innkeeper/contract/calls';
import { type Db, readLogHead } from '@innkeeper/db';
import { requireEveryHotel } from '../../access/every-hotel.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { requestReconciliation, readLastReconciliation } from './runs.ts';

export const reconciliationHandlers = ({ db }: { readonly db: Db }): Handlers<typeof reconciliationCalls> => ({
  'GET /api/audit/run': async ({ actor }) => {
    requireEveryHotel(actor);
    return { data: await readLastReconciliation(db.kysely) };
  },

  'GET /api/audit/head': async ({ actor }) => {
    requireEveryHotel(actor);
    return { data: await readLogHead(db) };
  },

  'POST /api/audit/run': async ({ actor, context: { tx }, body: { head } }) => {
    requireEveryHotel(actor);
    await requestReconciliation(tx, actor.userId, head);
    return { data: await readLastReconciliation(tx) };
  },
});
