import { type Field, type Label, type ResourceDefinition, bulkFields, isNullable } from '@innkeeper/contract';
import { formSections } from '../form/form-fields.ts';
import { type Body, type FormValue, bodyOf } from '../form/form-values.ts';
import { unreadable } from '../form/validate-form.ts';

/** The change of a field in many records. */
export type EditMode = 'keep' | 'change' | 'clear';

/** The changes of the fields that are not kept. */
export type Edits = Readonly<Record<string, { readonly mode: 'change' | 'clear'; readonly value: FormValue }>>;

export interface EditableSection {
  readonly label: Label | null;
  readonly fields: readonly { readonly name: string; readonly field: Field }[];
}

/** The fields that many records may be given at once, under the headings of the form; not those that stand as they were made. */
export function editableSections(d: ResourceDefinition): readonly EditableSection[] {
  const may = new Set(bulkFields(d).filter((name) => !d.fields[name]?.fixed));
  return formSections(d)
    .map(({ label, fields }) => ({ label, fields: fields.filter(({ name }) => may.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}

/** Whether a field may be emptied. */
export const mayClear = (f: Field): boolean => !f.required && (f.kind === 'references' || isNullable(f));

const isNothing = (value: FormValue): boolean =>
  value === null || (Array.isArray(value) && value.length === 0) || (typeof value === 'string' && value.trim() === '');

/** The errors of the edits before anybody is asked, as messages by field: a change needs a value. */
export function editErrors(d: ResourceDefinition, edits: Edits): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [name, { mode, value }] of Object.entries(edits)) {
    const f = d.fields[name];
    if (!f || mode === 'clear') continue;
    const problem = isNothing(value) ? 'required' : unreadable(f, value);
    if (problem !== undefined) errors[name] = problem;
  }
  return errors;
}

/** The edits as they travel. */
export function editBody(d: ResourceDefinition, edits: Edits): Body {
  const values = Object.fromEntries(
    Object.entries(edits).map(([name, { mode, value }]) => [name, mode === 'clear' ? null : value]),
  );
  return bodyOf(d, values, Object.keys(values));
}
