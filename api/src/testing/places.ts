import {
  ACCESS_LEVEL,
  type ResourceDefinition,
  getColumn,
  getResource,
  resources,
  targetKey,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type Input, type Inputs, soon } from './inputs.ts';
import { createCountry, createHotel, createRegion } from './world.ts';

/** A region with its countries' hotels. */
export interface Place {
  readonly region: number;
  readonly countries: readonly number[];
  readonly hotels: readonly number[];
}

/** A region with two countries, of which the first has all hotels but one. */
export async function createPlace(db: Db, hotelCount: number): Promise<Place> {
  const region = await createRegion(db);
  const countries = [await createCountry(db, region), await createCountry(db, region)] as const;
  const hotels: number[] = [];
  for (let i = 0; i < hotelCount; i += 1) hotels.push(await createHotel(db, countries[i === hotelCount - 1 ? 1 : 0]));
  return { region, countries, hotels };
}

/** A record, and its place. */
export interface Placed {
  readonly id: number;
  readonly hotel: number;
}

/** A new record that belongs to one hotel by every path of its scope; where the resource is the hotel, that hotel. */
export async function placeAt(
  inputs: Inputs,
  d: ResourceDefinition,
  { hotel, region }: { hotel: number; region: number },
  tell: Tell = () => undefined,
): Promise<Placed> {
  if (d.key === 'hotel') return { id: hotel, hotel };
  const { id } = await inputs.create(d, await placing(inputs, d, { hotel, region }, tell));
  if (d.key === 'users') {
    const place = { user_id: id, region_id: region, restrict_hotel_id: hotel };
    tell('region_users', { id: (await inputs.create(resources.region_users, place)).id, hotel });
  }
  tell(d.key, { id, hotel });
  return { id, hotel };
}

/** Hears of every record that comes into being on the way. */
type Tell = (key: string, placed: Placed) => void;

/** The fields that put a record of a resource into a hotel. */
export async function placing(
  inputs: Inputs,
  d: ResourceDefinition,
  { hotel, region }: { hotel: number; region: number },
  tell: Tell = () => undefined,
): Promise<Input> {
  const input: Input = {};
  for (const path of d.scope?.region ?? []) input[path] = region;
  // Somebody who is assigned nowhere else, and does not see every hotel by their level.
  if (d.key === 'users')
    input.role_group_id = (
      await inputs.create(resources.role_group, {
        access_type_id: await inputs.detail('access-type', ACCESS_LEVEL.property),
      })
    ).id;
  else if (d.scope?.user !== undefined) {
    const { id } = await inputs.create(resources.users, await placing(inputs, resources.users, { hotel, region }));
    tell('users', { id, hotel });
    input[d.scope.user] = id;
  }
  // Its card, which is made here, ends soon.
  if (d.key === 'member_voucher') input.valid_until_date = soon(0);
  for (const path of d.scope?.hotel ?? []) {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) {
      input[path] = hotel;
      continue;
    }
    // The record belongs to its hotel through another one, which is placed there first.
    const f = getColumn(d, `${first}_id`).definition;
    if (f.kind !== 'reference') continue;
    const [name, target] = f.computed ? carrierOf(d, `${first}_id`) : [`${first}_id`, targetKey(f)];
    input[name] ??= (await placeAt(inputs, getResource(target), { hotel, region }, tell)).id;
  }
  return input;
}

/** The field that leads to a record which this one does not name itself: a voucher to its member by its card. */
function carrierOf(d: ResourceDefinition, computed: string): readonly [string, string] {
  for (const [name, f] of Object.entries(d.fields)) {
    if (f.kind === 'reference' && f.required && Object.hasOwn(getResource(f.to).fields, computed)) return [name, f.to];
  }
  throw new Error(`Nothing leads a ${d.key} to its ${computed}`);
}
