import {
  AUDIT_FIELDS,
  type ColumnPath,
  type Relation,
  type ResourceDefinition,
  allFields,
  isUserStamp,
  getColumn,
  getResource,
  permission,
} from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import type { Behaviours } from './behaviour.ts';
import { type Nesting, nestingOf } from './nesting.ts';
import { type Source, createSource } from './source.ts';

/** The source for a list's questions: columns as far as the actor may view them. See docs/decisions/0002-asked-as-shown.md. */
export interface SightedSource {
  readonly source: Source;
  /** SQL of the tables, as far as columns were asked for by then. */
  readonly from: () => RawBuilder<unknown>;
}

/**
 * A source for questions that come from outside. An actor who sees a row sees those columns of other records that the row shows: the columns of its
 * list, and the name and code of each target. Other columns behind a reference are empty where the actor may not view the
 * record that they stand in: otherwise a user could learn the email of a guest from another hotel by a visit, guessing it letter by
 * letter, or sorting the list by it.
 */
export function createSightedSource(actor: Actor, d: ResourceDefinition, behaviours: Behaviours): SightedSource {
  const plain = createSource(d, behaviours);
  const sights = new Map<string, RawBuilder<unknown>>();

  /** SQL of whether the record at the end of some relations may be viewed; undefined where nothing limits that. */
  function sightOf(relations: readonly Relation[]): string | undefined {
    const names = relations.map(({ name }) => name);
    const definition = getResource(relations.at(-1)?.to ?? d.key);
    if (!can(actor, permission('VIEW', definition.permission))) return 'false';
    const name = ['sight', ...names].join('_');
    const scope = scopeSql(actor, {
      ...plain,
      definition,
      ref: (column) => plain.column(getColumn(d, [...names, column].join('.'))),
    });
    if (!scope) return undefined;
    sights.set(name, scope);
    return `${name}.is_open`;
  }

  function guarded(path: ColumnPath, value: string): string | undefined {
    if (path.relations.length === 0 || isName(path) || shownColumns(d).has(path.column)) return undefined;
    const conditions = path.relations.flatMap((_, at) => sightOf(path.relations.slice(0, at + 1)) ?? []);
    return conditions.length === 0 ? undefined : `case when ${conditions.join(' and ')} then ${value} end`;
  }

  const column = (path: ColumnPath) => guarded(path, plain.column(path)) ?? plain.column(path);
  const chosen = (path: ColumnPath, value: string) =>
    guarded(path, plain.chosen(path, value)) ?? plain.chosen(path, value);
  return {
    source: { ...plain, column, chosen },
    from: () => {
      const tests = [...sights].map(
        ([name, scope]) => sql`cross join lateral (select ${scope} as is_open) ${sql.raw(name)}`,
      );
      return tests.length === 0 ? sql.raw(plain.from()) : sql`${sql.raw(plain.from())} ${sql.join(tests, sql` `)}`;
    },
  };
}

/** A name may be asked for as a whole, or by its parts. The code of the user who wrote a record is none: they sign in with it. */
const isName = ({ relations, resource: { display }, field }: ColumnPath): boolean =>
  relations.length === 1 &&
  field !== null &&
  (display.name.includes(field) || (display.code === field && !isPerson(relations)));

const isPerson = ([first]: readonly Relation[]): boolean => Object.hasOwn(AUDIT_FIELDS, first?.field ?? '');

/**
 * The columns that a record of the list shows, dotted where they stand in an object inside: an export tells no more. A user who may see a
 * member may not look up the email of the user who changed it.
 */
export function shownColumns(d: ResourceDefinition): ReadonlySet<string> {
  const own = Object.entries(allFields(d)).filter(([name, f]) => f.kind !== 'secret' && !isUserStamp(name));
  const inside = (nesting: Nesting, prefix: string): string[] =>
    [...nesting.children].flatMap(([name, child]) => {
      const relation = prefix + name;
      const { relations, resource } = getColumn(d, `${relation}.id`);
      const { code } = resource.display;
      const columns = ['id', 'name', ...(code && !isPerson(relations) ? [code] : []), ...child.columns];
      return [...columns.map((column) => `${relation}.${column}`), ...inside(child, `${relation}.`)];
    });
  return new Set([...own.map(([name]) => name), ...inside(nestingOf(d), '')]);
}
