import {
  ACCESS_LEVEL,
  type ResourceDefinition,
  getColumn,
  getResource,
  resources,
  targetKey,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type Input, type Inputs, dayAhead } from './inputs.ts';
import { createCountry, createHotel, createRegion } from './base-records.ts';

/** A region with its hotels. */
export interface Place {
  readonly region: number;
  readonly countries: readonly number[];
  readonly hotels: readonly number[];
}

/** Creates a region with two countries; the first has all hotels but one. */
export async function createPlace(db: Db, hotelCount: number): Promise<Place> {
  const region = await createRegion(db);
  const countries = [await createCountry(db, region), await createCountry(db, region)] as const;
  const hotels: number[] = [];
  for (let i = 0; i < hotelCount; i += 1) hotels.push(await createHotel(db, countries[i === hotelCount - 1 ? 1 : 0]));
  return { region, countries, hotels };
}

/** A record and its place. */
export interface PlacedRecord {
  readonly id: number;
  readonly hotel: number;
}

/**
 * Creates a record that belongs to one hotel by every path of its scope. For the hotel resource, the record is that
 * hotel.
 */
export async function createAtHotel(
  inputs: Inputs,
  d: ResourceDefinition,
  { hotel, region }: { hotel: number; region: number },
  onCreated: OnCreated = () => undefined,
): Promise<PlacedRecord> {
  if (d.key === 'hotel') return { id: hotel, hotel };
  const { id } = await inputs.create(d, await fieldsForHotel(inputs, d, { hotel, region }, onCreated));
  if (d.key === 'users') {
    const assignment = { user_id: id, region_id: region, restrict_hotel_id: hotel };
    onCreated('region_users', { id: (await inputs.create(resources.region_users, assignment)).id, hotel });
  }
  onCreated(d.key, { id, hotel });
  return { id, hotel };
}

/** Called for every record that is created as a dependency. */
type OnCreated = (key: string, placed: PlacedRecord) => void;

/** The fields that assign a record of a resource to a hotel. */
export async function fieldsForHotel(
  inputs: Inputs,
  d: ResourceDefinition,
  { hotel, region }: { hotel: number; region: number },
  onCreated: OnCreated = () => undefined,
): Promise<Input> {
  const input: Input = {};
  for (const path of d.scope?.region ?? []) input[path] = region;
  // A user who is assigned nowhere else, and whose access level does not cover every hotel.
  if (d.key === 'users')
    input.role_group_id = (
      await inputs.create(resources.role_group, {
        access_type_id: await inputs.findOptionDetail('access-type', ACCESS_LEVEL.property),
      })
    ).id;
  else if (d.scope?.user !== undefined) {
    const { id } = await inputs.create(
      resources.users,
      await fieldsForHotel(inputs, resources.users, { hotel, region }),
    );
    onCreated('users', { id, hotel });
    input[d.scope.user] = id;
  }
  // The card created here ends soon.
  if (d.key === 'member_voucher') input.valid_until_date = dayAhead(0);
  for (const path of d.scope?.hotel ?? []) {
    const [first = '', ...remainingPath] = path.split('.');
    if (remainingPath.length === 0) {
      input[path] = hotel;
      continue;
    }
    // The record belongs to its hotel through another record, which is placed there first.
    const f = getColumn(d, `${first}_id`).definition;
    if (f.kind !== 'reference') continue;
    const [name, target] = f.computed ? findReference(d, `${first}_id`) : [`${first}_id`, targetKey(f)];
    input[name] ??= (await createAtHotel(inputs, getResource(target), { hotel, region }, onCreated)).id;
  }
  return input;
}

/** The field that references the record behind a computed one: a voucher reaches its member through its card. */
function findReference(d: ResourceDefinition, computed: string): readonly [string, string] {
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind === 'reference' && f.required && Object.hasOwn(getResource(f.to).fields, computed)) return [name, f.to];
  }
  throw new Error(`No path leads from a ${d.key} to its ${computed}`);
}
