import { z } from 'zod';
import { RECONCILIATION_CHECKS, LOG_HEAD, type ReconciliationCheckKey } from '../reports/reconciliation.ts';
import { permission } from '../rights/permission.ts';
import { text as textField } from '../fields/kinds.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { id, person, text, textOrNull, integer } from './shapes.ts';

const isCheck = (key: string): key is ReconciliationCheckKey => Object.hasOwn(RECONCILIATION_CHECKS, key);

const difference = z.strictObject({
  check: z.enum(Object.keys(RECONCILIATION_CHECKS).filter(isCheck)),
  count: integer.meta({ description: 'Records that break the rule' }),
  rows: z.array(z.strictObject({ resource: text, id: integer, note: textOrNull })),
});

const logHead = z.strictObject({
  seal: id,
  lines: integer.meta({ description: 'Audit log entries up to this seal' }),
  at: text,
  hash: text.meta({ description: 'SHA-256 of these entries and all earlier seals, 64 hexadecimal digits' }),
});

const reconciliationRun = z.strictObject({
  id,
  at: text,
  by: person,
  ended_at: textOrNull.meta({ description: 'Null while waiting or running' }),
  seconds: z.number().nullable(),
  differences: z.array(difference).nullable().meta({
    description: 'Rules with differences, empty if there are none; null until finished, or if the check failed',
  }),
  head: logHead.nullable().meta({ description: 'Newest seal of the audit log; null until finished' }),
  stored_head: textOrNull.meta({ description: 'Head the audit log was compared with' }),
});

const reconciliationCall = {
  tag: 'Audit',
  rights: [permission('VIEW', 'AUDIT')],
  description: 'Requires access to all hotels, because the check covers all of them.',
} as const;

/** The reconciliation: recomputes all stored totals and reports the broken rules. */
export const reconciliationCalls = {
  'GET /api/audit/run': {
    name: 'listReconciliations',
    ...reconciliationCall,
    response: z.strictObject({ data: reconciliationRun.nullable() }),
    summary: { en: 'Last reconciliation and its differences', id: 'Rekonsiliasi terakhir beserta selisihnya' },
  },
  'GET /api/audit/head': {
    name: 'getLogHead',
    ...reconciliationCall,
    response: z.strictObject({ data: logHead.nullable() }),
    summary: {
      en: 'Head of the audit log, for storage elsewhere',
      id: 'Segel terbaru log audit, untuk disimpan di luar',
    },
    description:
      'Newest seal of the audit log, null before the first. Store it outside the database as `seal-hash`: its hash proves later that no earlier entry was changed. Requires access to all hotels.',
  },
  'POST /api/audit/run': {
    name: 'startReconciliation',
    ...reconciliationCall,
    response: z.strictObject({ data: reconciliationRun.nullable() }),
    summary: {
      en: 'Start a reconciliation, or return the one waiting or running',
      id: 'Mulai rekonsiliasi, atau kembalikan yang menunggu atau berjalan',
    },
    body: bodyOf({
      fields: {
        head: textField('Head', 'Segel', {
          pattern: LOG_HEAD.source,
          hint: {
            en: 'A stored head, `seal-hash`, that the log must still match',
            id: 'Segel tersimpan, `seal-hash`, yang harus tetap cocok dengan log',
          },
        }),
      },
    }),
    write: 'idempotent',
  },
} as const satisfies Calls;

export type ReconciliationRun = JsonOf<typeof reconciliationRun>;
