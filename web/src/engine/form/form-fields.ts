import { type Field, type FieldKind, type FieldSet, type Label, isWritable } from '@innkeeper/contract';

/** Position of a field in the two columns: the next free one, the start of a row, or the whole row. */
export type Placement = 'next' | 'row' | 'wide';

/** A field and its position in a form. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  readonly placement: Placement;
}

export interface FormSection {
  /** Null for the fields before the first heading. */
  readonly label: Label | null;
  readonly fields: readonly FormField[];
}

const WIDE_KINDS: ReadonlySet<FieldKind> = new Set(['textarea', 'editor', 'json', 'references', 'file']);

/** The fields that a form sends, in the order of the definition. */
export const formFieldNames = (definition: FieldSet): readonly string[] =>
  Object.entries(definition.fields).flatMap(([name, f]) => (isWritable(f) ? [name] : []));

type FieldTest = (name: string) => boolean;
const isNowhereElse: FieldTest = () => false;

/**
 * The form's fields by section, without those that the page shows elsewhere. A section begins at the field that defines
 * its heading and ends before the next one.
 */
export const formSections = (
  definition: FieldSet,
  isShownElsewhere: FieldTest = isNowhereElse,
): readonly FormSection[] => groupIntoSections(definition, (f, name) => isWritable(f) && !isShownElsewhere(name));

/**
 * Sections of a read-only view: includes computed fields, excludes secrets and fields that another field or the page
 * already shows.
 */
export const readSections = (
  definition: FieldSet,
  isShownElsewhere: FieldTest = isNowhereElse,
): readonly FormSection[] =>
  groupIntoSections(
    definition,
    (f, name) => f.kind !== 'secret' && !(f.kind === 'json' && f.isDescribed) && !isShownElsewhere(name),
  );

function groupIntoSections(
  definition: FieldSet,
  includesField: (f: Field, name: string) => boolean,
): readonly FormSection[] {
  const sections: { label: Label | null; entries: [string, Field][] }[] = [{ label: null, entries: [] }];
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.section) sections.push({ label: field.section, entries: [] });
    if (includesField(field, name)) sections.at(-1)?.entries.push([name, field]);
  }
  return sections
    .filter((s) => s.entries.length > 0)
    .map((s) => ({
      label: s.label,
      fields: placeFields(s.entries),
    }));
}

/**
 * Places fields in two columns. A field that pairs with the next one starts a row. Two consecutive text areas share a
 * row too; a single one takes the whole row, because it would leave a gap.
 */
function placeFields(entries: readonly [string, Field][]): readonly FormField[] {
  const fields: FormField[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const [entry, next] = entries.slice(index, index + 2);
    if (!entry) break;
    const [name, field] = entry;
    if (next && sharesRow(field, next[1])) {
      fields.push({ name, field, placement: 'row' }, { name: next[0], field: next[1], placement: 'next' });
      index += 1;
    } else fields.push({ name, field, placement: WIDE_KINDS.has(field.kind) ? 'wide' : 'next' });
  }
  return fields;
}

const sharesRow = (field: Field, next: Field): boolean =>
  field.pairsWithNext === true || (field.kind === 'textarea' && next.kind === 'textarea' && !next.pairsWithNext);
