/**
 * Encodes a write as the API accepts it from forms: multipart with the method-override field. Null is `''`, flags are 1
 * and 0, lists repeat their name with `[]` (an empty list is `''`), files are sent unchanged, other objects as JSON.
 * Undefined values are omitted, so the field keeps its value.
 */
export function toFormData(
  input: Readonly<Record<string, unknown>>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): FormData {
  const form = new FormData();
  form.set('_method', method);
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (Array.isArray(value) && value.length > 0) for (const item of value) form.append(`${name}[]`, String(item));
    else if (value instanceof Blob) form.set(name, value);
    else form.set(name, toText(value));
  }
  return form;
}

function toText(value: unknown): string {
  if (value === null || Array.isArray(value)) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
