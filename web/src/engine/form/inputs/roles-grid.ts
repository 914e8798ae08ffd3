import { type Language, VERBS, type Verb, moduleLabel } from '@innkeeper/contract';
import { nestedAt, valueAt } from '../../data/record.ts';

/** One right, as `GET /api/roles` answers it. */
export interface Role {
  readonly id: number;
  /** `VIEW_MEMBER`. */
  readonly code: string;
}

/** The rights of one module. */
export interface ModuleRow {
  readonly id: number;
  readonly name: string;
  readonly roles: Readonly<Partial<Record<Verb, Role>>>;
}

export interface ModuleGroup {
  /** 0 for modules whose group is not known. */
  readonly id: number;
  readonly name: string;
  readonly modules: readonly ModuleRow[];
}

/** Lays the rights out as a table: modules under their groups, a column for each verb. Order as the server gives it. */
export function rolesGrid(
  records: readonly Readonly<Record<string, unknown>>[],
  language: Language,
): readonly ModuleGroup[] {
  const called = (name: string) => moduleLabel(name)?.[language] ?? name;
  const groups = new Map<
    number,
    { name: string; modules: Map<number, { name: string; roles: Partial<Record<Verb, Role>> }> }
  >();
  for (const record of records) {
    const code = valueAt(record, 'name');
    const verb = typeof code === 'string' ? VERBS.find((v) => code.startsWith(`${v}_`)) : undefined;
    const module = nestedAt(record, 'module');
    const { id } = record;
    if (typeof code !== 'string' || !verb || !module || typeof id !== 'number') continue;
    const group = nestedAt(record, 'module.group') ?? { id: 0, name: '' };
    const inGroup = groups.get(group.id) ?? { name: called(group.name), modules: new Map() };
    groups.set(group.id, inGroup);
    const row = inGroup.modules.get(module.id) ?? { name: called(module.name), roles: {} };
    inGroup.modules.set(module.id, row);
    row.roles[verb] = { id, code };
  }
  return [...groups].map(([id, { name, modules }]) => ({
    id,
    name,
    modules: [...modules].map(([moduleId, row]) => ({ id: moduleId, ...row })),
  }));
}

/** The groups that are left when only one of them, or only modules with these letters in their name, are to be seen. */
export function narrowGrid(
  groups: readonly ModuleGroup[],
  group: number | null,
  search: string,
): readonly ModuleGroup[] {
  const wanted = search.trim().toLowerCase();
  return groups
    .filter((g) => group === null || g.id === group)
    .map((g) => ({
      ...g,
      modules: wanted === '' ? g.modules : g.modules.filter((m) => m.name.toLowerCase().includes(wanted)),
    }))
    .filter((g) => g.modules.length > 0);
}

/** The rights of some modules, all verbs or one. */
export const rolesOf = (modules: readonly ModuleRow[], verb?: Verb): readonly Role[] =>
  modules.flatMap((m) => (verb ? [verb] : VERBS).flatMap((v) => m.roles[v] ?? []));

export type Ticked = 'all' | 'some' | 'none';

/** How many of these rights are given. */
export function ticked(roles: readonly Role[], given: ReadonlySet<number>): Ticked {
  const count = roles.filter((role) => given.has(role.id)).length;
  if (count === 0) return 'none';
  return count === roles.length ? 'all' : 'some';
}

/** Gives or takes rights, but none that may not be touched. */
export function grant(
  given: ReadonlySet<number>,
  roles: readonly Role[],
  give: boolean,
  mayGrant: (code: string) => boolean,
): readonly number[] {
  const next = new Set(given);
  for (const role of roles) {
    if (!mayGrant(role.code)) continue;
    if (give) next.add(role.id);
    else next.delete(role.id);
  }
  return [...next].toSorted((a, b) => a - b);
}
