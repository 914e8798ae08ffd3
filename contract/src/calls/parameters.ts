import { z } from 'zod';
import { PER_PAGE_DEFAULT, MAX_PER_PAGE } from '../fields/filter.ts';
import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';
import { stripInvisible } from '../texts/invisible-characters.ts';
import type { ResourceDefinition } from '../fields/definition.ts';
import { parseSearchTerms } from '../fields/search-terms.ts';

/** Kinds of values in paths and queries, where every value is text. Errors are messages of errors/messages.ts. */

const ID_PATTERN = /^[1-9]\d{0,14}$/;
export const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;
const POSITIVE_INTEGER = { type: 'integer', minimum: 1 } as const;
const descriptionMeta = (description?: string) => (description === undefined ? {} : { description });

/** An id in a path. A missing record is a 404 with its label. */
export const pathId = ({ label }: Pick<ResourceDefinition, 'label'>) => ({
  label,
  schema: z.string().regex(ID_PATTERN).transform(Number).meta(POSITIVE_INTEGER),
});

/** A path value that must be one of these. */
export const pathChoice = <const T extends string>(values: readonly T[], label: Label) => ({
  label,
  schema: z.enum(values),
});

export const optionalTextSchema = (problem: string) => z.string({ error: problem }).optional();

/** A whole number from 1 to `max`; `empty` if omitted or empty. */
const wholeNumberText = <Empty>(max: number, empty: Empty, problem: string) =>
  optionalTextSchema(problem).transform((text = '', ctx): number | Empty => {
    if (text === '') return empty;
    if (ID_PATTERN.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });

/** A whole number; null if omitted or empty. */
export const wholeNumberParameter = (max: number, description?: string) =>
  wholeNumberText(max, null, message('whole')).meta({
    ...POSITIVE_INTEGER,
    maximum: max,
    ...descriptionMeta(description),
  });

/** An id; null if omitted or empty. */
export const idParameter = (description?: string, problem = message('reference')) =>
  wholeNumberText(Number.MAX_SAFE_INTEGER, null, problem).meta({
    ...POSITIVE_INTEGER,
    ...descriptionMeta(description),
  });

/** Page number and page size. */
export const paging = {
  page: wholeNumberText(1_000_000, 1, message('whole')).meta({ ...POSITIVE_INTEGER, default: 1 }),
  per_page: wholeNumberText(MAX_PER_PAGE, PER_PAGE_DEFAULT, message('whole')).meta({
    ...POSITIVE_INTEGER,
    maximum: MAX_PER_PAGE,
    default: PER_PAGE_DEFAULT,
  }),
};

/** One of these; undefined if omitted. */
export const choiceParameter = <const T extends string>(values: readonly T[], description?: string) =>
  z
    .enum(values, { error: message('choice', values.join(', ')) })
    .optional()
    .meta(descriptionMeta(description));

/** A flag, `1` or `0`; false if omitted. */
export const flagParameter = (description: string) =>
  z
    .enum(['', '0', '1'], { error: message('flag') })
    .optional()
    .transform((value) => value === '1')
    .meta({ enum: ['0', '1'], default: '0', description });

/** Search terms. */
export const searchParameter = (description?: string) =>
  optionalTextSchema(message('text'))
    .transform((text = '', ctx): readonly string[] =>
      parseSearchTerms(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta(descriptionMeta(description));

/** Text, trimmed; empty if omitted. */
export const textParameter = (description?: string) =>
  optionalTextSchema(message('text'))
    .transform((value = '') => stripInvisible(value).trim())
    .meta(descriptionMeta(description));

/**
 * A local date and time in the request's zone; undefined if omitted or empty. An invalid text is rejected later, where
 * the zone is known.
 */
export const instantParameter = (description: string) =>
  optionalTextSchema(message('date'))
    .transform((value) => value || undefined)
    .meta({ description });

/** Required search terms. */
export const requiredSearchParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'text') })
    .transform((text, ctx): readonly string[] =>
      parseSearchTerms(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta({ description });

/** Text that matches a pattern; null if omitted or empty. */
export const patternParameter = (pattern: RegExp, problem: string, description: string) =>
  optionalTextSchema(problem)
    .refine((text = '') => text === '' || pattern.test(text), { error: problem })
    .transform((text = '') => text || null)
    .meta({ pattern: pattern.source, description });

/** A required month, `2026-10`. */
export const monthParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'date') })
    .regex(MONTH_PATTERN, { error: message('date') })
    .meta({ description });

/** A required id. */
export const requiredIdParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'reference') })
    .regex(ID_PATTERN, { error: message('reference') })
    .transform(Number)
    .meta({ ...POSITIVE_INTEGER, description });

/** A day, `2026-10-31`; null if omitted or empty. */
export const dayParameter = (description: string) =>
  optionalTextSchema(message('date'))
    .refine((text = '') => text === '' || z.iso.date().safeParse(text).success, { error: message('date') })
    .transform((text = '') => text || null)
    .meta({ format: 'date', description });
