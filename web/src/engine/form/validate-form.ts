import { type Field, type ResourceDefinition, brokenFieldRules } from '@innkeeper/contract';
import { createSchema, fieldErrors, updateSchema, valueSchema } from '@innkeeper/contract/schemas';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { localDay } from '../../format/date.ts';
import { fieldNumberProblem } from '../../format/number-input.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { formFieldNames } from './form-fields.ts';
import { type Body, type FormValue, type FormValues, bodyOf } from './form-values.ts';

/** Maximum size in bytes of a file accepted by the API. */
export const FILE_MAX = 10 * 1024 * 1024;

/**
 * The errors of the form's values by field, as message keys that `sentence` translates. An update (with `base`)
 * validates only the values it sends: an old value that would be rejected today does not block another change.
 */
export function formErrors(
  d: ResourceDefinition,
  values: FormValues,
  base: FormValues | null,
  now: Date,
): Record<string, string> {
  const names = base ? changedFields(d, base, values) : formFieldNames(d);
  const body = fillEmptyDates(d, bodyOf(d, values, names), now);
  // The server validates files. Here the file name represents the file, so that the field counts as filled in.
  const evaluated = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
  const parsed = (base ? updateSchema(d) : createSchema(d)).safeParse(evaluated);
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

/** Reduces dates to days, without the time they are sent with. Omits invalid values from the comparison. */
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
  const numberError = f && fieldNumberProblem(f, value);
  if (numberError) return numberError;
  if (f?.kind === 'json' && typeof value === 'string' && value.trim() !== '' && !isJson(value)) return 'pattern';
  if (value instanceof File && value.size > FILE_MAX) return 'too_large';
  return undefined;
}

/** The error of a number, date or time that the input could not parse; available before the form is sent. */
export function unreadableError(f: Field, value: FormValue): string | undefined {
  const numberMessage = fieldNumberProblem(f, value);
  if (numberMessage || (f.kind !== 'date' && f.kind !== 'instant') || typeof value !== 'string') return numberMessage;
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

/** The same validation as a resolver for react-hook-form. */
export function formResolver(d: ResourceDefinition, base: () => FormValues | null): Resolver<FormValues> {
  return (values) => {
    const found = Object.entries(formErrors(d, values, base(), new Date()));
    const errors: FieldErrors<FormValues> = Object.fromEntries(
      found.map(([name, message]) => [name, { type: 'validate', message }]),
    );
    return found.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
