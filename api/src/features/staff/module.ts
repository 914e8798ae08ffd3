import { message, permissionKey, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { administratorGroupsSql, isAdministratorGroup } from '../../access/administrators.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type Use,
  type Values,
  type WriteContext,
  checkEach,
  ofAction,
} from '../../engine/resources/resource-hooks.ts';
import { readLinks, writeLinks } from '../../engine/resources/links.ts';

/** Required modules: without them nobody could undo the mistake. */
const REQUIRED_MODULES = new Set(['MODULE', 'USERS', 'ROLE_GROUP']);
/** Keys that the server checks, even if no module has them. */
const CHECKED_PERMISSIONS = new Set<string>(Object.values(resources).map((d) => d.permission));

const permissionKeyOf = (row: Values): string => permissionKey(String(row.slug));
const keySql = (slug: string): string => `upper(replace(${slug}, '-', '_'))`;

/**
 * Modules. The database creates, renames and deactivates their codes (see create_module_permissions). Administrators
 * get the codes of a new module immediately; otherwise nobody could grant them.
 */
export const module: ResourceHooks = {
  computed: {
    locked_reason: (ref) =>
      `case when ${keySql(ref('slug'))} in (${[...REQUIRED_MODULES].map((key) => `'${key}'`).join(', ')})
          then 'reserved' end`,
  },
  references: { uses: findRoleGroupsUsing },
  check: checkEach(async (context, { action, before, values }) => {
    if (action === 'delete' && before) {
      requireGroupLevel(context, [before]);
      if (REQUIRED_MODULES.has(permissionKeyOf(before)))
        throw apiError('conflict', { errors: { id: [message('module_required')] } });
      return;
    }
    const isChanged = ['is_active', 'slug'].some(
      (name) => values[name] !== undefined && values[name] !== before?.[name],
    );
    if (before && isChanged) requireGroupLevel(context, [before]);
    if (before && REQUIRED_MODULES.has(permissionKeyOf(before))) assertStillUsable(values, before);
    const key = typeof values.slug === 'string' ? permissionKey(values.slug) : undefined;
    if (key !== undefined && (!before || key !== permissionKeyOf(before))) {
      if (await isKeyTaken(context, key, before?.id)) throw validationError({ slug: [message('taken')] });
      if (before) await assertOwnKey(context, key);
    }
    if (action === 'restore') requireGroupLevel(context, [values]);
  }),
  after: async (context, changes) => {
    for (const { id } of ofAction(changes, 'create')) await grantToAdministrators(context, id);
  },
};

/**
 * The role groups with a module's codes, except administrators, who get every code. Required modules are left out, as
 * deleting one is rejected anyway.
 */
async function findRoleGroupsUsing({ tx, actor }: WriteContext, ids: readonly number[]): Promise<Use[]> {
  // A user who may not delete the module learns nothing about its role groups.
  if (actor.accessLevel !== 'group') return [];
  const { rows } = await sql<{ id: number; n: number }>`
    select r.module_id as id, count(distinct g.id) as n
    from module m join roles r on r.module_id = m.id join role_group_role l on l.roles_id = r.id
    join role_group g on g.id = l.role_group_id
    where m.id = any(${ids}::bigint[]) and upper(replace(m.slug, '-', '_')) <> all(${[...REQUIRED_MODULES]}::text[])
      and g.deleted_at is null and g.id not in (${administratorGroupsSql()})
    group by r.module_id order by r.module_id`.execute(tx);
  return rows.map((row) => ({ ...row, from: resources.role_group }));
}

/** Only users of group level may grant effective codes to everybody's role groups, or revoke them. */
function requireGroupLevel({ actor }: WriteContext, rows: readonly Values[]): void {
  if (actor.accessLevel !== 'group' && rows.some((row) => CHECKED_PERMISSIONS.has(permissionKeyOf(row))))
    throw apiError('forbidden', { errors: { id: [message('beyond_own_rights')] } });
}

function assertStillUsable(values: Values, before: Row): void {
  if (values.is_active === false) throw validationError({ is_active: [message('module_required')] });
  if (typeof values.slug === 'string' && permissionKey(values.slug) !== permissionKeyOf(before))
    throw validationError({ slug: [message('reserved')] });
}

/** `role-group` and `role_group` would produce the same codes. A lock serializes the naming of modules. */
async function isKeyTaken(
  { tx, isDryRun, acceptedRows }: WriteContext,
  key: string,
  exceptId: number | undefined,
): Promise<boolean> {
  if (!isDryRun) await sql`select pg_advisory_xact_lock(hashtext('innkeeper.module'))`.execute(tx);
  const { rows } = await sql`select from module where upper(replace(slug, '-', '_')) = ${key}
    and deleted_at is null and id is distinct from ${exceptId ?? null}::bigint`.execute(tx);
  const acceptedKey = `module ${key}`;
  if (rows.length > 0 || acceptedRows?.has(acceptedKey)) return true;
  acceptedRows?.set(acceptedKey, []);
  return false;
}

/** A new slug changes the codes of everyone who has them. Only administrators may grant codes that have an effect. */
async function assertOwnKey({ tx, actor }: WriteContext, key: string): Promise<void> {
  if (!CHECKED_PERMISSIONS.has(key)) return;
  const user = await tx
    .selectFrom('users')
    .select('role_group_id')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (!(await isAdministratorGroup(tx, user.role_group_id)))
    throw apiError('forbidden', { errors: { slug: [message('beyond_own_rights')] } });
}

async function grantToAdministrators(context: WriteContext, moduleId: number): Promise<void> {
  const { tx } = context;
  const { rows: roles } = await sql<{ id: number }>`select id from roles where module_id = ${moduleId}`.execute(tx);
  const { rows: groups } = await sql<{
    id: number;
  }>`select g.id from role_group g where g.id in (${administratorGroupsSql()}) order by g.id for update`.execute(tx);
  for (const { id } of groups) {
    const before = await readLinks(context, resources.role_group, id);
    const rolesId = [...(before.rolesId ?? []), ...roles.map((role) => role.id)];
    await writeLinks(context, resources.role_group, id, { rolesId }, before);
  }
}
