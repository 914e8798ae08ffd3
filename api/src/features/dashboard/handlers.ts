import { resources } from '@innkeeper/contract';
import type { dashboardCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { assertPermissionsVersion } from '../../access/permissions-version.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { toDashboard } from './metrics.ts';
import { type DashboardRollups, rollupsSql } from './rollups.ts';
import { coversEveryHotel, resolveMonths } from './dashboard-query.ts';

interface Services {
  readonly db: Db;
  readonly runExpensive: RunExpensive;
}

/**
 * Metrics of the visible hotels, each with the rows that it counts. A hotel that is not visible is a 404; a region
 * covers only its visible hotels.
 */
export const dashboardHandlers = ({ db, runExpensive }: Services): Handlers<typeof dashboardCalls> => ({
  'GET /api/dashboard': {
    versionChecked: async ({ actor, now, query }) => {
      const dashboardQuery = { hotelId: query.hotel_id, regionId: query.region_id, ...resolveMonths(query) };
      const [rollups] = await runExpensive(() =>
        db.read<Record<string, unknown> & DashboardRollups>(rollupsSql(actor, dashboardQuery, now).compile(db.kysely)),
      );
      assertPermissionsVersion(actor, rollups?.permissions_version ?? null);
      if (!rollups || (dashboardQuery.hotelId !== null && rollups.hotels.length === 0))
        throw apiError('record_not_found', {
          params: { label: resources.hotel.label, id: dashboardQuery.hotelId ?? 0 },
        });
      return { data: toDashboard(rollups, coversEveryHotel(actor, dashboardQuery)) };
    },
  },
});
