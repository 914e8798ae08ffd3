import { type Field, type FieldSet, findFieldRuleErrors } from '@innkeeper/contract';
import { schemaForCreate, fieldErrors, schemaForUpdate, valueSchema } from '@innkeeper/contract/schemas';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { localDay } from '../../format/date.ts';
import { fieldNumberProblem } from '../../format/number-input.ts';
import { changedFields } from './changed-fields.ts';
import { fillEmptyDates } from './empty-dates.ts';
import { formFieldNames } from './form-fields.ts';
import { type Body, type FormValue, type FormValues, toBody } from './form-values.ts';

/** Maximum size in bytes of a file accepted by the API. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * The errors of the form's values by field, as message keys that `formatMessage` translates. An update (with `base`)
 * validates only the values it sends: an old value that would be rejected today does not block another change.
 */
export function formErrors(
  definition: FieldSet,
  values: FormValues,
  base: FormValues | null,
  now: Date,
): Record<string, string> {
  const names = base ? changedFields(definition, base, values) : formFieldNames(definition);
  const body = fillEmptyDates(definition, toBody(definition, values, names), now);
  // The server validates files. Here the file name stands in for the file, so that a required field counts as filled
  // in.
  const schemaInput = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value instanceof File ? value.name : value]),
  );
  const parsed = (base ? schemaForUpdate(definition) : schemaForCreate(definition)).safeParse(schemaInput);
  const errors: Record<string, string> = {};
  if (!parsed.success)
    for (const [name, messages] of Object.entries(fieldErrors(parsed.error))) errors[name] = messages[0] ?? 'text';
  const comparableInput = comparableValues(definition, { ...values, ...body }, errors);
  for (const [name, messages] of Object.entries(
    findFieldRuleErrors(definition.fields, comparableInput, new Set(names), localDay(now)),
  ))
    errors[name] ??= messages[0] ?? 'text';
  for (const name of names) {
    const error = validateValue(definition.fields[name], values[name] ?? null);
    if (error) errors[name] = error;
  }
  return errors;
}

/** Reduces dates to days, because they are sent with a time. Omits invalid values from the comparison. */
function comparableValues(definition: FieldSet, values: Body, errors: Readonly<Record<string, string>>): Body {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !Object.hasOwn(errors, name))
      .map(([name, value]) => [
        name,
        definition.fields[name]?.kind === 'date' && typeof value === 'string' ? value.slice(0, 10) : value,
      ]),
  );
}

function validateValue(field: Field | undefined, value: FormValue): string | undefined {
  const numberProblem = field && fieldNumberProblem(field, value);
  if (numberProblem) return numberProblem;
  if (field?.kind === 'json' && typeof value === 'string' && value.trim() !== '' && !isJson(value)) return 'pattern';
  if (value instanceof File && value.size > MAX_FILE_BYTES) return 'too_large';
  return undefined;
}

/** The error of a number, date or time that could not be parsed; shown before the form is submitted. */
export function unreadableError(field: Field, value: FormValue): string | undefined {
  const numberMessage = fieldNumberProblem(field, value);
  if (numberMessage || (field.kind !== 'date' && field.kind !== 'instant') || typeof value !== 'string')
    return numberMessage;
  return valueSchema(field).safeParse(value).error?.issues[0]?.message;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The fields of a form, which may depend on its values. */
export type FormFields = FieldSet | ((values: FormValues) => FieldSet);
/** The messages of rules beyond those of the fields; false if the values break none. */
export type FormCheck = (values: FormValues) => Readonly<Record<string, string>> | false;

export const fieldsFor = (fields: FormFields, values: FormValues): FieldSet =>
  typeof fields === 'function' ? fields(values) : fields;

/** The same validation as a resolver for react-hook-form. */
export function formResolver(
  fields: FormFields,
  base: () => FormValues | null,
  check?: FormCheck,
): Resolver<FormValues> {
  return (values) => {
    const errorsOfFields = formErrors(fieldsFor(fields, values), values, base(), new Date());
    const problems = Object.entries({ ...check?.(values), ...errorsOfFields });
    const errors: FieldErrors<FormValues> = Object.fromEntries(
      problems.map(([name, message]) => [name, { type: 'validate', message }]),
    );
    return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
