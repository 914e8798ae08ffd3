import {
  COMMON_FIELDS,
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
 * The source of a list query, in which columns that the actor may not view are null. See
 * docs/decisions/0002-filter-and-sort-only-by-columns-that-the-reader-may-view.md.
 */
export interface ScopedSource {
  readonly source: Source;
  /** SQL of the tables for the columns requested so far. */
  readonly from: () => RawBuilder<unknown>;
  /** Whether the actor may view the column in every row. */
  readonly isVisible: (path: ColumnPath) => boolean;
}

/**
 * Creates a source for queries from outside. An actor who sees a row also sees its list columns, and the name and code
 * of each referenced record. Other columns behind a reference are null unless the actor may view that record; otherwise
 * a filter on visits could reveal a foreign guest's email letter by letter.
 */
export function createScopedSource(
  actor: Actor,
  d: ResourceDefinition,
  hooksByResource: HooksByResource,
): ScopedSource {
  const unscopedSource = createSource(d, hooksByResource);
  const scopes = new Map<string, RawBuilder<unknown>>();

  /** SQL condition that the record at the end of these relations may be viewed; undefined if there is no limit. */
  function visibilityCondition(relations: readonly Relation[]): string | undefined {
    const names = relations.map(({ name }) => name);
    const definition = getResource(relations.at(-1)?.to ?? d.key);
    if (!can(actor, permission('VIEW', definition.permission))) return 'false';
    const name = ['scope', ...names].join('_');
    const scope = scopeSql(actor, {
      ...unscopedSource,
      definition,
      ref: (column) => unscopedSource.column(getColumn(d, [...names, column].join('.'))),
    });
    if (!scope) return undefined;
    scopes.set(name, scope);
    return `${name}.is_visible`;
  }

  function maskIfHidden(path: ColumnPath, value: string): string | undefined {
    if (path.relations.length === 0 || isDisplayField(path) || getListColumns(d).has(path.column)) return undefined;
    const conditions = path.relations.flatMap(
      (_, index) => visibilityCondition(path.relations.slice(0, index + 1)) ?? [],
    );
    return conditions.length === 0 ? undefined : `case when ${conditions.join(' and ')} then ${value} end`;
  }

  const column = (path: ColumnPath) => maskIfHidden(path, unscopedSource.column(path)) ?? unscopedSource.column(path);
  const choiceCondition = (path: ColumnPath, value: string) =>
    maskIfHidden(path, unscopedSource.choiceCondition(path, value)) ?? unscopedSource.choiceCondition(path, value);
  return {
    source: { ...unscopedSource, column, choiceCondition },
    isVisible: (path) => maskIfHidden(path, '') === undefined,
    from: () => {
      const visibilityJoins = [...scopes].map(
        ([name, scope]) => sql`cross join lateral (select ${scope} as is_visible) ${sql.raw(name)}`,
      );
      return visibilityJoins.length === 0
        ? sql.raw(unscopedSource.from())
        : sql`${sql.raw(unscopedSource.from())} ${sql.join(visibilityJoins, sql` `)}`;
    },
  };
}

/**
 * Whether a column is the name or code that a reference displays. The code of an audit user is excluded, because it is
 * their sign-in name.
 */
const isDisplayField = ({ relations, resource: { display }, field }: ColumnPath): boolean =>
  relations.length === 1 &&
  field !== null &&
  (display.name.includes(field) || (display.code === field && !isAuditUser(relations)));

const isAuditUser = ([first]: readonly Relation[]): boolean => Object.hasOwn(COMMON_FIELDS, first?.field ?? '');

/**
 * The columns that a record of the list shows, dotted if they are in a nested object. An export shows no more: a user
 * who may see a member may not read the email of the user who changed it.
 */
export function getListColumns(d: ResourceDefinition): ReadonlySet<string> {
  const ownColumns = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !isUserAuditField(name));
  const nestedColumns = (nesting: Nesting, prefix: string): string[] =>
    [...nesting.children].flatMap(([name, child]) => {
      const relation = prefix + name;
      const { relations, resource } = getColumn(d, `${relation}.id`);
      const { code } = resource.display;
      const columns = ['id', 'name', ...(code && !isAuditUser(relations) ? [code] : []), ...child.columns];
      return [...columns.map((column) => `${relation}.${column}`), ...nestedColumns(child, `${relation}.`)];
    });
  return new Set([...ownColumns.map(([name]) => name), ...nestedColumns(getNesting(d), '')]);
}
