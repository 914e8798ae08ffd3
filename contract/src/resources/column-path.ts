import type { Field, FieldOf } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import { type ResourceDefinition, allFields } from '../fields/definition.ts';
import { getResource } from './by-key.ts';

/** One step from a record to the record that one of its references points to. */
export interface Relation {
  /** The relation's name: `hotel` for `hotel_id`. */
  readonly name: string;
  /** The column that holds the target's id. */
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

const isReferenceField = (field: Field): field is FieldOf<'reference'> | FieldOf<'option'> =>
  field.kind === 'reference' || field.kind === 'option';

/** The key of the resource that a reference or option field points to. */
export const targetKey = (field: FieldOf<'reference'> | FieldOf<'option'>): string =>
  field.kind === 'option' ? 'option_detail' : field.to;

/** Every direct relation of a resource, including those of the audit columns. */
export function relationsOf(resource: ResourceDefinition): readonly Relation[] {
  return Object.entries(allFields(resource)).flatMap(([name, field]) =>
    isReferenceField(field) ? [{ name: relationName(name), field: name, to: targetKey(field) }] : [],
  );
}

/**
 * Resolves a column of a resource: a field (`last_name`), a dotted path over references (`hotel.code`), over a named
 * relation of the definition (`region.code`) or an audit name (`updated_by.name`). Returns undefined if it does not
 * exist.
 */
export function findColumn(startResource: ResourceDefinition, column: string): ColumnPath | undefined {
  // The columns of a report are fields of its rows under their full dotted name.
  const reportField =
    startResource.runPath !== undefined && Object.hasOwn(startResource.fields, column)
      ? startResource.fields[column]
      : undefined;
  if (reportField)
    return {
      column,
      relations: [],
      resource: startResource,
      field: column,
      definition: reportField,
      label: reportField.label,
    };
  const segments = column.split('.');
  const lastSegment = segments.pop();
  if (lastSegment === undefined || segments.length > 6) return undefined;
  const relations: Relation[] = [];
  let resource = startResource;
  let relationLabel: Label | undefined;
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
    relationLabel = allFields(resource)[relation.field]?.label;
    relations.push(relation);
    resource = getResource(relation.to);
  }
  const fields = allFields(resource);
  const definition = Object.hasOwn(fields, lastSegment) ? fields[lastSegment] : undefined;
  if (definition) {
    if (definition.kind === 'secret') return undefined;
    return {
      column,
      relations,
      resource,
      field: lastSegment,
      definition,
      label: pathLabel(relationLabel, resource, lastSegment, definition),
    };
  }
  if (lastSegment !== 'name') return undefined;
  const name: Field = { kind: 'text', label: resource.label, computed: true, width: 180 };
  return { column, relations, resource, field: null, definition: name, label: relationLabel ?? resource.label };
}

/** `hotel.name` is headed "Hotel", `hotel.code` "Hotel · Code". */
function pathLabel(
  relationLabel: Label | undefined,
  resource: ResourceDefinition,
  lastSegment: string,
  field: Field,
): Label {
  if (!relationLabel) return field.label;
  if (resource.display.name.length === 1 && resource.display.name[0] === lastSegment) return relationLabel;
  return { en: `${relationLabel.en} · ${field.label.en}`, id: `${relationLabel.id} · ${field.label.id}` };
}

/** Like `findColumn`, but for columns that a definition names, so a missing one is a bug. */
export function getColumn(resource: ResourceDefinition, column: string): ColumnPath {
  const path = findColumn(resource, column);
  if (!path) throw new Error(`${resource.key} has no column ${column}`);
  return path;
}
