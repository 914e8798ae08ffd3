import { z } from 'zod';
import { message } from '../errors/messages.ts';
import type { JsonOf } from './definition.ts';
import { jsonSchema } from './integrations.ts';
import { integer, namedRecord, text } from './shapes.ts';

/** Calls on the selected records of a list. */

/** The fields of a selection: ids, or all that match a list's filter, with exceptions. The server's engine reads them. */
export const selectionFields = (maxIds: number) => ({
  ids: jsonSchema<readonly number[]>({ type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: maxIds }),
  filter: jsonSchema<object>({ type: 'object', description: 'Instead of ids: all records that match a list filter' }),
  except: jsonSchema<readonly number[]>({ type: 'array', items: { type: 'integer', minimum: 1 } }),
});

/** The field that makes a call a dry run. */
export const dryRunField = (description: string) =>
  z
    .literal([0, 1, '0', '1'], { error: message('flag') })
    .optional()
    .transform((value) => Number(value ?? 0) === 1)
    .meta({ type: 'integer', enum: [0, 1], description });

/** Selected members whom an action leaves out, by reason. */
export const leftOutMembers = z.array(
  z.strictObject({
    reason: text,
    number: integer,
    members: z.array(namedRecord).meta({ description: 'The first five' }),
  }),
);
export type LeftOutMembers = JsonOf<typeof leftOutMembers>;
