import {
  COMMON_FIELDS,
  type Field,
  type FieldKind,
  type Relation,
  type ResourceDefinition,
  allFields,
  isUserAuditField,
  getColumn,
} from '@innkeeper/contract';
import type { HooksByResource } from './resource-hooks.ts';
import { type Nesting, getNesting } from './nesting.ts';
import { type Source, createSource, displayName } from './source.ts';

/**
 * A record as JSON built by PostgreSQL: the response text goes from the database to the client without being parsed on
 * the way. Measured: a page of 25 members costs less than half of decoding and re-encoding its rows. See
 * docs/decisions/0011-build-json-responses-in-postgresql.md.
 */

const passThrough = (ref: string): string => ref;

/** Wire format of a column, by field kind. */
export const wireFormat: Record<FieldKind, (ref: string) => string> = {
  text: passThrough,
  email: passThrough,
  phone: passThrough,
  textarea: passThrough,
  editor: passThrough,
  secret: () => 'null',
  integer: passThrough,
  decimal: (ref) => `${ref}::text`,
  money: (ref) => `${ref}::text`,
  flag: (ref) => `${ref}::int`,
  date: passThrough,
  instant: (ref) => `to_char(${ref} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
  reference: passThrough,
  option: passThrough,
  choice: passThrough,
  file: (ref) => `signed_file_path(${ref})`,
  references: passThrough,
  json: passThrough,
};

/** Objects joined to a row, by their wire names. */
interface NestedObjects {
  readonly refs: ReadonlyMap<string, string>;
  readonly joins: string;
}

/**
 * The nested objects of a row. `offset 0` keeps each lateral query separate: PostgreSQL finds the rows first, and
 * builds an object once for all rows that reference the same record. Measured against plain joins: a quarter of the
 * planning time, and no list that joins whole tables.
 */
function nestedObjects(source: Source, nesting: Nesting, hooksByResource: HooksByResource): NestedObjects {
  const refs = new Map<string, string>();
  const joins: string[] = [];
  for (const [name, childNesting] of nesting.children) {
    const { relations, resource } = getColumn(source.definition, `${name}.id`);
    const key = source.ref([...relations.slice(0, -1).map((r) => r.name), relations.at(-1)?.field].join('.'));
    const innerSource = createSource(resource, hooksByResource, `${source.alias}_${name}_`);
    const properties = new Map([['id', innerSource.ref('id')]]);
    if (resource.display.code && !isAuditRelation(relations))
      properties.set('code', innerSource.ref(resource.display.code));
    properties.set('name', displayName(innerSource.alias, resource));
    for (const column of childNesting.columns) {
      if (!properties.has(column))
        properties.set(column, wireFormat[getColumn(resource, column).definition.kind](innerSource.ref(column)));
    }
    const innerObjects = nestedObjects(innerSource, childNesting, hooksByResource);
    const json = [...properties, ...innerObjects.refs].map(([property, sql]) => `'${property}', ${sql}`).join(', ');
    const alias = `${source.alias}_${name}_object`;
    joins.push(
      `left join lateral (select json_build_object(${json}) as json from ${innerSource.from()} ${innerObjects.joins}
            where ${innerSource.ref('id')} = ${key} offset 0) ${alias} on true`,
    );
    refs.set(name, `${alias}.json`);
  }
  return { refs, joins: joins.join(' ') };
}

/** The user who created, changed or deleted a record is sent as id and name only, unless the list shows more. */
const isAuditRelation = (relations: readonly Relation[]): boolean =>
  Object.hasOwn(COMMON_FIELDS, relations[0]?.field ?? '');

const linkJson = (f: Extract<Field, { kind: 'references' }>): string =>
  `(select coalesce(json_agg(l.${f.target} order by l.${f.target}), '[]') from ${f.link} l where l.${f.from} = t.id)`;

interface RecordSql {
  /** The select list of a whole record. */
  readonly columns: string;
  /** The record's table as `t`. */
  readonly table: string;
  /** The additional joins that the columns need. */
  readonly joins: string;
}

function buildRecordSql(d: ResourceDefinition, hooksByResource: HooksByResource): RecordSql {
  const source = createSource(d, hooksByResource);
  const columns: [string, string][] = [];
  for (const [name, f] of Object.entries(allFields(d))) {
    if (f.kind === 'secret' || isUserAuditField(name)) continue;
    columns.push([name, f.kind === 'references' ? linkJson(f) : wireFormat[f.kind](source.ref(name))]);
  }
  const nested = nestedObjects(source, getNesting(d), hooksByResource);
  columns.push(...nested.refs);
  for (const { resource, by, fields } of d.embeds ?? []) {
    const properties = ['id', ...fields].map((field) => `'${field}', e."${field}"`).join(', ');
    columns.push([
      resource,
      `(select coalesce(json_agg(json_build_object(${properties}) order by e.id), '[]') from "${resource}" e
            where e.${by} = t.id and e.deleted_at is null)`,
    ]);
  }
  return {
    columns: columns.map(([name, sql]) => `${sql} as "${name}"`).join(', '),
    table: `"${d.key}" t`,
    joins: `${source.joins()} ${nested.joins}`,
  };
}

const cache = new WeakMap<HooksByResource, Map<string, RecordSql>>();

/** Select list and tables of a whole record, built once per resource. */
export function recordSql(d: ResourceDefinition, hooksByResource: HooksByResource): RecordSql {
  const cachedByKey = cache.get(hooksByResource) ?? new Map<string, RecordSql>();
  cache.set(hooksByResource, cachedByKey);
  const builtSql = cachedByKey.get(d.key) ?? buildRecordSql(d, hooksByResource);
  cachedByKey.set(d.key, builtSql);
  return builtSql;
}
