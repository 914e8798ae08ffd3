import { z } from 'zod';
import { message } from '../messages.ts';
import { permission } from '../permission.ts';
import { held_posting } from '../resources/held_posting.ts';
import { visit } from '../resources/visit.ts';
import { body, optionalTextField, reasonField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { judged, refusedLine } from './integration.ts';
import { id, text, whole } from './shapes.ts';

/** Held postings that one call posts at most: each is a visit of its own, with all that follows from one. */
export const HELD_MAX = 500;

/** The held postings that are meant: ids, or all that match a list's filter but some. */
const which = {
  ids: judged<readonly number[]>({ type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: HELD_MAX }),
  filter: judged<object>({ type: 'object', description: 'In place of ids: all that match the filter of a list' }),
  except: judged<readonly number[]>({ type: 'array', items: { type: 'integer', minimum: 1 } }),
};

const line = z.strictObject({
  id,
  reference_no: text,
  outcome: z.enum(['posted', 'refused']),
  visit: z.strictObject({ id, visit_no: text }).nullable(),
  error: refusedLine.nullable(),
});

/** Calls by which staff post or dismiss bills that were held. */
export const heldPostingCalls = {
  'POST /api/held_posting/post': {
    tag: held_posting.labels.en,
    summary: { en: 'Post held bills as visits', id: 'Catat tagihan tertahan sebagai kunjungan' },
    description:
      'Each is answered by itself; one that is refused stays held. A member, day or remark that is sent is that of each visit, otherwise what was sent with the bill holds. A dismissed one can still be posted.',
    rights: [permission('STORE', visit.permission)],
    body: body({
      ...which,
      member_id: z
        .int({ error: message('number') })
        .min(1, { error: message('reference') })
        .nullish()
        .meta({ description: 'The right member' }),
      visit_date: z
        .string({ error: message('text') })
        .nullish()
        .meta({ description: 'The right day' }),
      remark: optionalTextField(visit.fields.remark.max),
    }),
    answer: z.strictObject({ data: z.array(line), meta: z.strictObject({ posted: whole, refused: whole }) }),
    write: 'once',
    refusals: [429],
  },
  'POST /api/held_posting/dismiss': {
    tag: held_posting.labels.en,
    summary: { en: 'Dismiss held bills, all or none', id: 'Abaikan tagihan tertahan, semua atau tidak sama sekali' },
    rights: [permission('UPDATE', visit.permission)],
    body: body({ ...which, reason: reasonField(held_posting.fields.dismiss_reason.max) }),
    answer: z.strictObject({ data: z.strictObject({ dismissed: whole }) }),
    write: 'once',
    refusals: [409],
  },
} satisfies Calls;

export type PostedLine = Read<typeof line>;
