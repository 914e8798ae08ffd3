import type { Field, FieldKind, ResourceDefinition } from '@innkeeper/contract';
import { toLocalInstant } from '../../format/date.ts';
import { formFieldNames } from './form-fields.ts';

/**
 * The value of a field in a form; null if empty. Texts as typed; numbers as decimal strings, so that no digit is lost;
 * flags 1 or 0; JSON as text; days `YYYY-MM-DD`; instants `YYYY-MM-DD HH:mm:ss` in the browser's zone; references as
 * ids; a file as the selected file or the address of the stored one.
 */
export type FormValue = string | number | readonly number[] | File | null;
export type FormValues = Record<string, FormValue>;

/** The values in a request: like form values, but whole numbers as numbers. */
export type Body = Record<string, unknown>;

/** A record as returned by the API. */
export type WireRecord = Readonly<Record<string, unknown>>;

const read: Record<FieldKind, (value: unknown) => FormValue> = {
  text: asText,
  email: asText,
  phone: asText,
  textarea: asText,
  editor: asText,
  secret: () => null,
  integer: asText,
  decimal: asText,
  money: asText,
  flag: (v) => (v === null || v === undefined ? null : v === 1 || v === true ? 1 : 0),
  date: (v) => asText(v)?.slice(0, 10) ?? null,
  instant: (v) => (typeof v === 'string' ? toLocalInstant(v) : null),
  reference: asId,
  option: asId,
  choice: asText,
  file: asText,
  references: (v) => (Array.isArray(v) ? v.filter((id): id is number => typeof id === 'number') : []),
  json: (v) => (v === null || v === undefined ? null : JSON.stringify(v, null, 2)),
};

/** The form values of an existing record. */
export function valuesOf(d: ResourceDefinition, record: WireRecord): FormValues {
  return Object.fromEntries(formFieldNames(d).map((name) => [name, valueOf(d.fields[name], record[name])]));
}

/** The values of some fields only. */
export const pickValues = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

function valueOf(f: Field | undefined, value: unknown): FormValue {
  if (!f) return null;
  if (f.kind === 'money' && f.whole) return asText(value)?.replace(/\.0*$/, '') ?? null;
  return read[f.kind](value);
}

/**
 * The initial values of a new record: those of the caller (such as the member of a new card), otherwise the defaults of
 * the definition, otherwise null. `onlyHotel` is the hotel of a user with a single one: it fills required hotel fields.
 */
export function startValues(
  d: ResourceDefinition,
  defaults: WireRecord = {},
  onlyHotel: number | null = null,
): FormValues {
  return Object.fromEntries(
    formFieldNames(d).map((name) => {
      const f = d.fields[name];
      const own = f?.kind === 'reference' && f.to === 'hotel' && f.required ? onlyHotel : null;
      return [name, valueOf(f, defaults[name] ?? own ?? f?.initial ?? f?.default)];
    }),
  );
}

/** The named fields as sent in a request. Stored files are omitted: an address is not an upload. */
export function bodyOf(d: ResourceDefinition, values: FormValues, names: readonly string[] = formFieldNames(d)): Body {
  const body: Body = {};
  for (const name of names) {
    const f = d.fields[name];
    const value = values[name] ?? null;
    if (!f || (f.kind === 'file' && typeof value === 'string') || (f.kind === 'secret' && value === null)) continue;
    if (value === '') body[name] = null;
    else body[name] = f.kind === 'integer' && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  }
  return body;
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

function asId(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
