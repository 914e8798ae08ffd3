import { z } from 'zod';
import { message } from '../messages.ts';
import { isOneLine, withoutInvisible } from '../plain-characters.ts';
import { REASON_MIN, isReason } from '../reason.ts';
import { MONTH } from './parameters.ts';

/** Kinds of fields in bodies, as JSON carries them; those of a form have been read as such before. */

/** A body of these fields: any other is refused. */
export const body = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject(fields, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? message('unknown_field') : undefined),
  });

const missing = (otherwise: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? message('required') : otherwise;

/** An id that has to be said. */
export const idField = (description?: string) =>
  z
    .number({ error: missing(message('number')) })
    .refine(Number.isInteger, { error: message('whole'), abort: true })
    .refine((n) => n > 0 && Number.isSafeInteger(n), { error: message('reference') })
    .meta({ type: 'integer', minimum: 1, ...(description !== undefined && { description }) });

/** An id that may be left out; null where it is. */
export const optionalIdField = (description?: string) =>
  idField(description)
    .nullish()
    .transform((id) => id ?? null);

const plainText = (error: z.core.$ZodErrorMap) =>
  z.string({ error }).refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul'), abort: true });
const bounded = (max: number) => [(s: string) => [...s].length <= max, { error: message('max_length', max) }] as const;

/** Text that has to be said. */
export const textField = (max: number) =>
  plainText(missing(message('text')))
    .refine(...bounded(max))
    .transform((s) => s.trim())
    .refine((s) => s !== '', { error: message('required') })
    .meta({ maxLength: max });

/** A reason that has to be said. */
export const reasonField = (max: number) =>
  textField(max)
    .refine((s) => s === '' || isReason(s), { error: message('reason_length', REASON_MIN) })
    .meta({ minLength: REASON_MIN, maxLength: max });

/** Text that may be left out; null where it is, or blank. */
export const optionalTextField = (max: number) =>
  plainText(() => message('text'))
    .refine(...bounded(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

/** A number or code that may be left out; null where it is, or blank. */
export const optionalCodeField = (max: number) =>
  plainText(() => message('text'))
    .refine(isOneLine, { error: message('one_line') })
    .transform(withoutInvisible)
    .refine(...bounded(max))
    .nullish()
    .transform((s) => (s ?? '').trim() || null);

/** One of these values, which is required. */
export const choiceField = <const T extends string>(values: readonly T[]) =>
  z.enum(values, { error: missing(message('choice', values.join(', '))) });

/** An id that has to be said, as a number or as its digits. */
export const idOrTextField = (description: string) =>
  z
    .union([z.number(), z.string()], { error: missing(message('reference')) })
    .transform((sent, ctx): number => {
      if (/^[1-9]\d{0,14}$/.test(`${sent}`)) return Number(sent);
      ctx.addIssue({ code: 'custom', message: message(sent === '' ? 'required' : 'reference'), input: sent });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: 1, description });

/** A day that has to be said, `2026-10-31`; of an instant its day. */
export const dayField = (description: string) =>
  z
    .string({ error: missing(message('date')) })
    .transform((sent) => sent.slice(0, 10))
    .pipe(z.iso.date({ error: message('date') }))
    .meta({ description });

/** A month that has to be said, `2026-10`. */
export const monthField = () => z.string({ error: missing(message('date')) }).regex(MONTH, { error: message('date') });

/** A day that may be left out, `2026-10-31`; of a moment its day. Null where it is left out. */
export const optionalDayField = (description: string) =>
  z
    .string({ error: message('date') })
    .refine((sent) => /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(sent) && z.iso.date().safeParse(sent.slice(0, 10)).success, {
      error: message('date'),
    })
    .nullish()
    .transform((sent) => sent?.slice(0, 10) ?? null)
    .meta({ type: 'string', format: 'date', description });

/** An amount above 0 that has to be said, as text with at most 3 decimals. */
export const amountField = (description: string) =>
  z
    .string({ error: missing(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,3})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((amount) => Number(amount) > 0, { error: message('more_than', 0) })
    .meta({ description });

/** A flag that has to be said, 1 or 0. */
export const flagField = (description: string) =>
  z
    .literal([0, 1, '0', '1'], { error: missing(message('flag')) })
    .transform((sent) => Number(sent) === 1)
    .meta({ type: 'integer', enum: [0, 1], description });

/** A rate to the US dollar that has to be said: above 0, with at most 6 decimals. */
export const rateField = (description: string) =>
  z
    .string({ error: missing(message('number')) })
    .regex(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/, {
      error: ({ input }) => message(input === '' ? 'required' : 'number'),
      abort: true,
    })
    .refine((rate) => Number(rate) > 0, { error: message('more_than', 0) })
    .meta({ description });
