import { z } from 'zod';
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../filter.ts';
import type { Label } from '../label.ts';
import { message } from '../messages.ts';
import { withoutInvisible } from '../plain-characters.ts';
import type { ResourceDefinition } from '../resource.ts';
import { parseWords } from '../search-words.ts';

/** Kinds of values in paths and queries, where every value is text. Errors are messages of messages.ts. */

const ID = /^[1-9]\d{0,14}$/;
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const WHOLE = { type: 'integer', minimum: 1 } as const;
const described = (description?: string) => (description === undefined ? {} : { description });

/** An id in a path; of a record that is not there in words of its label. */
export const pathId = ({ label }: Pick<ResourceDefinition, 'label'>) => ({
  label,
  schema: z.string().regex(ID).transform(Number).meta(WHOLE),
});

/** One of these in a path. */
export const pathChoice = <const T extends string>(values: readonly T[], label: Label) => ({
  label,
  schema: z.enum(values),
});

export const optionalText = (problem: string) => z.string({ error: problem }).optional();

/** A whole number from 1 to `max`; `empty` where it is left out or empty. */
const wholeText = <Empty>(max: number, empty: Empty, problem: string) =>
  optionalText(problem).transform((text = '', ctx): number | Empty => {
    if (text === '') return empty;
    if (ID.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });

/** A whole number; null where it is left out or empty. */
export const wholeParameter = (max: number, description?: string) =>
  wholeText(max, null, message('whole')).meta({ ...WHOLE, maximum: max, ...described(description) });

/** An id; null where it is left out or empty. */
export const idParameter = (description?: string, problem = message('reference')) =>
  wholeText(Number.MAX_SAFE_INTEGER, null, problem).meta({ ...WHOLE, ...described(description) });

/** Page and size of a page. */
export const paging = {
  page: wholeText(1_000_000, 1, message('whole')).meta({ ...WHOLE, default: 1 }),
  per_page: wholeText(PER_PAGE_MAX, PER_PAGE_DEFAULT, message('whole')).meta({
    ...WHOLE,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_DEFAULT,
  }),
};

/** One of these; undefined where it is left out. */
export const choiceParameter = <const T extends string>(values: readonly T[], description?: string) =>
  z
    .enum(values, { error: message('choice', values.join(', ')) })
    .optional()
    .meta(described(description));

/** Whether something is asked for, `1` or `0`; not where it is left out. */
export const flagParameter = (description: string) =>
  z
    .enum(['', '0', '1'], { error: message('flag') })
    .optional()
    .transform((sent) => sent === '1')
    .meta({ enum: ['0', '1'], default: '0', description });

/** The words of a search. */
export const wordsParameter = (description?: string) =>
  optionalText(message('text'))
    .transform((text = '', ctx): readonly string[] =>
      parseWords(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta(described(description));

/** Text, trimmed; empty where it is left out. */
export const textParameter = (description?: string) =>
  optionalText(message('text'))
    .transform((sent = '') => withoutInvisible(sent).trim())
    .meta(described(description));

/** A local moment, in the zone of the request; undefined where it is left out or empty. A text that is no moment is refused later, where the zone is known. */
export const momentParameter = (description: string) =>
  optionalText(message('date'))
    .transform((sent) => sent || undefined)
    .meta({ description });

/** The words of a search that has to be said. */
export const requiredWordsParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'text') })
    .transform((text, ctx): readonly string[] =>
      parseWords(text, (problem) => ctx.addIssue({ code: 'custom', message: problem, input: text })),
    )
    .meta({ description });

/** Text of a pattern; null where it is left out or empty. */
export const patternParameter = (pattern: RegExp, problem: string, description: string) =>
  optionalText(problem)
    .refine((text = '') => text === '' || pattern.test(text), { error: problem })
    .transform((text = '') => text || null)
    .meta({ pattern: pattern.source, description });

/** A month that has to be said, `2026-10`. */
export const monthParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'date') })
    .regex(MONTH, { error: message('date') })
    .meta({ description });

/** An id that has to be said. */
export const requiredIdParameter = (description: string) =>
  z
    .string({ error: ({ input }) => message(input === undefined ? 'required' : 'reference') })
    .regex(ID, { error: message('reference') })
    .transform(Number)
    .meta({ ...WHOLE, description });

/** A day, `2026-10-31`; null where it is left out or empty. */
export const dayParameter = (description: string) =>
  optionalText(message('date'))
    .refine((text = '') => text === '' || z.iso.date().safeParse(text).success, { error: message('date') })
    .transform((text = '') => text || null)
    .meta({ format: 'date', description });
