import { type Field, type FieldSet, trimEndCharacters } from '@innkeeper/contract';
import { formFieldNames } from './form-fields.ts';
import type { FormValue, FormValues } from './form-values.ts';

/** The fields whose value has changed: an update sends only these. */
export const changedFields = (definition: FieldSet, previous: FormValues, current: FormValues): readonly string[] =>
  formFieldNames(definition).filter(
    (name) => !isSameValue(definition.fields[name], previous[name] ?? null, current[name] ?? null),
  );

/**
 * Whether two values of a field are equivalent. Ignores the order of lists, line endings, trailing zeros of decimals,
 * and empty text versus null. Also ignores the query of a file's address, because the address is signed again on each
 * read.
 */
export function isSameValue(field: Field | undefined, a: FormValue, b: FormValue): boolean {
  return normalizeValue(field, a) === normalizeValue(field, b);
}

function normalizeValue(field: Field | undefined, value: FormValue): FormValue {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.toSorted((a, b) => a - b).join(',');
  if (typeof value !== 'string') return value;
  if (field?.kind === 'decimal' || field?.kind === 'money')
    return value.includes('.') ? trimEndCharacters(trimEndCharacters(value, '0'), '.') : value;
  if (field?.kind === 'file') return value.split('?')[0] ?? value;
  return value.replaceAll('\r\n', '\n');
}
