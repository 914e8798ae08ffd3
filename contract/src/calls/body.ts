import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { isOneLine, withoutInvisible } from '../texts/invisible-characters.ts';
import { REASON_MIN, isReason } from '../fields/reason.ts';
import { MONTH } from './parameters.ts';

/** Kinds of fields in JSON bodies. Fields of forms were converted to the same types before. */

/** A body of exactly these fields; any other field is rejected. */
export const body = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
  });

const missing = (otherwise: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? message('required') : otherwise;

/** A required id. */
export const idField = (description?: string) =>
  z
    .number({ error: missing(message('number')) })
    .refine(Number.isInteger, { error: message('whole'), abort: true })
    .refine((n) => n > 0 && Number.isSafeInteger(n), { error: message('reference') })
    .meta({ type: 'integer', minimum: 1, ...(description !== undefined && { description }) });

/** An optional id; null if omitted. */
export const optionalIdField = (description?: string) =>
  idField(description)
    .nullish()
    .transform((id) => id ?? null);

const plainText = (error: z.core.$ZodErrorMap) =>
  z.string({ error }).refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true });
const bounded = (max: number) => [(s: string) => [...s].length <= max, { error: message('max_length', max) }] as const;

/** Required text. */
export const textField = (max: number) =>
  plainText(missing(message('text')))
    .refine(...bounded(max))
    .transform((s) => s.trim())
    .refine((s) => s !== '', { error: message('required') })
    .meta({ maxLength: max });

/** A required reason. */
export const reasonField = (max: number) =>
  textField(max)
    .refine((s) => s === '' || isReason(s), { error: message('reason_length', REASON_MIN) })
    .meta({ minLength: REASON_MIN, maxLength: max });

/** Optional text; null if omitted or blank. */
export const optionalTextField = (max: number) =>
  plainText(() => message('text'))
    .refine(...bounded(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

/** An optional number or code; null if omitted or blank. */
export const optionalCodeField = (max: number) =>
  plainText(() => message('text'))
    .refine(isOneLine, { error: message('one_line') })
    .transform(withoutInvisible)
    .refine(...bounded(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

/** Exactly one of these values, required. */
export const choiceField = <const T extends string>(values: readonly T[]) =>
  z.enum(values, { error: missing(message('choice', values.join(', '))) });

/** A required id, as a number or as its digits. */
export const idOrTextField = (description: string) =>
  z
    .union([z.number(), z.string()], { error: missing(message('reference')) })
    .transform((sent, ctx): number => {
      if (/^[1-9]\d{0,14}$/.test(`${sent}`)) return Number(sent);
      ctx.addIssue({ code: 'custom', message: message(sent === '' ? 'required' : 'reference'), input: sent });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: 1, description });

/** A required day, `2026-10-31`; of an instant only its day is used. */
export const dayField = (description: string) =>
  z
    .string({ error: missing(message('date')) })
    .transform((sent) => sent.slice(0, 10))
    .pipe(z.iso.date({ error: message('date') }))
    .meta({ description });

/** A required month, `2026-10`. */
export const monthField = () => z.string({ error: missing(message('date')) }).regex(MONTH, { error: message('date') });

/** An optional day, `2026-10-31`; of an instant only its day is used. Null if omitted. */
export const optionalDayField = (description: string) =>
  z
    .string({ error: message('date') })
    .refine((sent) => /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(sent) && z.iso.date().safeParse(sent.slice(0, 10)).success, {
      error: message('date'),
    })
    .nullish()
    .transform((sent) => sent?.slice(0, 10) ?? null)
    .meta({ type: 'string', format: 'date', description });

/** A required amount above 0, as text with at most 3 decimals. */
export const amountField = (description: string) =>
  z
    .string({ error: missing(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((amount) => Number(amount) > 0, { error: message('more_than', 0) })
    .meta({ description });

/** A required flag, 1 or 0. */
export const flagField = (description: string) =>
  z
    .literal([0, 1, '0', '1'], { error: missing(message('flag')) })
    .transform((sent) => Number(sent) === 1)
    .meta({ type: 'integer', enum: [0, 1], description });

/** A required rate to the US dollar: above 0, with at most 6 decimals. */
export const rateField = (description: string) =>
  z
    .string({ error: missing(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((rate) => Number(rate) > 0, { error: message('more_than', 0) })
    .meta({ description });
