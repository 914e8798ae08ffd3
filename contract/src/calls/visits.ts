import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { visit } from '../resources/visit.ts';
import { moveBody } from '../bodies/visits.ts';
import { bodyOf } from './body.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { record } from './shapes.ts';

export const visitCalls = {
  'POST /api/visit/{id}/move': {
    name: 'moveVisit',
    tag: visit.labels.en,
    summary: {
      en: 'Move a visit to the right member',
      id: 'Pindahkan kunjungan ke anggota yang benar',
    },
    description: 'The tier of both members is evaluated again.',
    rights: [permission('UPDATE', visit.permission)],
    path: { id: pathId(visit) },
    body: bodyOf(moveBody),
    response: z.strictObject({ data: record('visit', {}) }),
    write: 'version',
    rejections: [409],
  },
} satisfies Calls;
