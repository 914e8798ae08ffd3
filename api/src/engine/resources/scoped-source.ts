import {
  AUDIT_FIELDS,
  type ColumnPath,
  type Relation,
  type ResourceDefinition,
  allFields,
  isUserAuditField,
  getColumn,
  getResource,
  permission,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { HooksByResource } from './resource-hooks.ts';
import { type Nesting, getNesting } from './nesting.ts';
import { type Source, createSource } from './source.ts';

/**
 * The source of a list query: columns as far as the actor may view them. See
 * docs/decisions/0002-filter-and-sort-only-by-columns-that-the-reader-may-view.md.
 */
export interface ScopedSource {
  readonly source: Source;
  /** SQL of the tables for the columns requested so far. */
  readonly from: () => RawBuilder<unknown>;
}

/**
 * A source for external queries. An actor who can see a row can see the columns of other records that the row shows:
 * the columns of its list, and the name and code of each target. Other columns behind a reference are null unless the
 * actor may view the record that holds them: otherwise filters or sorting on a visit could reveal a foreign guest's
 * email letter by letter.
 */
export function createScopedSource(
  actor: Actor,
  d: ResourceDefinition,
  hooksByResource: HooksByResource,
): ScopedSource {
  const plain = createSource(d, hooksByResource);
  const scopes = new Map<string, RawBuilder<unknown>>();

  /** SQL condition that the record at the end of these relations may be viewed; undefined if there is no limit. */
  function visibilityCondition(relations: readonly Relation[]): string | undefined {
    const names = relations.map(({ name }) => name);
    const definition = getResource(relations.at(-1)?.to ?? d.key);
    if (!can(actor, permission('VIEW', definition.permission))) return 'false';
    const name = ['scope', ...names].join('_');
    const scope = scopeSql(actor, {
      ...plain,
      definition,
      ref: (column) => plain.column(getColumn(d, [...names, column].join('.'))),
    });
    if (!scope) return undefined;
    scopes.set(name, scope);
    return `${name}.is_open`;
  }

  function visibleOnly(path: ColumnPath, value: string): string | undefined {
    if (path.relations.length === 0 || isName(path) || getListColumns(d).has(path.column)) return undefined;
    const conditions = path.relations.flatMap((_, at) => visibilityCondition(path.relations.slice(0, at + 1)) ?? []);
    return conditions.length === 0 ? undefined : `case when ${conditions.join(' and ')} then ${value} end`;
  }

  const column = (path: ColumnPath) => visibleOnly(path, plain.column(path)) ?? plain.column(path);
  const choiceCondition = (path: ColumnPath, value: string) =>
    visibleOnly(path, plain.choiceCondition(path, value)) ?? plain.choiceCondition(path, value);
  return {
    source: { ...plain, column, choiceCondition },
    from: () => {
      const tests = [...scopes].map(
        ([name, scope]) => sql`cross join lateral (select ${scope} as is_open) ${sql.raw(name)}`,
      );
      return tests.length === 0 ? sql.raw(plain.from()) : sql`${sql.raw(plain.from())} ${sql.join(tests, sql` `)}`;
    },
  };
}

/**
 * A name may be queried as a whole or by its parts. The code of the user who wrote a record may not: it is their
 * sign-in name.
 */
const isName = ({ relations, resource: { display }, field }: ColumnPath): boolean =>
  relations.length === 1 &&
  field !== null &&
  (display.name.includes(field) || (display.code === field && !isPerson(relations)));

const isPerson = ([first]: readonly Relation[]): boolean => Object.hasOwn(AUDIT_FIELDS, first?.field ?? '');

/**
 * The columns that a record of the list shows, dotted if they are in a nested object. An export shows no more: a user
 * who may see a member may not read the email of the user who changed it.
 */
export function getListColumns(d: ResourceDefinition): ReadonlySet<string> {
  const own = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !isUserAuditField(name));
  const nestedColumns = (nesting: Nesting, prefix: string): string[] =>
    [...nesting.children].flatMap(([name, child]) => {
      const relation = prefix + name;
      const { relations, resource } = getColumn(d, `${relation}.id`);
      const { code } = resource.display;
      const columns = ['id', 'name', ...(code && !isPerson(relations) ? [code] : []), ...child.columns];
      return [...columns.map((column) => `${relation}.${column}`), ...nestedColumns(child, `${relation}.`)];
    });
  return new Set([...own.map(([name]) => name), ...nestedColumns(getNesting(d), '')]);
}
