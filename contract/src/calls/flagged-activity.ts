import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { flagged_activity } from '../resources/flagged_activity.ts';
import { bodyOf } from './body.ts';
import { textarea } from '../fields/kinds.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { record, text } from './shapes.ts';

/** Calls with which auditors review flagged activity. */
export const flaggedActivityCalls = {
  'POST /api/flagged_activity/{id}/review': {
    name: 'reviewFlaggedActivity',
    tag: flagged_activity.labels.en,
    summary: { en: 'Record the finding of an exception', id: 'Catat temuan atas transaksi janggal' },
    description: 'Possible once. The finding is stored with reviewer and time, and cannot be changed.',
    rights: [permission('VIEW', flagged_activity.permission)],
    path: { id: pathId(flagged_activity) },
    body: bodyOf({
      fields: { note: textarea('Finding', 'Temuan', { required: true, max: flagged_activity.fields.note.max }) },
    }),
    response: z.strictObject({ data: record('flagged_activity', { note: text }) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;
