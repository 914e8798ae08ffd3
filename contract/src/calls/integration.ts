import { z } from 'zod';
import { NEWEST_MAX } from '../integration.ts';
import { message } from '../messages.ts';
import { momentParameter, optionalText } from './parameters.ts';
import { text, textOrNull } from './shapes.ts';

/** Pieces of the calls for hotels' own systems. */

export const INTEGRATION_TAG = 'Properties’ own systems';

/** The card of the examples. */
export const EXAMPLE_CARD = '8000100020003004';

/** A field that the call's records judge by their own rules. */
export const judged = <T>(json: Readonly<Record<string, unknown>>) => z.custom<T>().optional().meta(json);

const whole = /^[1-9]\d{0,14}$/;
const wholeOr = <Empty>(max: number, empty: Empty, problem: string) =>
  optionalText(problem).transform((text = '', ctx): number | Empty => {
    if (text === '') return empty;
    if (whole.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });

/** The query of a list that answers the newest first. */
export const newestQuery = z.object({
  cursor: wholeOr(Number.MAX_SAFE_INTEGER, null, message('pattern')).meta({
    type: 'string',
    description: 'next_cursor of the page before; the newest records without it',
  }),
  limit: wholeOr(NEWEST_MAX, 100, message('max', NEWEST_MAX)).meta({
    type: 'integer',
    minimum: 1,
    maximum: NEWEST_MAX,
    default: 100,
  }),
  updated_since: momentParameter('Only what was entered, changed or deleted since; what is deleted has its deleted_at'),
});

/** A page of records, the newest first. */
export const newestAnswer = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    meta: z.strictObject({ next_cursor: textOrNull.meta({ description: 'Null behind the last page' }) }),
  });

/** The refusal of one of many. */
export const refusedLine = z.strictObject({
  error: text,
  message: text,
  errors: z.record(text, z.array(text)).optional(),
  more_errors: z.number().optional(),
  current: z.unknown().optional(),
  request_id: text,
});
