import { resources } from '@innkeeper/contract';
import type { dashboardCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { checkStamp } from '../../access/stamp.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { fail } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { toDashboard } from './figures.ts';
import { type Kept, keptSql } from './kept.ts';
import { monthsOf } from './question.ts';

interface Services {
  readonly db: Db;
  readonly inHeavySlot: InHeavySlot;
}

/**
 * The figures of the hotels in sight, each with the rows that it counts. A hotel out of sight is a 404; a region shows those of its
 * hotels that are in sight.
 */
export const dashboardHandlers = ({ db, inHeavySlot }: Services): Handlers<typeof dashboardCalls> => ({
  'GET /api/dashboard': {
    stamped: async ({ actor, now, query }) => {
      const question = { hotelId: query.hotel_id, regionId: query.region_id, ...monthsOf(query) };
      const [kept] = await inHeavySlot(() =>
        db.read<Record<string, unknown> & Kept>(keptSql(actor, question, now).compile(db.kysely)),
      );
      checkStamp(actor, kept?.stamp ?? null);
      if (!kept || (question.hotelId !== null && kept.hotels.length === 0))
        throw fail('record_not_found', { params: { label: resources.hotel.label, id: question.hotelId ?? 0 } });
      const isAll = actor.hotels === null && question.hotelId === null && question.regionId === null;
      return { data: toDashboard(kept, isAll) };
    },
  },
});
