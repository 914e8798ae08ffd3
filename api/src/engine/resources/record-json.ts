import {
  AUDIT_FIELDS,
  type Field,
  type FieldKind,
  type Relation,
  type ResourceDefinition,
  allFields,
  isUserStamp,
  getColumn,
} from '@innkeeper/contract';
import type { Behaviours } from './behaviour.ts';
import { type Nesting, nestingOf } from './nesting.ts';
import { type Source, createSource, displayName } from './source.ts';

/**
 * A record as JSON, built by PostgreSQL: the answer's text goes from the database to the client without being taken
 * apart on the way. Measured: a page of 25 members costs less than half of decoding rows and encoding them again.
 * See docs/decisions/0011-json-from-the-database.md.
 */

const asIs = (ref: string): string => ref;

/** How a column of each kind travels. */
export const wire: Record<FieldKind, (ref: string) => string> = {
  text: asIs,
  email: asIs,
  phone: asIs,
  textarea: asIs,
  editor: asIs,
  secret: () => 'null',
  integer: asIs,
  decimal: (ref) => `${ref}::text`,
  money: (ref) => `${ref}::text`,
  flag: (ref) => `${ref}::int`,
  date: asIs,
  instant: (ref) => `to_char(${ref} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
  reference: asIs,
  option: asIs,
  choice: asIs,
  file: (ref) => `file_address(${ref})`,
  references: asIs,
  json: asIs,
};

/** Objects that are joined to a row, by the name under which they travel. */
interface NestedObjects {
  readonly refs: ReadonlyMap<string, string>;
  readonly joins: string;
}

/**
 * The nested objects of a row. Each is made in a lateral query that `offset 0` keeps apart, so that PostgreSQL finds the rows
 * first, whatever it thinks of their number, and makes an object once for all rows that point to the same record. Measured
 * against plain joins: a quarter of the planning, and no list that joins whole tables.
 */
function nestedObjects(source: Source, nesting: Nesting, behaviours: Behaviours): NestedObjects {
  const refs = new Map<string, string>();
  const joins: string[] = [];
  for (const [name, child] of nesting.children) {
    const { relations, resource } = getColumn(source.definition, `${name}.id`);
    const key = source.ref([...relations.slice(0, -1).map((r) => r.name), relations.at(-1)?.field].join('.'));
    const inner = createSource(resource, behaviours, `${source.alias}_${name}_`);
    const pairs = new Map([['id', inner.ref('id')]]);
    if (resource.display.code && !isAudit(relations)) pairs.set('code', inner.ref(resource.display.code));
    pairs.set('name', displayName(inner.alias, resource));
    for (const column of child.columns) {
      if (!pairs.has(column)) pairs.set(column, wire[getColumn(resource, column).definition.kind](inner.ref(column)));
    }
    const deeper = nestedObjects(inner, child, behaviours);
    const json = [...pairs, ...deeper.refs].map(([property, sql]) => `'${property}', ${sql}`).join(', ');
    const own = `${source.alias}_${name}_object`;
    joins.push(
      `left join lateral (select json_build_object(${json}) as json from ${inner.from()} ${deeper.joins} where ${inner.ref('id')} = ${key} offset 0) ${own} on true`,
    );
    refs.set(name, `${own}.json`);
  }
  return { refs, joins: joins.join(' ') };
}

/** The user who created, changed or deleted a record travels as id and name alone, unless the list tells more. */
const isAudit = (relations: readonly Relation[]): boolean => Object.hasOwn(AUDIT_FIELDS, relations[0]?.field ?? '');

const linkJson = (f: Extract<Field, { kind: 'references' }>): string =>
  `(select coalesce(json_agg(l.${f.target} order by l.${f.target}), '[]') from ${f.link} l where l.${f.from} = t.id)`;

interface RecordSql {
  /** The select list of a whole record. */
  readonly columns: string;
  /** The record's table as `t`. */
  readonly table: string;
  /** The joins that the columns need beside the table. */
  readonly joins: string;
}

function makeRecordSql(d: ResourceDefinition, behaviours: Behaviours): RecordSql {
  const source = createSource(d, behaviours);
  const columns: [string, string][] = [];
  for (const [name, f] of Object.entries(allFields(d))) {
    if (f.kind === 'secret' || isUserStamp(name)) continue;
    columns.push([name, f.kind === 'references' ? linkJson(f) : wire[f.kind](source.ref(name))]);
  }
  const nested = nestedObjects(source, nestingOf(d), behaviours);
  columns.push(...nested.refs);
  for (const { resource, by, fields } of d.embeds ?? []) {
    const pairs = ['id', ...fields].map((field) => `'${field}', e."${field}"`).join(', ');
    columns.push([
      resource,
      `(select coalesce(json_agg(json_build_object(${pairs}) order by e.id), '[]') from "${resource}" e where e.${by} = t.id and e.deleted_at is null)`,
    ]);
  }
  return {
    columns: columns.map(([name, sql]) => `${sql} as "${name}"`).join(', '),
    table: `"${d.key}" t`,
    joins: `${source.joins()} ${nested.joins}`,
  };
}

const cache = new WeakMap<Behaviours, Map<string, RecordSql>>();

/** Select list and tables of a whole record, made once for each resource. */
export function recordSql(d: ResourceDefinition, behaviours: Behaviours): RecordSql {
  const known = cache.get(behaviours) ?? new Map<string, RecordSql>();
  cache.set(behaviours, known);
  const made = known.get(d.key) ?? makeRecordSql(d, behaviours);
  known.set(d.key, made);
  return made;
}
