import { type Field, type Label, type ResourceDefinition, bulkFields, isNullable } from '@innkeeper/contract';
import { formSections } from '../form/form-fields.ts';
import { type Body, type FormValue, toBody } from '../form/form-values.ts';
import { unreadableError } from '../form/validate-form.ts';

/** The mode of a field in a bulk edit. */
export type EditMode = 'keep' | 'change' | 'clear';

/** The edits by field; fields that are kept are absent. */
export type Edits = Readonly<Record<string, { readonly mode: 'change' | 'clear'; readonly value: FormValue }>>;

export interface EditableSection {
  readonly label: Label | null;
  readonly fields: readonly { readonly name: string; readonly field: Field }[];
}

/** The fields that can be edited in bulk, under the headings of the form; excludes immutable fields. */
export function editableSections(definition: ResourceDefinition): readonly EditableSection[] {
  const editableNames = new Set(bulkFields(definition).filter((name) => !definition.fields[name]?.fixed));
  return formSections(definition)
    .map(({ label, fields }) => ({ label, fields: fields.filter(({ name }) => editableNames.has(name)) }))
    .filter(({ fields }) => fields.length > 0);
}

/** Whether a field can be cleared. */
export const canClear = (field: Field): boolean =>
  !field.required && (field.kind === 'references' || isNullable(field));

const isEmptyValue = (value: FormValue): boolean =>
  value === null || (Array.isArray(value) && value.length === 0) || (typeof value === 'string' && value.trim() === '');

/** The client-side errors of the edits, as message keys by field: a change requires a value. */
export function editErrors(definition: ResourceDefinition, edits: Edits): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [name, { mode, value }] of Object.entries(edits)) {
    const field = definition.fields[name];
    if (!field || mode === 'clear') continue;
    const problem = isEmptyValue(value) ? 'required' : unreadableError(field, value);
    if (problem !== undefined) errors[name] = problem;
  }
  return errors;
}

/** The edits as a request body. */
export function editBody(definition: ResourceDefinition, edits: Edits): Body {
  const values = Object.fromEntries(
    Object.entries(edits).map(([name, { mode, value }]) => [name, mode === 'clear' ? null : value]),
  );
  return toBody(definition, values, Object.keys(values));
}
