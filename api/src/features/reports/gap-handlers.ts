import type { reportGapCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { Handlers } from '../../engine/calls/register.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { type HotelMetrics, endedMonths, findHotelGaps, hotelMetricsSql } from './hotel-gaps.ts';

interface Services {
  readonly db: Db;
  readonly runExpensive: RunExpensive;
}

/** Where each visible hotel is behind, from one query over all of them. */
export const reportGapHandlers = ({ db, runExpensive }: Services): Handlers<typeof reportGapCalls> => ({
  'GET /api/report/overview/gaps': async ({ actor, now, query }) => {
    const { from, to } = endedMonths(query.year ?? now.getUTCFullYear(), now);
    if (to === null) return { data: { from, to, hotels: [] } };
    const hotels = await runExpensive(() =>
      db.read<Record<string, unknown> & HotelMetrics>(hotelMetricsSql(actor, { from, to }, now).compile(db.kysely)),
    );
    return { data: { from, to, hotels: findHotelGaps(hotels) } };
  },
});
