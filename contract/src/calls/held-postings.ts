import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { permission } from '../rights/permission.ts';
import { held_posting } from '../resources/held_posting.ts';
import { visit } from '../resources/visit.ts';
import { dismissalBody, postingCorrectionBody } from '../bodies/held-postings.ts';
import { body, fieldSchemas } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { rejectedLine } from './integrations.ts';
import { selectionFields } from './selection.ts';
import { id, text, integer } from './shapes.ts';

/** Maximum number of held postings per call. Each becomes a visit with all its effects. */
export const MAX_HELD_POSTINGS = 500;

const postedLine = z.strictObject({
  id,
  reference_no: text,
  outcome: z.enum(['posted', 'rejected']),
  visit: z.strictObject({ id, visit_no: text }).nullable(),
  error: rejectedLine.nullable(),
});

/** Calls with which staff post or dismiss held bills. */
export const heldPostingCalls = {
  'POST /api/held_posting/post': {
    name: 'postHeldPostings',
    tag: held_posting.labels.en,
    summary: { en: 'Post bills on hold as visits', id: 'Catat tagihan tertahan sebagai kunjungan' },
    description:
      'Each bill has its own result; a rejected one stays on hold. A member, date or remark in the request replaces the value sent with each bill. Dismissed bills can still be posted.',
    rights: [permission('STORE', visit.permission)],
    body: body({
      ...selectionFields(MAX_HELD_POSTINGS),
      ...fieldSchemas(postingCorrectionBody),
      // Each bill reports an invalid date as its own error.
      visit_date: z
        .string({ error: message('text') })
        .nullish()
        .meta({ description: 'Correct date' }),
    }),
    response: z.strictObject({
      data: z.array(postedLine),
      meta: z.strictObject({ posted: integer, rejected: integer }),
    }),
    write: 'idempotent',
    rejections: [429],
  },
  'POST /api/held_posting/dismiss': {
    name: 'dismissHeldPostings',
    tag: held_posting.labels.en,
    summary: { en: 'Dismiss bills on hold, all together', id: 'Abaikan tagihan tertahan, semua sekaligus' },
    rights: [permission('UPDATE', visit.permission)],
    body: body({ ...selectionFields(MAX_HELD_POSTINGS), ...fieldSchemas(dismissalBody) }),
    response: z.strictObject({ data: z.strictObject({ dismissed: integer }) }),
    write: 'idempotent',
    rejections: [409],
  },
} satisfies Calls;

export type HeldPostingResult = JsonOf<typeof postedLine>;
