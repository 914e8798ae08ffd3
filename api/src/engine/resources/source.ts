import { type ColumnPath, type Relation, type ResourceDefinition, findColumn, getColumn } from '@innkeeper/contract';
import type { Behaviours, Ref } from './behaviour.ts';

/**
 * The source of a statement: the table of a resource as `t`, and the tables that its columns lead to. Every name comes
 * from a definition, never from a request, so that names stand in the SQL as they are and only values are parameters.
 */
export interface Source {
  readonly definition: ResourceDefinition;
  /** `t`, or the table's name inside another statement. */
  readonly alias: string;
  /** SQL of a column; joins the tables that it needs. */
  column(path: ColumnPath): string;
  /** SQL of whether a column has one of its choices. */
  chosen(path: ColumnPath, value: string): string;
  /** As `column`, for a column that a definition names. */
  ref(column: string): string;
  /** `"member" t left join …`, as far as columns were asked for. */
  from(): string;
  /** The part of `from` behind the table. */
  joins(): string;
}

const quoted = (name: string): string => `"${name}"`;

export function createSource(definition: ResourceDefinition, behaviours: Behaviours, root = 't'): Source {
  const joins = new Map<string, string>();

  function alias(relations: readonly Relation[]): string {
    let parent = root;
    for (const { name, field, to } of relations) {
      const own = `${parent}_${name}`;
      if (!joins.has(own)) joins.set(own, `left join ${quoted(to)} ${own} on ${own}.id = ${parent}.${field}`);
      parent = own;
    }
    return parent;
  }

  function column(path: ColumnPath): string {
    const { resource, relations, field } = path;
    if (field === null) return displayName(alias(relations), resource);
    const computed = behaviours[resource.key]?.computed?.[field];
    return computed ? computed(refBehind(relations)) : `${alias(relations)}.${quoted(field)}`;
  }

  /** How the columns of a record at the end of some relations are called. */
  function refBehind(relations: readonly Relation[]): Ref {
    const prefix = relations.map((r) => `${r.name}.`).join('');
    return (name) => column(getColumn(definition, prefix + name));
  }

  function chosen(path: ColumnPath, value: string): string {
    const known = behaviours[path.resource.key]?.chosen?.[path.field ?? ''];
    return known ? known(refBehind(path.relations), value) : `${column(path)} = '${value}'`;
  }

  return {
    definition,
    alias: root,
    column,
    chosen,
    ref: (name) => column(getColumn(definition, name)),
    from: () => [`${quoted(definition.key)} ${root}`, ...joins.values()].join(' '),
    joins: () => [...joins.values()].join(' '),
  };
}

/** SQL of the name that a reference to a record shows. */
export function displayName(alias: string, d: ResourceDefinition): string {
  const [first, ...others] = d.display.name.map((field) => `${alias}.${quoted(field)}`);
  const name = others.length === 0 ? `${first}` : `nullif(concat_ws(' ', ${[first, ...others].join(', ')}), '')`;
  const column = d.display.name[0];
  return column !== undefined && findColumn(d, column)?.definition.kind === 'integer' ? `${name}::text` : name;
}
