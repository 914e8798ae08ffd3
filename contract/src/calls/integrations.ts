import { z } from 'zod';
import { MAX_UPDATED_SINCE } from '../rules/integration.ts';
import { message } from '../errors/messages.ts';
import { instantParameter, optionalTextSchema } from './parameters.ts';
import { text, textOrNull } from './shapes.ts';

/** Shared parts of the calls for hotels' own systems. */

export const INTEGRATION_TAG = 'Hotel systems';

/** The card number in the examples. */
export const EXAMPLE_CARD_NUMBER = '8000100020003004';

/** A field that the resource of the call's records validates. */
export const jsonSchema = <T>(json: Readonly<Record<string, unknown>>) => z.custom<T>().optional().meta(json);

const WHOLE_NUMBER = /^[1-9]\d{0,14}$/;
const wholeNumberOr = <Empty>(max: number, empty: Empty, problem: string) =>
  optionalTextSchema(problem).transform((text = '', ctx): number | Empty => {
    if (text === '') return empty;
    if (WHOLE_NUMBER.test(text) && Number(text) <= max) return Number(text);
    ctx.addIssue({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });

/** The query of a list that is returned newest first. */
export const updatedSinceQuery = z.object({
  cursor: wholeNumberOr(Number.MAX_SAFE_INTEGER, null, message('pattern')).meta({
    type: 'string',
    description: 'next_cursor of the previous page; omit for the newest records',
  }),
  limit: wholeNumberOr(MAX_UPDATED_SINCE, 100, message('max', MAX_UPDATED_SINCE)).meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_UPDATED_SINCE,
    default: 100,
  }),
  updated_since: instantParameter('Only records created, changed or deleted since then; deleted ones have deleted_at'),
});

/** A page of records, newest first. */
export const updatedSinceResponse = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    data: z.array(item),
    meta: z.strictObject({ next_cursor: textOrNull.meta({ description: 'Null on the last page' }) }),
  });

/** The rejection of one item of a batch. */
export const rejectedLine = z.strictObject({
  error: text,
  message: text,
  errors: z.record(text, z.array(text)).optional(),
  more_errors: z.number().optional(),
  current: z.unknown().optional(),
  request_id: text,
});
