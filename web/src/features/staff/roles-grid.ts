import { type Language, VERBS, type Verb, findModuleLabel, hasEffect } from '@innkeeper/contract';
import { nestedAt, valueAt } from '../../engine/data/record.ts';

/** One permission, as returned by `GET /api/roles`. */
export interface Role {
  readonly id: number;
  /** `VIEW_MEMBER`. */
  readonly code: string;
}

/** The permissions of one module. */
export interface ModuleRow {
  readonly id: number;
  readonly name: string;
  readonly roles: Readonly<Partial<Record<Verb, Role>>>;
}

export interface ModuleGroup {
  /** 0 for modules of an unknown group. */
  readonly id: number;
  readonly name: string;
  readonly modules: readonly ModuleRow[];
}

/**
 * Arranges the permissions as a table: modules by group, one column per verb. Preserves the server's order, and omits
 * those that open nothing, or are not among `names`.
 */
export function buildRolesGrid(
  records: readonly Readonly<Record<string, unknown>>[],
  language: Language,
  names?: readonly string[],
): readonly ModuleGroup[] {
  const displayName = (name: string) => findModuleLabel(name)?.[language] ?? name;
  const groups = new Map<
    number,
    { name: string; modules: Map<number, { name: string; roles: Partial<Record<Verb, Role>> }> }
  >();
  for (const record of records) {
    const code = valueAt(record, 'name');
    const verb = typeof code === 'string' ? VERBS.find((v) => code.startsWith(`${v}_`)) : undefined;
    const module = nestedAt(record, 'module');
    const { id } = record;
    if (
      typeof code !== 'string' ||
      !hasEffect(code) ||
      names?.includes(code) === false ||
      !verb ||
      !module ||
      typeof id !== 'number'
    )
      continue;
    const group = nestedAt(record, 'module.group') ?? { id: 0, name: '' };
    const groupEntry = groups.get(group.id) ?? { name: displayName(group.name), modules: new Map() };
    groups.set(group.id, groupEntry);
    const row = groupEntry.modules.get(module.id) ?? { name: displayName(module.name), roles: {} };
    groupEntry.modules.set(module.id, row);
    row.roles[verb] = { id, code };
  }
  return [...groups].map(([id, { name, modules }]) => ({
    id,
    name,
    modules: [...modules].map(([moduleId, row]) => ({ id: moduleId, ...row })),
  }));
}

/** Returns one group (null: all), with only the modules whose name contains the search text. */
export function filterGrid(
  groups: readonly ModuleGroup[],
  group: number | null,
  search: string,
): readonly ModuleGroup[] {
  const searchText = search.trim().toLowerCase();
  return groups
    .filter((g) => group === null || g.id === group)
    .map((g) => ({
      ...g,
      modules: searchText === '' ? g.modules : g.modules.filter((m) => m.name.toLowerCase().includes(searchText)),
    }))
    .filter((g) => g.modules.length > 0);
}

/** The permissions of some modules, for all verbs or one. */
export const collectRoles = (modules: readonly ModuleRow[], verb?: Verb): readonly Role[] =>
  modules.flatMap((m) => (verb ? [verb] : VERBS).flatMap((v) => m.roles[v] ?? []));

export type CheckState = 'all' | 'some' | 'none';

/** How many of these permissions are granted: all, some, none. */
export function checkState(roles: readonly Role[], grantedIds: ReadonlySet<number>): CheckState {
  const count = roles.filter((role) => grantedIds.has(role.id)).length;
  if (count === 0) return 'none';
  return count === roles.length ? 'all' : 'some';
}

/** Grants or revokes permissions, except those that the user may not change. */
export function setGranted(
  grantedIds: ReadonlySet<number>,
  roles: readonly Role[],
  isGranted: boolean,
  canGrant: (code: string) => boolean,
): readonly number[] {
  const next = new Set(grantedIds);
  for (const role of roles) {
    if (!canGrant(role.code)) continue;
    if (isGranted) next.add(role.id);
    else next.delete(role.id);
  }
  return [...next].toSorted((a, b) => a - b);
}
