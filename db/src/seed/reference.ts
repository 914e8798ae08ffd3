import { ACCESS_LEVEL, WORLD_REGION } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import { worldCountries } from './countries.ts';
import { insertRows } from './insert-rows.ts';
import { addMails } from './mails.ts';
import { RESERVED_MODULES } from './modules.ts';
import { INPUT_TYPES, RESERVED_OPTIONS } from './options.ts';
import { addReports } from './reports.ts';
import { seedExclusively } from './seed-lock.ts';

/**
 * Adds the reference data of every database: countries, reserved options, input types, modules with their codes, a role
 * group with all of them, reports with their columns, and a template for each mail. Runs at every start and only adds
 * records that never existed: it does not touch those that staff renamed, moved or deleted.
 */
export async function seedReference(db: Db): Promise<void> {
  await seedExclusively(db, async (tx) => {
    await addCountries(tx);
    await addOptions(tx);
    await addInputTypes(tx);
    await addPermissions(tx);
    await addReports(tx);
    await addMails(tx);
  });
}

async function addCountries(tx: Tx): Promise<void> {
  const existing = await tx.selectFrom('country').select('cca2').execute();
  const knownCodes = new Set(existing.map((c) => c.cca2));
  const missing = worldCountries().filter((c) => !knownCodes.has(c.cca2));
  if (missing.length === 0) return;
  const region_id = await ensureDefaultRegion(tx);
  await insertRows(
    tx,
    'country',
    missing.map((c) => ({ ...c, region_id })),
  );
}

async function ensureDefaultRegion(tx: Tx): Promise<number> {
  const existing = await tx
    .selectFrom('region')
    .select('id')
    .where('code', '=', WORLD_REGION)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (existing) return existing.id;
  const created = await tx
    .insertInto('region')
    .values({ code: WORLD_REGION, name: 'World' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}

async function addOptions(tx: Tx): Promise<void> {
  const options = await tx.selectFrom('option').select('slug').execute();
  const knownSlugs = new Set(options.map((o) => o.slug));
  await insertRows(
    tx,
    'option',
    RESERVED_OPTIONS.filter((o) => !knownSlugs.has(o.slug)).map(({ slug, name, description }) => ({
      slug,
      name,
      description,
      is_active: true,
      is_reserved: true,
    })),
  );
  const reserved = await tx
    .selectFrom('option')
    .select(['id', 'slug'])
    .where('is_reserved', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = new Map(reserved.map((o) => [o.slug, o.id]));
  const details = await tx.selectFrom('option_detail').select(['option_id', 'code']).execute();
  const knownDetails = new Set(details.map((d) => `${d.option_id} ${d.code}`));
  const rows = RESERVED_OPTIONS.flatMap((o) => {
    const option_id = ids.get(o.slug);
    return option_id === undefined
      ? []
      : o.details.map(([code, name, value = null]) => ({ option_id, name, code, value }));
  });
  await insertRows(
    tx,
    'option_detail',
    rows.filter((d) => !knownDetails.has(`${d.option_id} ${d.code}`)),
  );
}

async function addInputTypes(tx: Tx): Promise<void> {
  const existing = await tx.selectFrom('type_input').select('code').execute();
  const knownCodes = new Set(existing.map((t) => t.code));
  await insertRows(
    tx,
    'type_input',
    INPUT_TYPES.filter(([code]) => !knownCodes.has(code)).map(([code, name]) => ({ code, name })),
  );
}

async function addPermissions(tx: Tx): Promise<void> {
  const addedIds = await addModules(tx);
  const administratorGroupId = await findAdministratorGroup(tx);
  // Codes that staff revoked from the administrators stay revoked: existing groups get only new codes, a new group gets
  // all.
  if (administratorGroupId === undefined)
    await grantModules(tx, await addAdministratorGroup(tx), await findReservedModuleIds(tx));
  else await grantModules(tx, administratorGroupId, addedIds);
}

/** Returns the ids of the modules that were added. */
async function addModules(tx: Tx): Promise<number[]> {
  const existing = await tx.selectFrom('module').select('slug').execute();
  const knownSlugs = new Set(existing.map((m) => m.slug));
  const addedIds: number[] = [];
  for (const group of RESERVED_MODULES) {
    const missing = group.modules.filter(([slug]) => !knownSlugs.has(slug));
    if (missing.length === 0) continue;
    const group_id = await ensureModuleGroup(tx, group.name, group.icon);
    addedIds.push(
      ...(await insertRows(
        tx,
        'module',
        missing.map(([slug, name]) => ({ group_id, slug, name, is_active: true })),
      )),
    );
  }
  return addedIds;
}

async function ensureModuleGroup(tx: Tx, name: string, icon: string): Promise<number> {
  const existing = await tx
    .selectFrom('module_group')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (existing) return existing.id;
  const created = await tx.insertInto('module_group').values({ name, icon }).returning('id').executeTakeFirstOrThrow();
  return created.id;
}

async function findReservedModuleIds(tx: Tx): Promise<number[]> {
  const slugs = RESERVED_MODULES.flatMap((g) => g.modules.map(([slug]) => slug));
  const rows = await tx.selectFrom('module').select('id').where('slug', 'in', slugs).execute();
  return rows.map((m) => m.id);
}

/** The oldest role group with access level `group` whose users may edit users and role groups. */
export async function findAdministratorGroup(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select g.id
    from role_group g
    join option_detail level on level.id = g.access_type_id and level.code = ${ACCESS_LEVEL.group}
    where g.deleted_at is null and 2 = (
      select count(*) from role_group_role gr join roles r on r.id = gr.roles_id
      where gr.role_group_id = g.id and r.name in ('UPDATE_USERS', 'UPDATE_ROLE_GROUP')
    )
    order by g.id limit 1`.execute(tx);
  return rows[0]?.id;
}

async function addAdministratorGroup(tx: Tx): Promise<number> {
  const accessLevel = await tx
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select('option_detail.id')
    .where('option.slug', '=', 'access-type')
    .where('option_detail.code', '=', ACCESS_LEVEL.group)
    .executeTakeFirstOrThrow();
  const created = await tx
    .insertInto('role_group')
    .values({ name: 'Administrator', description: 'All rights in all hotels', access_type_id: accessLevel.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}

async function grantModules(tx: Tx, groupId: number, moduleIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('role_group_role')
    .columns(['role_group_id', 'roles_id'])
    .expression((eb) =>
      eb
        .selectFrom('roles')
        .select((s) => [s.val(groupId).as('role_group_id'), 'roles.id'])
        .where('roles.module_id', '=', eb.fn.any(eb.val(moduleIds))),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}
