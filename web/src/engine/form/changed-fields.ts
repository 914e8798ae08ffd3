import { type Field, type ResourceDefinition, withoutEnd } from '@innkeeper/contract';
import { formFieldNames } from './form-fields.ts';
import type { FormValue, FormValues } from './form-values.ts';

/** The fields whose value has changed: an update sends only these. */
export const changedFields = (d: ResourceDefinition, before: FormValues, now: FormValues): readonly string[] =>
  formFieldNames(d).filter((name) => !isSameValue(d.fields[name], before[name] ?? null, now[name] ?? null));

/**
 * Whether two values of a field are equivalent. Ignores the order of lists, differences in line endings, trailing zeros
 * of decimals, and empty text versus null. Also ignores the part of a file's address after `?`, which is signed again
 * on each read.
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
