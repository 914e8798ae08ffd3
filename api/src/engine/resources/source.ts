import { type ColumnPath, type Relation, type ResourceDefinition, findColumn, getColumn } from '@innkeeper/contract';
import type { HooksByResource, Ref } from './resource-hooks.ts';

/**
 * The source of a statement: the table of a resource as `t`, and the joined tables of its columns. Names come from
 * definitions, never from requests, so they are written into the SQL; values are parameters.
 */
export interface Source {
  readonly definition: ResourceDefinition;
  /** `t`, or the alias of the table inside another statement. */
  readonly alias: string;
  /** SQL of a column; adds the joins that it needs. */
  column(path: ColumnPath): string;
  /** SQL condition that a column has one of its choices. */
  choiceCondition(path: ColumnPath, value: string): string;
  /** Like `column`, for a column name from a definition. */
  ref(column: string): string;
  /** `"member" t left join …`, for the columns requested so far. */
  from(): string;
  /** The part of `from` after the table. */
  joins(): string;
}

const quoteIdentifier = (name: string): string => `"${name}"`;

export function createSource(definition: ResourceDefinition, hooksByResource: HooksByResource, root = 't'): Source {
  const joins = new Map<string, string>();

  function addJoins(relations: readonly Relation[]): string {
    let parent = root;
    for (const { name, field, to } of relations) {
      const joinAlias = `${parent}_${name}`;
      if (!joins.has(joinAlias))
        joins.set(joinAlias, `left join ${quoteIdentifier(to)} ${joinAlias} on ${joinAlias}.id = ${parent}.${field}`);
      parent = joinAlias;
    }
    return parent;
  }

  function column(path: ColumnPath): string {
    const { resource, relations, field } = path;
    if (field === null) return displayName(addJoins(relations), resource);
    const computed = hooksByResource[resource.key]?.computed?.[field];
    const computedSql = typeof computed === 'object' ? computed.sql : computed;
    return computedSql ? computedSql(createRef(relations)) : `${addJoins(relations)}.${quoteIdentifier(field)}`;
  }

  /** Returns a `Ref` for the columns of the record at the end of these relations. */
  function createRef(relations: readonly Relation[]): Ref {
    const prefix = relations.map((r) => `${r.name}.`).join('');
    return (name) => column(getColumn(definition, prefix + name));
  }

  function choiceCondition(path: ColumnPath, value: string): string {
    const computed = hooksByResource[path.resource.key]?.computed?.[path.field ?? ''];
    return typeof computed === 'object'
      ? computed.choiceCondition(createRef(path.relations), value)
      : `${column(path)} = '${value}'`;
  }

  return {
    definition,
    alias: root,
    column,
    choiceCondition,
    ref: (name) => column(getColumn(definition, name)),
    from: () => [`${quoteIdentifier(definition.key)} ${root}`, ...joins.values()].join(' '),
    joins: () => [...joins.values()].join(' '),
  };
}

/** SQL of the name that a reference to a record shows. */
export function displayName(alias: string, d: ResourceDefinition): string {
  const [first, ...others] = d.display.name.map((field) => `${alias}.${quoteIdentifier(field)}`);
  const name = others.length === 0 ? `${first}` : `nullif(concat_ws(' ', ${[first, ...others].join(', ')}), '')`;
  const column = d.display.name[0];
  return column !== undefined && findColumn(d, column)?.definition.kind === 'integer' ? `${name}::text` : name;
}
