import { resources } from '@innkeeper/contract';
import type { dashboardCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { assertPermissionsVersion } from '../../access/permissions-version.ts';
import type { Actor } from '../../access/actor.ts';
import { createResponseCache, toMinute } from '../../engine/calls/response-cache.ts';
import { type Handlers, JsonText } from '../../engine/calls/register.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { toDashboard } from './metrics.ts';
import { type DashboardRollups, rollupsSql } from './rollups.ts';
import { type DashboardQuery, coversEveryHotel, resolveMonths } from './dashboard-query.ts';

interface Services {
  readonly db: Db;
  readonly runExpensive: RunExpensive;
}

/**
 * Metrics of the visible hotels, each with the rows that it counts. A hotel that is not visible is a 404; a region
 * covers only its visible hotels.
 */
export function dashboardHandlers({ db, runExpensive }: Services): Handlers<typeof dashboardCalls> {
  const responseCache = createResponseCache(db);

  async function readDashboard(actor: Actor, query: DashboardQuery, now: Date) {
    const [rollups] = await runExpensive(() =>
      db.read<Record<string, unknown> & DashboardRollups>(rollupsSql(actor, query, now).compile(db.kysely)),
    );
    assertPermissionsVersion(actor, rollups?.permissions_version ?? null);
    if (!rollups || (query.hotelId !== null && rollups.hotels.length === 0))
      throw apiError('record_not_found', { params: { label: resources.hotel.label, id: query.hotelId ?? 0 } });
    const data = toDashboard(rollups, coversEveryHotel(actor, query));
    return { text: JSON.stringify({ data }), snapshot: rollups.snapshot };
  }

  return {
    'GET /api/dashboard': {
      versionChecked: async ({ actor, now: exactNow, query: { hotel_id, region_id, ...months } }) => {
        const now = toMinute(exactNow);
        const query = { hotelId: hotel_id, regionId: region_id, ...resolveMonths(months) };
        const key = [actor.accessLevel === null, actor.hotels, query, now];
        return new JsonText(await responseCache({ actor, now: exactNow, key }, () => readDashboard(actor, query, now)));
      },
    },
  };
}
