import { type Field, type FieldKind, type Label, type ResourceDefinition, isWritable } from '@innkeeper/contract';

/** Position of a field in the two columns: the next free one, the start of a row, or the whole row. */
export type Place = 'next' | 'row' | 'wide';

/** A field and its position in a form. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  readonly placement: Place;
}

export interface FormSection {
  /** Null for the fields before the first heading. */
  readonly label: Label | null;
  readonly fields: readonly FormField[];
}

const ALWAYS_WIDE: ReadonlySet<FieldKind> = new Set(['textarea', 'editor', 'json', 'references', 'file']);

/** The fields that a form of this resource sends, in the order of the definition. */
export const formFieldNames = (d: ResourceDefinition): readonly string[] =>
  Object.entries(d.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

/** The form's fields by section: a heading applies from the field that defines it to the next one that does. */
export const formSections = (d: ResourceDefinition): readonly FormSection[] => sectionsOf(d, isWritable);

/**
 * The same for read-only views: includes computed fields, excludes secrets and fields that another field already shows.
 */
export const readSections = (d: ResourceDefinition): readonly FormSection[] =>
  sectionsOf(d, (f) => f.kind !== 'secret' && !(f.kind === 'json' && f.isDescribed));

function sectionsOf(d: ResourceDefinition, includesField: (f: Field) => boolean): readonly FormSection[] {
  const sections: { label: Label | null; entries: [string, Field][] }[] = [{ label: null, entries: [] }];
  for (const [name, field] of Object.entries(d.fields)) {
    if (field.section) sections.push({ label: field.section, entries: [] });
    if (includesField(field)) sections.at(-1)?.entries.push([name, field]);
  }
  return sections
    .filter((s) => s.entries.length > 0)
    .map((s) => ({
      label: s.label,
      fields: placed(s.entries),
    }));
}

/**
 * A field of half width starts a row, and the next one follows next to it. Two consecutive text areas share a row in
 * the same way; a single one takes the whole row, as it would leave a gap.
 */
function placed(entries: readonly [string, Field][]): readonly FormField[] {
  const fields: FormField[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const [entry, next] = entries.slice(at, at + 2);
    if (!entry) break;
    const [name, field] = entry;
    if (next && sharesRow(field, next[1])) {
      fields.push({ name, field, placement: 'row' }, { name: next[0], field: next[1], placement: 'next' });
      at += 1;
    } else fields.push({ name, field, placement: ALWAYS_WIDE.has(field.kind) ? 'wide' : 'next' });
  }
  return fields;
}

const sharesRow = (field: Field, next: Field): boolean =>
  field.pairsWithNext === true || (field.kind === 'textarea' && next.kind === 'textarea' && !next.pairsWithNext);
