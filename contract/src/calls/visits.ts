import { z } from 'zod';
import { permission } from '../permission.ts';
import { visit } from '../resources/visit.ts';
import { body, idField, optionalTextField } from './body.ts';
import type { Calls } from './call.ts';
import { pathId } from './parameters.ts';
import { record } from './shapes.ts';

export const visitCalls = {
  'POST /api/visit/{id}/move': {
    tag: visit.labels.en,
    summary: {
      en: 'Give a visit that was posted to the wrong member to the right one',
      id: 'Pindahkan kunjungan yang salah anggota ke anggota yang benar',
    },
    description: 'Both members are judged anew.',
    rights: [permission('UPDATE', visit.permission)],
    path: { id: pathId(visit) },
    body: body({ member_id: idField(), remark: optionalTextField(visit.fields.remark.max) }),
    answer: z.strictObject({ data: record('visit', {}) }),
    write: 'version',
    refusals: [409],
  },
} satisfies Calls;
