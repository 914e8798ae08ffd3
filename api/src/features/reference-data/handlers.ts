import { type ResourceDefinition, permission, resources } from '@innkeeper/contract';
import type { ReferenceData, referenceDataCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { Actor } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { readList } from '../../engine/resources/list.ts';
import { parseListQuery } from '../../engine/resources/list-query.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
}

type OptionRow = ReferenceData['options'][number];
type RegionRow = ReferenceData['regions'][number];
type HotelRow = Required<ReferenceData['hotels'][number]>;

/** The lists that every user may read, reduced to what the console shows on all pages. */
export const referenceDataHandlers = (services: Services): Handlers<typeof referenceDataCalls> => ({
  'GET /api/reference_data': async ({ actor, now }) => {
    const [options, regions, hotels] = await Promise.all([
      readAll<OptionRow>(services, actor, resources.option, now),
      readAll<RegionRow>(services, actor, resources.region, now),
      readAll<HotelRow>(services, actor, resources.hotel, now),
    ]);
    const canViewHotels = actor.roles.has(permission('VIEW', resources.hotel.permission));
    return {
      data: {
        options: options.map(({ slug, option_detail }) => ({ slug, option_detail })),
        regions: regions.map(({ id, code, name }) => ({ id, code, name })),
        hotels: hotels.map(({ id, code, name, country_id, is_active }) => ({
          id,
          code,
          name,
          ...(canViewHotels && { country_id, is_active }),
        })),
      },
    };
  },
});

/** All records of a list that the user can see, in its default order. */
async function readAll<Row>(
  { db, hooksByResource }: Services,
  actor: Actor,
  d: ResourceDefinition,
  now: Date,
): Promise<readonly Row[]> {
  const query = { ...parseListQuery(d, {}), perPage: null };
  const { data } = await readList(db, hooksByResource, actor, d, query, { now, timeZone: 'UTC' });
  return JSON.parse(data) as Row[]; // the list's own rows, whose fields the definition describes
}
