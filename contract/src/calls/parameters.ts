import { z } from 'zod';
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../fields/filter.ts';
import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';
import { withoutInvisible } from '../texts/invisible-characters.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { parseWords } from '../fields/search-terms.ts';

/** Kinds of values in paths and queries, where every value is text. Errors are messages of errors/messages.ts. */

const ID = /^[1-9]\d{0,14}$/;
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const WHOLE = { type: 'integer', minimum: 1 } as const;
const described = (description?: string) => (description === undefined ? {} : { description });

/** Path id. A missing record is a 404 that uses its label. */
export const pathId = ({ label }: Pick<ResourceDefinition, 'label'>) => ({
  label,
  schema: z.string().regex(ID).transform(Number).meta(WHOLE),
});

/** A path value that must be one of these. */
export const pathChoice = <const T extends string>(values: readonly T[], label: Label) => ({
  label,
  schema: z.enum(values),
});

export const optionalText = (problem: string) => z.string({ error: problem }).optional();

/** A whole number from 1 to `max`; `empty` if omitted or empty. */
const wholeNumberText = <Empty>(max: number, empty: Empty, problem: string) =>
  optionalText(problem).transform((text = '', ctx): number | Empty => {
    if (text === '') return empty;
    if (ID.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });

/** A whole number; null if omitted or empty. */
export const wholeNumberParameter = (max: number, description?: string) =>
  wholeNumberText(max, null, message('whole')).meta({ ...WHOLE, maximum: max, ...described(description) });

/** An id; null if omitted or empty. */
export const idParameter = (description?: string, problem = message('reference')) =>
  wholeNumberText(Number.MAX_SAFE_INTEGER, null, problem).meta({ ...WHOLE, ...described(description) });

/** Page number and page size. */
export const paging = {
  page: wholeNumberText(1_000_000, 1, message('whole')).meta({ ...WHOLE, default: 1 }),
  per_page: wholeNumberText(PER_PAGE_MAX, PER_PAGE_DEFAULT, message('whole')).meta({
    ...WHOLE,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_DEFAULT,
  }),
};

/** One of these; undefined if omitted. */
export const choiceParameter = <const T extends string>(values: readonly T[], description?: string) =>
  z
    .enum(values, { error: message('choice', values.join(', ')) })
    .optional()
    .meta(described(description));

/** A flag, `1` or `0`; off if omitted. */
export const flagParameter = (description: string) =>
  z
    .enum(['', '0', '1'], { error: message('flag') })
    .optional()
    .transform((sent) => sent === '1')
    .meta({ enum: ['0', '1'], default: '0', description });

/** Search terms. */
export const searchParameter = (description?: string) =>
  optionalText(message('text'))
    .transform((text = '', ctx): readonly string[] =>
      parseWords(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta(described(description));

/** Text, trimmed; empty if omitted. */
export const textParameter = (description?: string) =>
  optionalText(message('text'))
    .transform((sent = '') => withoutInvisible(sent).trim())
    .meta(described(description));

/**
 * A local date and time in the request's zone; undefined if omitted or empty. An invalid text is rejected later, where
 * the zone is known.
 */
export const momentParameter = (description: string) =>
  optionalText(message('date'))
    .transform((sent) => sent || undefined)
    .meta({ description });

/** Required search terms. */
export const requiredSearchParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'text') })
    .transform((text, ctx): readonly string[] =>
      parseWords(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta({ description });

/** Text that matches a pattern; null if omitted or empty. */
export const patternParameter = (pattern: RegExp, problem: string, description: string) =>
  optionalText(problem)
    .refine((text = '') => text === '' || pattern.test(text), { error: problem })
    .transform((text = '') => text || null)
    .meta({ pattern: pattern.source, description });

/** A required month, `2026-10`. */
export const monthParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'date') })
    .regex(MONTH, { error: message('date') })
    .meta({ description });

/** A required id. */
export const requiredIdParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'reference') })
    .regex(ID, { error: message('reference') })
    .transform(Number)
    .meta({ ...WHOLE, description });

/** A day, `2026-10-31`; null if omitted or empty. */
export const dayParameter = (description: string) =>
  optionalText(message('date'))
    .refine((text = '') => text === '' || z.iso.date().safeParse(text).success, { error: message('date') })
    .transform((text = '') => text || null)
    .meta({ format: 'date', description });
