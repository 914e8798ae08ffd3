import { message, permissionKey, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { administratorGroups, isAdministratorGroup } from '../../access/administrators.ts';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Behaviour, Row, Use, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import { readLinks, writeLinks } from '../../engine/resources/links.ts';

/** Without these nobody could undo the mistake. */
const NEEDED = new Set(['MODULE', 'USERS', 'ROLE_GROUP']);
/** Keys that the program asks for, even if no module has them. */
const ASKED_FOR = new Set<string>(Object.values(resources).map((d) => d.permission));

const keyOf = (row: Row): string => permissionKey(String(row.slug));
const keySql = (slug: string): string => `upper(replace(${slug}, '-', '_'))`;

/**
 * Modules. The database makes, renames and rests their codes (see yield_roles). The administrators hold the codes of a new
 * module at once: or there would be nobody to give them.
 */
export const module: Behaviour = {
  computed: {
    stays_because: (ref) =>
      `case when ${keySql(ref('slug'))} in (${[...NEEDED].map((key) => `'${key}'`).join(', ')}) then 'reserved' end`,
  },
  beforeWrite: async (context, values, before) => {
    const isOther = ['is_active', 'slug'].some((name) => values[name] !== undefined && values[name] !== before?.[name]);
    if (before && isOther) requireGroupLevel(context, [before]);
    if (before && NEEDED.has(keyOf(before))) refuseLoss(values, before);
    const key = typeof values.slug === 'string' ? permissionKey(values.slug) : undefined;
    if (key !== undefined && (!before || key !== keyOf(before))) {
      if (await isTaken(context, key, before?.id)) throw invalid({ slug: [message('taken')] });
      if (before) await refuseForeignKey(context, key);
    }
    return values;
  },
  afterWrite: async (context, id, before) => {
    if (!before) await giveToAdministrators(context, id);
  },
  uses: holders,
  beforeDelete: async (context, rows) => {
    requireGroupLevel(context, rows);
    if (rows.some((row) => NEEDED.has(keyOf(row))))
      throw fail('conflict', { errors: { id: [message('module_needed')] } });
  },
  afterRestore: async (context, rows) => {
    requireGroupLevel(context, rows);
    for (const row of rows) {
      if (await isTaken(context, keyOf(row), row.id)) throw fail('conflict', { errors: { slug: [message('taken')] } });
    }
  },
};

/**
 * The role groups that hold a module's codes. The administrators' are left out: they are given the codes of every module. A
 * needed module is refused for another reason.
 */
async function holders({ tx, actor }: WriteContext, ids: readonly number[]): Promise<Use[]> {
  // A user who may not delete it learns nothing of its holders.
  if (actor.accessLevel !== 'group') return [];
  const { rows } = await sql<{ id: number; n: number }>`
    select r.module_id as id, count(distinct g.id) as n
    from module m join roles r on r.module_id = m.id join role_group_role l on l.roles_id = r.id join role_group g on g.id = l.role_group_id
    where m.id = any(${ids}::bigint[]) and upper(replace(m.slug, '-', '_')) <> all(${[...NEEDED]}::text[]) and g.deleted_at is null and g.id not in (${administratorGroups()})
    group by r.module_id order by r.module_id`.execute(tx);
  return rows.map((row) => ({ ...row, from: resources.role_group }));
}

/** Codes that open something are given to everybody's role groups, and taken from them, at group level alone. */
function requireGroupLevel({ actor }: WriteContext, rows: readonly Row[]): void {
  if (actor.accessLevel !== 'group' && rows.some((row) => ASKED_FOR.has(keyOf(row))))
    throw fail('forbidden', { errors: { id: [message('not_within_own_rights')] } });
}

function refuseLoss(values: Values, before: Row): void {
  if (values.is_active === false) throw invalid({ is_active: [message('module_needed')] });
  if (typeof values.slug === 'string' && permissionKey(values.slug) !== keyOf(before))
    throw invalid({ slug: [message('reserved')] });
}

/** `role-group` and `role_group` would yield the same codes. One module is named at a time. */
async function isTaken({ tx, check }: WriteContext, key: string, except: number | undefined): Promise<boolean> {
  if (!check) await sql`select pg_advisory_xact_lock(hashtext('innkeeper.module'))`.execute(tx);
  const { rows } = await sql`select from module where upper(replace(slug, '-', '_')) = ${key}
    and deleted_at is null and id is distinct from ${except ?? null}::bigint`.execute(tx);
  return rows.length > 0;
}

/** With another slug all who hold the module's codes hold other ones; codes that open something are given by administrators. */
async function refuseForeignKey({ tx, actor }: WriteContext, key: string): Promise<void> {
  if (!ASKED_FOR.has(key)) return;
  const own = await tx
    .selectFrom('users')
    .select('role_group_id')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (!(await isAdministratorGroup(tx, own.role_group_id)))
    throw fail('forbidden', { errors: { slug: [message('not_within_own_rights')] } });
}

async function giveToAdministrators(context: WriteContext, moduleId: number): Promise<void> {
  const { tx } = context;
  const { rows: roles } = await sql<{ id: number }>`select id from roles where module_id = ${moduleId}`.execute(tx);
  const { rows: groups } = await sql<{
    id: number;
  }>`select g.id from role_group g where g.id in (${administratorGroups()}) order by g.id for update`.execute(tx);
  for (const { id } of groups) {
    const before = await readLinks(context, resources.role_group, id);
    const rolesId = [...(before.rolesId ?? []), ...roles.map((role) => role.id)];
    await writeLinks(context, resources.role_group, id, { rolesId }, before);
  }
}
