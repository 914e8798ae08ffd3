/**
 * A write as the API takes it from forms: multipart, with the method-override field. Nothing is `''`, flags are 1 and 0, lists
 * repeat their name with `[]` (an empty one is `''`), files travel as they are, other objects as JSON. An undefined value is not
 * sent, and the field keeps its value.
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
    else form.set(name, asText(value));
  }
  return form;
}

function asText(value: unknown): string {
  if (value === null || Array.isArray(value)) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
