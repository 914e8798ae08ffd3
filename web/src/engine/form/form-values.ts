import { type Field, type FieldKind, type FieldSet, getResource } from '@innkeeper/contract';
import { toLocalInstant } from '../../format/date.ts';
import { formFieldNames } from './form-fields.ts';

/**
 * The value of a field in a form; null if empty. Texts as typed; numbers as decimal strings, so that no digit is lost;
 * flags 1 or 0; JSON as text; days `YYYY-MM-DD`; instants `YYYY-MM-DD HH:mm:ss` in the browser's zone; references as
 * ids; a file as the selected file or the address of the stored one.
 */
export type FormValue = string | number | readonly number[] | File | null;
export type FormValues = Record<string, FormValue>;

/** The values in a request: like form values, but integers are numbers. */
export type Body = Record<string, unknown>;

/** A record as returned by the API. */
export type WireRecord = Readonly<Record<string, unknown>>;

const FORM_VALUE_READERS: Record<FieldKind, (value: unknown) => FormValue> = {
  text: toText,
  email: toText,
  phone: toText,
  textarea: toText,
  editor: toText,
  secret: () => null,
  integer: toText,
  decimal: toText,
  money: toText,
  flag: (v) => (v === null || v === undefined ? null : v === 1 || v === true ? 1 : 0),
  date: (v) => toText(v)?.slice(0, 10) ?? null,
  instant: (v) => (typeof v === 'string' ? toLocalInstant(v) : null),
  reference: toId,
  option: toId,
  choice: toText,
  file: toText,
  references: (v) => (Array.isArray(v) ? v.filter((id): id is number => typeof id === 'number') : []),
  json: (v) => (v === null || v === undefined ? null : JSON.stringify(v, null, 2)),
};

/** The form values of an existing record. */
export function toFormValues(definition: FieldSet, record: WireRecord): FormValues {
  return Object.fromEntries(
    formFieldNames(definition).map((name) => [name, toFormValue(definition.fields[name], record[name])]),
  );
}

/** The values of some fields only. */
export const pickValues = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

function toFormValue(field: Field | undefined, value: unknown): FormValue {
  if (!field) return null;
  if (field.kind === 'money' && field.whole) return toText(value)?.replace(/\.0*$/, '') ?? null;
  return FORM_VALUE_READERS[field.kind](value);
}

/**
 * The initial values of a new record: those of the caller (such as the member of a new card), otherwise the defaults of
 * the definition, otherwise null. `onlyHotel`, the hotel of a user who has just one, fills required hotel fields.
 */
export function initialValues(
  definition: FieldSet,
  defaults: WireRecord = {},
  onlyHotel: number | null = null,
): FormValues {
  return Object.fromEntries(
    formFieldNames(definition).map((name) => {
      const field = definition.fields[name];
      const defaultHotel =
        field?.kind === 'reference' && field.required && getResource(field.to).place ? onlyHotel : null;
      return [name, toFormValue(field, defaults[name] ?? defaultHotel ?? field?.initial ?? field?.default)];
    }),
  );
}

/** The named fields as sent in a request. Stored files are omitted: an address is not an upload. */
export function toBody(
  definition: FieldSet,
  values: FormValues,
  names: readonly string[] = formFieldNames(definition),
): Body {
  const body: Body = {};
  for (const name of names) {
    const field = definition.fields[name];
    const value = values[name] ?? null;
    if (!field || (field.kind === 'file' && typeof value === 'string') || (field.kind === 'secret' && value === null))
      continue;
    if (value === '') body[name] = null;
    else
      body[name] = field.kind === 'integer' && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  }
  return body;
}

function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

function toId(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
