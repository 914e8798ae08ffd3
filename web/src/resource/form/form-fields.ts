import { type Field, type FieldKind, type Label, type ResourceDefinition, isWritable } from '@innkeeper/contract';

/** Where a field stands in the two columns: in the next free place, at the beginning of a row, or over the whole row. */
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

const ALWAYS_WIDE: ReadonlySet<FieldKind> = new Set(['editor', 'json', 'references', 'file']);

/** The fields that a form of this resource sends, in the definition's order. */
export const formFieldNames = (d: ResourceDefinition): readonly string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

/** The form's fields under their headings: a heading holds from the field that names it to the next one that does. */
export const formSections = (d: ResourceDefinition): readonly FormSection[] => sectionsOf(d, isWritable);

/** The same for reading: computed fields too, secrets never. */
export const readSections = (d: ResourceDefinition): readonly FormSection[] =>
  sectionsOf(d, (f) => f.kind !== 'secret');

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
      fields: s.entries.map(([name, field], at) => ({ name, field, place: placeOf(field, at, s.entries) })),
    }));
}

/** Two text areas that follow each other share a row; one alone would leave a hole beside it and takes the row. */
function placeOf(field: Field, at: number, entries: readonly [string, Field][]): Place {
  if (field.kind !== 'textarea') return ALWAYS_WIDE.has(field.kind) ? 'wide' : 'next';
  let first = at;
  while (entries[first - 1]?.[1].kind === 'textarea') first -= 1;
  let end = at + 1;
  while (entries[end]?.[1].kind === 'textarea') end += 1;
  if ((end - first) % 2 === 1 && at === end - 1) return 'wide';
  return (at - first) % 2 === 0 ? 'row' : 'next';
}
