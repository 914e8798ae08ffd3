import type { Field, FieldOf } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import { type ResourceDefinition, allFields } from '../fields/definition.ts';
import { getResource } from './by-key.ts';

/** One step from a record to the record that one of its references points to. */
export interface Relation {
  /** `hotel` for `hotel_id`. */
  readonly name: string;
  /** The column that holds the id. */
  readonly field: string;
  readonly to: string;
}

/** A resolved dotted column: the relations to follow and the field at the end. */
export interface ColumnPath {
  readonly column: string;
  readonly relations: readonly Relation[];
  readonly resource: ResourceDefinition;
  /** The column at the end, or null for a display name made of several fields. */
  readonly field: string | null;
  readonly definition: Field;
  readonly label: Label;
}

export const relationName = (fieldName: string): string => fieldName.replace(/_id$/, '');

const isLink = (f: Field): f is FieldOf<'reference'> | FieldOf<'option'> =>
  f.kind === 'reference' || f.kind === 'option';

/** The key of the resource that a reference or option field points to. */
export const targetKey = (f: FieldOf<'reference'> | FieldOf<'option'>): string =>
  f.kind === 'option' ? 'option_detail' : f.to;

/** Every direct relation of a resource, including those of the audit columns. */
export function relationsOf(d: ResourceDefinition): readonly Relation[] {
  return Object.entries(allFields(d)).flatMap(([name, f]) =>
    isLink(f) ? [{ name: relationName(name), field: name, to: targetKey(f) }] : [],
  );
}

/**
 * Resolves a column of a resource: a field (`last_name`), a dotted path over references (`hotel.code`), over a named
 * relation of the definition (`region.code`) or an audit name (`updated_by.name`). Returns undefined if it does not
 * exist.
 */
export function findColumn(d: ResourceDefinition, column: string): ColumnPath | undefined {
  // The columns of a report are fields of its rows under their full dotted name.
  const whole = d.run !== undefined && Object.hasOwn(d.fields, column) ? d.fields[column] : undefined;
  if (whole) return { column, relations: [], resource: d, field: column, definition: whole, label: whole.label };
  const segments = column.split('.');
  const last = segments.pop();
  if (last === undefined || segments.length > 6) return undefined;
  const relations: Relation[] = [];
  let resource = d;
  let via: Label | undefined;
  const queue = [...segments];
  while (queue.length > 0) {
    const name = queue.shift() ?? '';
    const alias = resource.relations && Object.hasOwn(resource.relations, name) ? resource.relations[name] : undefined;
    if (alias) {
      queue.unshift(...alias.split('.'));
      continue;
    }
    const relation = relationsOf(resource).find((r) => r.name === name);
    if (!relation) return undefined;
    via = allFields(resource)[relation.field]?.label;
    relations.push(relation);
    resource = getResource(relation.to);
  }
  const fields = allFields(resource);
  const definition = Object.hasOwn(fields, last) ? fields[last] : undefined;
  if (definition) {
    if (definition.kind === 'secret') return undefined;
    return { column, relations, resource, field: last, definition, label: pathLabel(via, resource, last, definition) };
  }
  if (last !== 'name') return undefined;
  const name: Field = { kind: 'text', label: resource.label, computed: true, width: 180 };
  return { column, relations, resource, field: null, definition: name, label: via ?? resource.label };
}

/** `hotel.name` is headed "Hotel", `hotel.code` "Hotel · Code". */
function pathLabel(via: Label | undefined, resource: ResourceDefinition, last: string, f: Field): Label {
  if (!via) return f.label;
  if (resource.display.name.length === 1 && resource.display.name[0] === last) return via;
  return { en: `${via.en} · ${f.label.en}`, id: `${via.id} · ${f.label.id}` };
}

/** As findColumn, for columns that a definition names. */
export function getColumn(d: ResourceDefinition, column: string): ColumnPath {
  const found = findColumn(d, column);
  if (!found) throw new Error(`${d.key} has no column ${column}`);
  return found;
}
