import { z } from 'zod';
import { AUDIT_CHECKS, LOG_HEAD, type AuditCheckKey } from '../audit.ts';
import { message } from '../messages.ts';
import { permission } from '../permission.ts';
import { body } from './body.ts';
import type { Calls, Read } from './call.ts';
import { id, person, text, textOrNull, whole } from './shapes.ts';

const isCheck = (key: string): key is AuditCheckKey => Object.hasOwn(AUDIT_CHECKS, key);

const difference = z.strictObject({
  check: z.enum(Object.keys(AUDIT_CHECKS).filter(isCheck)),
  count: whole.meta({ description: 'Records that break the rule' }),
  rows: z.array(z.strictObject({ resource: text, id: whole, note: textOrNull })),
});

const head = z.strictObject({
  seal: id,
  lines: whole.meta({ description: 'Lines of the operation log up to this seal' }),
  at: text,
  hash: text.meta({ description: 'SHA-256 over these lines and every seal before, 64 hexadecimal digits' }),
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
  head: head.nullable().meta({ description: 'How far the operation log was sealed; null before the end' }),
  kept_head: textOrNull.meta({ description: 'The head with which the operation log was compared' }),
});

const shared = {
  tag: 'Audit',
  rights: [permission('VIEW', 'AUDIT')],
  description: 'For users who see every hotel: it adds up all of them.',
} as const;

/** The audit: everything that is kept, added up, and the rules that do not hold. */
export const auditCalls = {
  'GET /api/audit/run': {
    ...shared,
    answer: z.strictObject({ data: run.nullable() }),
    summary: { en: 'The last audit, and what it found', id: 'Audit terakhir dan hasilnya' },
  },
  'GET /api/audit/head': {
    ...shared,
    answer: z.strictObject({ data: head.nullable() }),
    summary: {
      en: 'The head of the operation log, to be kept outside',
      id: 'Kepala log operasi, untuk disimpan di luar',
    },
    description:
      'The newest seal, null before the first. Everything in the log up to it follows from its hash: kept outside the database, as `seal-hash`, it shows later that the log still begins the same. For users who see every hotel.',
  },
  'POST /api/audit/run': {
    ...shared,
    answer: z.strictObject({ data: run.nullable() }),
    summary: {
      en: 'Start an audit; one that waits or runs is answered',
      id: 'Menjumlahkan semuanya; audit yang sedang berjalan dijawab',
    },
    body: body({
      head: z
        .string({ error: message('pattern') })
        .regex(LOG_HEAD, { error: message('pattern') })
        .nullish()
        .transform((sent) => sent ?? null)
        .meta({ description: 'A head that was kept, `seal-hash`: the log still has to begin with it' }),
    }),
    write: 'once',
  },
} as const satisfies Calls;

export type AuditRun = Read<typeof run>;
