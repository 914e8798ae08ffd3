import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { isOneLine, stripInvisible } from '../texts/invisible-characters.ts';
import { MIN_REASON_LENGTH, isReason } from '../fields/reason.ts';
import { MONTH_PATTERN } from './parameters.ts';

/** Field kinds of JSON bodies. Form fields are converted to the same types before validation. */

/** A body of exactly these fields; any other field is rejected. */
export const body = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
  });

const requiredError = (invalidMessage: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? message('required') : invalidMessage;

/** A required id. */
export const idField = (description?: string) =>
  z
    .number({ error: requiredError(message('number')) })
    .refine(Number.isInteger, { error: message('whole'), abort: true })
    .refine((n) => n > 0 && Number.isSafeInteger(n), { error: message('reference') })
    .meta({ type: 'integer', minimum: 1, ...(description !== undefined && { description }) });

/** An optional id; null if omitted. */
export const optionalIdField = (description?: string) =>
  idField(description)
    .nullish()
    .transform((id) => id ?? null);

const plainTextSchema = (error: z.core.$ZodErrorMap) =>
  z.string({ error }).refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true });
const maxLengthRule = (max: number) =>
  [(s: string) => [...s].length <= max, { error: message('max_length', max) }] as const;

/** Required text. */
export const textField = (max: number) =>
  plainTextSchema(requiredError(message('text')))
    .refine(...maxLengthRule(max))
    .transform((s) => s.trim())
    .refine((s) => s !== '', { error: message('required') })
    .meta({ maxLength: max });

/** A required reason. */
export const reasonField = (max: number) =>
  textField(max)
    .refine((s) => s === '' || isReason(s), { error: message('reason_length', MIN_REASON_LENGTH) })
    .meta({ minLength: MIN_REASON_LENGTH, maxLength: max });

/** Optional text; null if omitted or blank. */
export const optionalTextField = (max: number) =>
  plainTextSchema(() => message('text'))
    .refine(...maxLengthRule(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

/** An optional number or code; null if omitted or blank. */
export const optionalCodeField = (max: number) =>
  plainTextSchema(() => message('text'))
    .refine(isOneLine, { error: message('one_line') })
    .transform(stripInvisible)
    .refine(...maxLengthRule(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

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

/** A required day, `2026-10-31`; only the day of an instant is used. */
export const dayField = (description: string) =>
  z
    .string({ error: requiredError(message('date')) })
    .transform((value) => value.slice(0, 10))
    .pipe(z.iso.date({ error: message('date') }))
    .meta({ description });

/** A required month, `2026-10`. */
export const monthField = () =>
  z.string({ error: requiredError(message('date')) }).regex(MONTH_PATTERN, { error: message('date') });

/** An optional day, `2026-10-31`; only the day of an instant is used. Null if omitted. */
export const optionalDayField = (description: string) =>
  z
    .string({ error: message('date') })
    .refine(
      (value) => /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(value) && z.iso.date().safeParse(value.slice(0, 10)).success,
      {
        error: message('date'),
      },
    )
    .nullish()
    .transform((value) => value?.slice(0, 10) ?? null)
    .meta({ type: 'string', format: 'date', description });

/** A required amount above 0, as text with at most 3 decimals. */
export const amountField = (description: string) =>
  z
    .string({ error: requiredError(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((amount) => Number(amount) > 0, { error: message('more_than', 0) })
    .meta({ description });

/** A required flag, 1 or 0. */
export const flagField = (description: string) =>
  z
    .literal([0, 1, '0', '1'], { error: requiredError(message('flag')) })
    .transform((value) => Number(value) === 1)
    .meta({ type: 'integer', enum: [0, 1], description });

/** A required rate to the US dollar: above 0, with at most 6 decimals. */
export const rateField = (description: string) =>
  z
    .string({ error: requiredError(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((rate) => Number(rate) > 0, { error: message('more_than', 0) })
    .meta({ description });
