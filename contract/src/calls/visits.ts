import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { visit } from '../resources/visit.ts';
import { body, idField, optionalTextField } from './body.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { record } from './shapes.ts';

export const visitCalls = {
  'POST /api/visit/{id}/move': {
    tag: visit.labels.en,
    summary: {
      en: 'Move a visit to the right member',
      id: 'Pindahkan kunjungan ke anggota yang benar',
    },
    description: 'The tier of both members is evaluated again.',
    rights: [permission('UPDATE', visit.permission)],
    path: { id: pathId(visit) },
    body: body({ member_id: idField(), remark: optionalTextField(visit.fields.remark.max) }),
    response: z.strictObject({ data: record('visit', {}) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;
