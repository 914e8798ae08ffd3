import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { unusual_act } from '../resources/unusual_act.ts';
import { body, textField } from './body.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { record, text } from './shapes.ts';

/** Calls with which auditors review flagged activity. */
export const flaggedActivityCalls = {
  'POST /api/unusual_act/{id}/look_into': {
    tag: unusual_act.labels.en,
    summary: { en: 'Record the finding of an exception', id: 'Catat temuan atas transaksi janggal' },
    description: 'Possible once. The finding is stored with reviewer and time, and cannot be changed.',
    rights: [permission('VIEW', unusual_act.permission)],
    path: { id: pathId(unusual_act) },
    body: body({ note: textField(unusual_act.fields.note.max) }),
    response: z.strictObject({ data: record('unusual_act', { note: text }) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;
