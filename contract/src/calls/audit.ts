import { z } from 'zod';
import { AUDIT_CHECKS, type AuditCheckKey } from '../audit.ts';
import { permission } from '../permission.ts';
import type { Calls, Read } from './call.ts';
import { id, person, text, textOrNull, whole } from './shapes.ts';

const isCheck = (key: string): key is AuditCheckKey => Object.hasOwn(AUDIT_CHECKS, key);

const difference = z.strictObject({
  check: z.enum(Object.keys(AUDIT_CHECKS).filter(isCheck)),
  count: whole.meta({ description: 'Records that break the rule' }),
  rows: z.array(z.strictObject({ resource: text, id: whole, note: textOrNull })),
});

const run = z.strictObject({
  id,
  at: text,
  by: person,
  ended_at: textOrNull.meta({ description: 'Null while it waits or runs' }),
  seconds: z.number().nullable(),
  differences: z.array(difference).nullable().meta({
    description: 'Rules that are broken, none where everything agrees; null before the end, or where it could not look',
  }),
});

const shared = {
  tag: 'Audit',
  rights: [permission('VIEW', 'AUDIT')],
  description: 'For users who see every hotel: it adds up all of them.',
  answer: z.strictObject({ data: run.nullable() }),
} as const;

/** The audit: everything that is kept, added up, and the rules that do not hold. */
export const auditCalls = {
  'GET /api/audit/run': {
    ...shared,
    summary: { en: 'The last audit, and what it found', id: 'Audit terakhir dan hasilnya' },
  },
  'POST /api/audit/run': {
    ...shared,
    summary: {
      en: 'Start an audit; one that waits or runs is answered',
      id: 'Menjumlahkan semuanya; audit yang sedang berjalan dijawab',
    },
    body: z.object({}),
    write: 'once',
  },
} as const satisfies Calls;

export type AuditRun = Read<typeof run>;
