import { sql } from 'kysely';
import { findAdministratorGroup, insertRows, type Tx } from '@innkeeper/db';
import { DEMO_MEMBERSHIPS } from './memberships.ts';
import { DEMO_COUNTRIES, DEMO_HOTELS, DEMO_REGIONS, type DemoHotel } from './places.ts';
import { getRequired } from './programme.ts';
import { demoPictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { DEMO_VOUCHERS } from './vouchers.ts';
import { DEMO_ROLE_GROUPS, HEAD_OFFICE, permissionsOf } from './role-groups.ts';
import { type DemoUser, createDemoStaff } from './staff.ts';

interface Timestamps {
  readonly foundedAt: Date;
  /** The time at which former users left. */
  readonly leftAt: Date;
}

type Ids = ReadonlyMap<string, number>;

/** Adds the records that predate the first member: role groups, staff, regions, hotels and memberships. */
export async function addHotelGroup(tx: Tx, passwordHash: string, times: Timestamps): Promise<void> {
  const headOffice = await findAdministratorGroup(tx);
  if (headOffice === undefined) throw new Error('The reference data is missing');
  const [administratorUser, ...otherUsers] = createDemoStaff();
  if (!administratorUser) throw new Error('The demonstration has no administrator');
  const createUserRow = (u: DemoUser, role_group_id: number, by: number | null) => ({
    ...createAuditColumns(by, times.foundedAt),
    name: u.name,
    username: u.username,
    email: u.email,
    password: passwordHash,
    role_group_id,
    is_active: u.is_active,
    version: u.hasLeft ? 2 : 1,
    deleted_at: u.hasLeft ? times.leftAt : null,
    deleted_by_id: u.hasLeft ? by : null,
  });
  const [administrator = 0] = await insertRows(tx, 'users', [createUserRow(administratorUser, headOffice, null)]);
  await sql`select set_config('innkeeper.actor', ${String(administrator)}, true)`.execute(tx);
  await tx.updateTable('role_group').set({ name: HEAD_OFFICE }).where('id', '=', headOffice).execute();
  const auditColumns = createAuditColumns(administrator, times.foundedAt);

  const roleGroups = new Map([[HEAD_OFFICE, headOffice], ...(await addRoleGroups(tx, auditColumns))]);
  const staff = otherUsers.map((u) => createUserRow(u, getRequired(roleGroups, u.roleGroup), administrator));
  const users = mapIds(
    otherUsers.map((u) => u.username),
    await insertRows(tx, 'users', staff),
  );

  const regions = mapIds(
    DEMO_REGIONS.map((r) => r.code),
    await insertRows(
      tx,
      'region',
      DEMO_REGIONS.map((r) => ({ ...auditColumns, ...r })),
    ),
  );
  const countries = await assignCountriesToRegions(tx, regions);
  const hotels = mapIds(
    DEMO_HOTELS.map((h) => h.code),
    await insertRows(
      tx,
      'hotel',
      DEMO_HOTELS.map((h) => ({ ...auditColumns, ...createHotelRow(h, countries) })),
    ),
  );
  const memberships = mapIds(
    DEMO_MEMBERSHIPS.map((m) => m.code),
    await insertRows(
      tx,
      'membership',
      DEMO_MEMBERSHIPS.map(({ restrict_region, price, renewal_price, ...m }) => ({
        ...auditColumns,
        ...m,
        price: String(price),
        renewal_price: String(renewal_price),
        currency_country_id: getRequired(countries, 'ID'),
        restrict_region_id: restrict_region && getRequired(regions, restrict_region),
      })),
    ),
  );
  await addVouchers(tx, auditColumns, memberships, hotels);
  await insertRows(
    tx,
    'integration',
    createIntegrations(hotels).map((row) => ({ ...auditColumns, ...row })),
  );
  await insertRows(
    tx,
    'region_users',
    otherUsers.flatMap((u) => createAssignments(u, users, regions, hotels).map((a) => ({ ...auditColumns, ...a }))),
  );
}

const createAuditColumns = (by: number | null, at: Date) => ({
  created_at: at,
  created_by_id: by,
  updated_at: at,
  updated_by_id: by,
});

const mapIds = (keys: readonly string[], ids: readonly number[]): Map<string, number> =>
  new Map(keys.map((key, i) => [key, ids[i] ?? 0]));

async function addRoleGroups(
  tx: Tx,
  auditColumns: ReturnType<typeof createAuditColumns>,
): Promise<Map<string, number>> {
  const accessTypes = await tx
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option_detail.code'])
    .where('option.slug', '=', 'access-type')
    .execute();
  const accessLevelIds = new Map(accessTypes.map((accessType) => [accessType.code, accessType.id]));
  const rows = DEMO_ROLE_GROUPS.map(({ name, description, level }) => ({
    ...auditColumns,
    name,
    description,
    access_type_id: getRequired(accessLevelIds, level),
  }));
  const groups = mapIds(
    rows.map((r) => r.name),
    await insertRows(tx, 'role_group', rows),
  );

  const permissions = await tx
    .selectFrom('roles')
    .innerJoin('module', 'module.id', 'roles.module_id')
    .select(['roles.id', 'roles.name', 'module.slug'])
    .execute();
  const permissionIds = new Map(permissions.map((c) => [`${c.slug} ${c.name.split('_')[0]}`, c.id]));
  const grantedPermissions = DEMO_ROLE_GROUPS.flatMap((group) =>
    permissionsOf(group).map(([slug, verb]) => ({
      role_group_id: getRequired(groups, group.name),
      roles_id: getRequired(permissionIds, `${slug} ${verb}`),
    })),
  );
  await tx.insertInto('role_group_role').values(grantedPermissions).execute();
  return groups;
}

async function addVouchers(
  tx: Tx,
  auditColumns: ReturnType<typeof createAuditColumns>,
  memberships: Ids,
  hotels: Ids,
): Promise<void> {
  const types = await tx
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option_detail.code'])
    .where('option.slug', '=', 'type-voucher')
    .execute();
  const typeIds = new Map(types.map((voucherType) => [voucherType.code, voucherType.id]));
  await tx
    .insertInto('stored_file')
    .values(demoPictures.map((name) => ({ name })))
    .execute();
  await insertRows(
    tx,
    'voucher',
    DEMO_VOUCHERS.map(({ membership, type, hotel, row }) => ({
      ...auditColumns,
      ...row,
      type_voucher_id: getRequired(typeIds, type),
      membership_id: getRequired(memberships, membership),
      hotel_id: hotel === null ? null : getRequired(hotels, hotel),
    })),
  );
}

/** Integrations of three hotels. The hashes are random digits, so no token matches them. */
function createIntegrations(hotels: Ids) {
  const random = createRandom(7_411);
  return [
    ['JKM', 'Property management system of the front office', true],
    ['NSD', 'Point of sale of all outlets', true],
    ['SGR', 'Previous property management system', false],
  ].map(([code, description, is_active]) => ({
    hotel_id: getRequired(hotels, String(code)),
    name: DEMO_HOTELS.find((h) => h.code === code)?.name ?? '',
    description: String(description),
    access_token: Array.from({ length: 64 }, () => random.integer(0, 15).toString(16)).join(''),
    is_active: is_active === true,
  }));
}

/** Moves the group's countries out of the region World and returns their ids by cca2. */
async function assignCountriesToRegions(tx: Tx, regions: Ids): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { cca2, region, ...columns } of DEMO_COUNTRIES) {
    const updatedCountry = await tx
      .updateTable('country')
      .set({ ...columns, region_id: getRequired(regions, region) })
      .where('cca2', '=', cca2)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(cca2, updatedCountry.id);
  }
  return ids;
}

function createHotelRow(hotel: DemoHotel, countries: Ids) {
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
    country_id: getRequired(countries, cca2),
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

function createAssignments(user: DemoUser, users: Ids, regions: Ids, hotels: Ids) {
  const user_id = getRequired(users, user.username);
  if (user.level === 'group') return [];
  if (user.level === 'region')
    return user.places.map((code) => ({ user_id, region_id: getRequired(regions, code), restrict_hotel_id: null }));
  return user.places.map((code) => {
    const country = DEMO_HOTELS.find((h) => h.code === code)?.cca2;
    const region = DEMO_COUNTRIES.find((c) => c.cca2 === country)?.region ?? '';
    return { user_id, region_id: getRequired(regions, region), restrict_hotel_id: getRequired(hotels, code) };
  });
}
