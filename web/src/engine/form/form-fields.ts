import { type Field, type FieldKind, type Label, type ResourceDefinition, isWritable } from '@innkeeper/contract';

/** The place of a field in the two columns: the next free one, the beginning of a row, or the whole row. */
export type Place = 'next' | 'row' | 'wide';

/** A field as it stands in a form. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  readonly place: Place;
}

export interface FormSection {
  /** Null for the fields before the first heading. */
  readonly label: Label | null;
  readonly fields: readonly FormField[];
}

const ALWAYS_WIDE: ReadonlySet<FieldKind> = new Set(['textarea', 'editor', 'json', 'references', 'file']);

/** The fields that a form of this resource sends, in the definition's order. */
export const formFieldNames = (d: ResourceDefinition): readonly string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

/** The form's fields under their headings: a heading holds from the field that names it to the next one that does. */
export const formSections = (d: ResourceDefinition): readonly FormSection[] => sectionsOf(d, isWritable);

/** The same for reading: computed fields too, secrets and what another field tells never. */
export const readSections = (d: ResourceDefinition): readonly FormSection[] =>
  sectionsOf(d, (f) => f.kind !== 'secret' && !(f.kind === 'json' && f.told));

function sectionsOf(d: ResourceDefinition, holds: (f: Field) => boolean): readonly FormSection[] {
  const sections: { label: Label | null; entries: [string, Field][] }[] = [{ label: null, entries: [] }];
  for (const [name, field] of Object.entries(d.fields)) {
    if (field.section) sections.push({ label: field.section, entries: [] });
    if (holds(field)) sections.at(-1)?.entries.push([name, field]);
  }
  return sections
    .filter((s) => s.entries.length > 0)
    .map((s) => ({
      label: s.label,
      fields: placed(s.entries),
    }));
}

/**
 * A field that takes half a row begins it, and the next one stands beside it. Two text areas that follow each other share a
 * row in the same way; one alone would leave a hole beside it and takes the row.
 */
function placed(entries: readonly [string, Field][]): readonly FormField[] {
  const fields: FormField[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const [entry, next] = entries.slice(at, at + 2);
    if (!entry) break;
    const [name, field] = entry;
    if (next && sharesRow(field, next[1])) {
      fields.push({ name, field, place: 'row' }, { name: next[0], field: next[1], place: 'next' });
      at += 1;
    } else fields.push({ name, field, place: ALWAYS_WIDE.has(field.kind) ? 'wide' : 'next' });
  }
  return fields;
}

const sharesRow = (field: Field, next: Field): boolean =>
  field.half === true || (field.kind === 'textarea' && next.kind === 'textarea' && !next.half);
