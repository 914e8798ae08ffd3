import { z } from 'zod';
import type { FieldSet } from '../fields/definition.ts';
import { inputFieldSchema } from '../fields/json-schema.ts';
import type { Field, WireTypes } from '../fields/kinds.ts';
import { callFieldSchema } from '../fields/schemas.ts';
import { message } from '../errors/messages.ts';
import { MONTH_PATTERN } from './parameters.ts';

/**
 * Bodies of calls. `bodyOf` builds one from the same field kinds as those of a resource. The other functions are for
 * bodies that these cannot express: lists of lines, parts that a resource validates, values of another form. See
 * docs/decisions/0099-declare-the-bodies-of-calls-in-field-kinds.md. Form fields are converted to the same types before
 * validation.
 */

/** A body of exactly these fields; any other field is rejected. */
export const body = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
  });

type FieldValue<F extends Field> = F extends { choices: readonly { value: infer Value extends string }[] }
  ? Value
  : WireTypes[F['kind']];
type FieldSchema<F extends Field> = F extends { required: true }
  ? z.ZodType<FieldValue<F>, FieldValue<F>>
  : z.ZodPipe<
      z.ZodOptional<z.ZodType<FieldValue<F> | null, FieldValue<F> | null>>,
      z.ZodTransform<FieldValue<F> | null, FieldValue<F> | null | undefined>
    >;
type FieldSchemas<S extends FieldSet> = { [K in keyof S['fields']]: FieldSchema<S['fields'][K]> };

/** The schemas of declared fields, for a body that also has others. Optional ones are null if omitted. */
export const fieldSchemas = <const S extends FieldSet>({ fields }: S): FieldSchemas<S> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, callFieldSchema(field).meta(inputFieldSchema(field))]),
  ) as FieldSchemas<S>; // each field has a schema of its kind

/** A body of declared fields: `bodyOf({ fields: { reason: textarea('Reason', 'Alasan', { required: true }) } })`. */
export const bodyOf = <const S extends FieldSet>(declared: S) => body(fieldSchemas(declared));

const requiredError = (invalidMessage: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? message('required') : invalidMessage;

/** Required text. */
export const textField = (max: number) =>
  z
    .string({ error: requiredError(message('text')) })
    .refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true })
    .refine((s) => [...s].length <= max, { error: message('max_length', max) })
    .transform((s) => s.trim())
    .refine((s) => s !== '', { error: message('required') })
    .meta({ maxLength: max });

/** One of these values, required. */
export const choiceField = <const T extends string>(values: readonly T[]) =>
  z.enum(values, { error: requiredError(message('choice', values.join(', '))) });

/** A required id, as a number or as a string of digits. */
export const idOrTextField = (description: string) =>
  z
    .union([z.number(), z.string()], { error: requiredError(message('reference')) })
    .transform((value, ctx): number => {
      if (/^[1-9]\d{0,14}$/.test(`${value}`)) return Number(value);
      ctx.addIssue({ code: 'custom', message: message(value === '' ? 'required' : 'reference'), input: value });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: 1, description });

/** A required month, `2026-10`. */
export const monthField = () =>
  z.string({ error: requiredError(message('date')) }).regex(MONTH_PATTERN, { error: message('date') });
