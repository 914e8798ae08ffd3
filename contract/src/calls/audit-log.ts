import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import type { Calls, JsonOf } from './definition.ts';
import { id, integer, text, textOrNull } from './shapes.ts';

const archivedMonth = z.strictObject({
  id,
  starts_at: textOrNull.meta({ description: 'First moment of its entries in UTC; null for all before the end' }),
  ends_at: text.meta({ description: 'First moment after its entries in UTC' }),
  lines: integer.meta({ description: 'Number of entries' }),
  file: text.meta({ description: 'A JSON object for each entry, one on each line, compressed with gzip' }),
  bytes: integer.meta({ description: 'Size of the compressed file' }),
  sha256: text.meta({ description: 'SHA-256 of the compressed file, 64 hexadecimal digits' }),
  archived_at: text,
  address: text.meta({ description: 'Where the file is read for an hour, without a token' }),
});

/** The archive of the audit log: old months that are files, and no longer in the database. */
export const auditLogCalls = {
  'GET /api/audit/archive': {
    name: 'listArchivedMonths',
    tag: 'Audit',
    rights: [permission('VIEW', 'AUDIT')],
    summary: {
      en: 'Months of the audit log in the archive, oldest first',
      id: 'Bulan log audit di arsip, terlama dahulu',
    },
    description:
      'Their entries are in files, and no longer in lists and histories. Requires access to all hotels, because a file has the entries of all.',
    response: z.strictObject({ data: z.array(archivedMonth) }),
  },
} as const satisfies Calls;

export type ArchivedMonth = JsonOf<typeof archivedMonth>;
