import { type Field, type ResourceDefinition, brokenFieldRules } from '@innkeeper/contract';
import { createSchema, fieldErrors, updateSchema, valueSchema } from '@innkeeper/contract/schemas';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { localDay } from '../../format/date.ts';
import { fieldNumberProblem } from '../../format/typed-number.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { formFieldNames } from './form-fields.ts';
import { type Body, type FormValue, type FormValues, bodyOf } from './form-values.ts';

/** Bytes that the API takes of one file. */
export const FILE_MAX = 10 * 1024 * 1024;

/**
 * The errors of the form's values, by field, as messages that `sentence` turns into words. An update (`base` is there) is judged
 * by the values that it sends: an old value that would be refused today does not stand in the way of another change.
 */
export function formErrors(
  d: ResourceDefinition,
  values: FormValues,
  base: FormValues | null,
  now: Date,
): Record<string, string> {
  const names = base ? changedFields(d, base, values) : formFieldNames(d);
  const body = fillEmptyDates(d, bodyOf(d, values, names), now);
  // A file is judged by the server; here it stands for an address, so that it counts as filled in.
  const judged = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
  const parsed = (base ? updateSchema(d) : createSchema(d)).safeParse(judged);
  const errors: Record<string, string> = {};
  if (!parsed.success)
    for (const [name, found] of Object.entries(fieldErrors(parsed.error))) errors[name] = found[0] ?? 'text';
  const comparable = comparableValues(d, { ...values, ...body }, errors);
  for (const [name, found] of Object.entries(brokenFieldRules(d.fields, comparable, new Set(names), localDay(now))))
    errors[name] ??= found[0] ?? 'text';
  for (const name of names) {
    const own = ownError(d.fields[name], values[name] ?? null);
    if (own) errors[name] = own;
  }
  return errors;
}

/** Days without the time that they are sent with. An unreadable one compares with nothing. */
function comparableValues(d: ResourceDefinition, values: Body, errors: Readonly<Record<string, string>>): Body {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !Object.hasOwn(errors, name))
      .map(([name, value]) => [
        name,
        d.fields[name]?.kind === 'date' && typeof value === 'string' ? value.slice(0, 10) : value,
      ]),
  );
}

function ownError(f: Field | undefined, value: FormValue): string | undefined {
  const unread = f && fieldNumberProblem(f, value);
  if (unread) return unread;
  if (f?.kind === 'json' && typeof value === 'string' && value.trim() !== '' && !isJson(value)) return 'pattern';
  if (value instanceof File && value.size > FILE_MAX) return 'too_large';
  return undefined;
}

/** The error of a typed number, date or time; known before the form is sent, because the input has read it. */
export function unreadable(f: Field, value: FormValue): string | undefined {
  const wrongNumber = fieldNumberProblem(f, value);
  if (wrongNumber || (f.kind !== 'date' && f.kind !== 'instant') || typeof value !== 'string') return wrongNumber;
  return valueSchema(f).safeParse(value).error?.issues[0]?.message;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same as react-hook-form asks for it. */
export function formResolver(d: ResourceDefinition, base: () => FormValues | null): Resolver<FormValues> {
  return (values) => {
    const found = Object.entries(formErrors(d, values, base(), new Date()));
    const errors: FieldErrors<FormValues> = Object.fromEntries(
      found.map(([name, message]) => [name, { type: 'validate', message }]),
    );
    return found.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
