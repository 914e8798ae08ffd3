import { type Field, type ResourceDefinition, withoutEnd } from '@innkeeper/contract';
import { formFieldNames } from './form-fields.ts';
import type { FormValue, FormValues } from './form-values.ts';

/** The fields whose value is another one than it was: an update sends only these. */
export const changedFields = (d: ResourceDefinition, before: FormValues, now: FormValues): readonly string[] =>
  formFieldNames(d).filter((name) => !isSameValue(d.fields[name], before[name] ?? null, now[name] ?? null));

/**
 * Whether two values of a field mean the same: lists in any order, an empty text is no text, line ends do not count, and a
 * decimal is the same with and without the zeros at its end. The address of a file is signed anew each time it is read: the part
 * after its `?` does not count.
 */
export function isSameValue(f: Field | undefined, a: FormValue, b: FormValue): boolean {
  return fingerprint(f, a) === fingerprint(f, b);
}

function fingerprint(f: Field | undefined, value: FormValue): FormValue {
  if (value === null || value === '') return null;
  if (Array.isArray(value)) return value.toSorted((a, b) => a - b).join(',');
  if (typeof value !== 'string') return value;
  if (f?.kind === 'decimal' || f?.kind === 'money')
    return value.includes('.') ? withoutEnd(withoutEnd(value, '0'), '.') : value;
  if (f?.kind === 'file') return value.split('?')[0] ?? value;
  return value.replaceAll('\r\n', '\n');
}
