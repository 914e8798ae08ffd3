import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import { insertRows } from '../seed/insert-rows.ts';
import { findAdministratorGroup } from '../seed/reference.ts';
import { DEMO_MEMBERSHIPS } from './memberships.ts';
import { DEMO_COUNTRIES, DEMO_HOTELS, DEMO_REGIONS, type DemoHotel } from './places.ts';
import { known } from './programme.ts';
import { DEMO_ROLE_GROUPS, HEAD_OFFICE, rightsOf } from './role-groups.ts';
import { type DemoUser, demoStaff } from './staff.ts';

interface Times {
  readonly founded: Date;
  /** When those who have left did so. */
  readonly left: Date;
}

type Ids = ReadonlyMap<string, number>;

/** Adds what stood before the first member came: role groups, staff, regions, hotels and memberships. */
export async function addHotelGroup(tx: Tx, passwordHash: string, times: Times): Promise<void> {
  const headOffice = await findAdministratorGroup(tx);
  if (headOffice === undefined) throw new Error('The reference data is missing');
  const [first, ...others] = demoStaff();
  if (!first) throw new Error('The demonstration has no administrator');
  const userRow = (u: DemoUser, role_group_id: number, by: number | null) => ({
    ...madeBy(by, times.founded),
    name: u.name,
    username: u.username,
    email: u.email,
    password: passwordHash,
    role_group_id,
    is_active: u.is_active,
    deleted_at: u.hasLeft ? times.left : null,
    deleted_by_id: u.hasLeft ? by : null,
  });
  const [administrator = 0] = await insertRows(tx, 'users', [userRow(first, headOffice, null)]);
  await sql`select set_config('innkeeper.actor', ${String(administrator)}, true)`.execute(tx);
  await tx.updateTable('role_group').set({ name: HEAD_OFFICE }).where('id', '=', headOffice).execute();
  const stamp = madeBy(administrator, times.founded);

  const roleGroups = new Map([[HEAD_OFFICE, headOffice], ...(await addRoleGroups(tx, stamp))]);
  const staff = others.map((u) => userRow(u, known(roleGroups, u.roleGroup), administrator));
  const users = zip(
    others.map((u) => u.username),
    await insertRows(tx, 'users', staff),
  );

  const regions = zip(
    DEMO_REGIONS.map((r) => r.code),
    await insertRows(
      tx,
      'region',
      DEMO_REGIONS.map((r) => ({ ...stamp, ...r })),
    ),
  );
  const countries = await moveCountries(tx, regions);
  const hotels = zip(
    DEMO_HOTELS.map((h) => h.code),
    await insertRows(
      tx,
      'hotel',
      DEMO_HOTELS.map((h) => ({ ...stamp, ...hotelRow(h, countries) })),
    ),
  );
  await insertRows(
    tx,
    'membership',
    DEMO_MEMBERSHIPS.map(({ restrict_region, price, renewal_price, ...m }) => ({
      ...stamp,
      ...m,
      price: String(price),
      renewal_price: String(renewal_price),
      restrict_region_id: restrict_region && known(regions, restrict_region),
    })),
  );
  await insertRows(
    tx,
    'region_users',
    others.flatMap((u) => assignments(u, users, regions, hotels).map((a) => ({ ...stamp, ...a }))),
  );
}

const madeBy = (by: number | null, at: Date) => ({
  created_at: at,
  created_by_id: by,
  updated_at: at,
  updated_by_id: by,
});

const zip = (keys: readonly string[], ids: readonly number[]): Map<string, number> =>
  new Map(keys.map((key, i) => [key, ids[i] ?? 0]));

async function addRoleGroups(tx: Tx, stamp: ReturnType<typeof madeBy>): Promise<Map<string, number>> {
  const levels = await tx
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option_detail.code'])
    .where('option.slug', '=', 'access-type')
    .execute();
  const levelIds = new Map(levels.map((l) => [l.code, l.id]));
  const rows = DEMO_ROLE_GROUPS.map(({ name, description, level }) => ({
    ...stamp,
    name,
    description,
    access_type_id: known(levelIds, level),
  }));
  const groups = zip(
    rows.map((r) => r.name),
    await insertRows(tx, 'role_group', rows),
  );

  const codes = await tx
    .selectFrom('roles')
    .innerJoin('module', 'module.id', 'roles.module_id')
    .select(['roles.id', 'roles.name', 'module.slug'])
    .execute();
  const codeIds = new Map(codes.map((c) => [`${c.slug} ${c.name.split('_')[0]}`, c.id]));
  const granted = DEMO_ROLE_GROUPS.flatMap((group) =>
    rightsOf(group).map(([slug, verb]) => ({
      role_group_id: known(groups, group.name),
      roles_id: known(codeIds, `${slug} ${verb}`),
    })),
  );
  await tx.insertInto('role_group_role').values(granted).execute();
  return groups;
}

/** Takes the group's countries out of World, and returns their ids by cca2. */
async function moveCountries(tx: Tx, regions: Ids): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { cca2, region, ...set } of DEMO_COUNTRIES) {
    const moved = await tx
      .updateTable('country')
      .set({ ...set, region_id: known(regions, region) })
      .where('cca2', '=', cca2)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(cca2, moved.id);
  }
  return ids;
}

function hotelRow(hotel: DemoHotel, countries: Ids) {
  const {
    cca2,
    code,
    name,
    time_zone,
    address_1,
    address_2,
    zip: postalCode,
    phone,
    greeting_name,
    greeting_position,
  } = hotel;
  return {
    country_id: known(countries, cca2),
    code,
    name,
    is_active: true,
    time_zone,
    email: `${code.toLowerCase()}@laksmira.test`,
    phone_no: phone,
    fax_no: phone.replace(/.$/, '9'),
    address_1,
    address_2,
    zip: postalCode,
    greeting_name,
    greeting_position,
  };
}

function assignments(user: DemoUser, users: Ids, regions: Ids, hotels: Ids) {
  const user_id = known(users, user.username);
  if (user.level === 'group') return [];
  if (user.level === 'region')
    return user.places.map((code) => ({ user_id, region_id: known(regions, code), restrict_hotel_id: null }));
  return user.places.map((code) => {
    const country = DEMO_HOTELS.find((h) => h.code === code)?.cca2;
    const region = DEMO_COUNTRIES.find((c) => c.cca2 === country)?.region ?? '';
    return { user_id, region_id: known(regions, region), restrict_hotel_id: known(hotels, code) };
  });
}
