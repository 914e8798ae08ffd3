import { z } from 'zod';
import { permission } from '../permission.ts';
import { unusual_act } from '../resources/unusual_act.ts';
import { body, textField } from './body.ts';
import type { Calls } from './call.ts';
import { pathId } from './parameters.ts';
import { record, text } from './shapes.ts';

/** The calls by which auditors look into unusual acts. */
export const unusualActCalls = {
  'POST /api/unusual_act/{id}/look_into': {
    tag: unusual_act.labels.en,
    summary: { en: 'Say what was found out about an unusual act', id: 'Catat hasil pemeriksaan tindakan tidak biasa' },
    description: 'Once: what was found out stands as it was written, with who looked and when.',
    rights: [permission('VIEW', unusual_act.permission)],
    path: { id: pathId(unusual_act) },
    body: body({ note: textField(unusual_act.fields.note.max) }),
    answer: z.strictObject({ data: record('unusual_act', { note: text }) }),
    write: 'version',
    refusals: [409],
  },
} satisfies Calls;
