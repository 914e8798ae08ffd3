import type { auditLogCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { requireEveryHotel } from '../../access/every-hotel.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { readArchivedMonths } from './archived-months.ts';

export const auditLogHandlers = ({ db }: { readonly db: Db }): Handlers<typeof auditLogCalls> => ({
  'GET /api/audit/archive': async ({ actor }) => {
    requireEveryHotel(actor);
    return { data: [...(await readArchivedMonths(db.kysely))] };
  },
});
