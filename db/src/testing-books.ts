import { AUDIT_CHECKS, type AuditSet } from '@innkeeper/contract';
import { audit } from './audit.ts';
import type { Db } from './database.ts';

/** A rule that is broken, and the records that break it. */
export interface Violation {
  readonly rule: string;
  /** Resource, id and note of some of them. */
  readonly by: readonly string[];
}

/** Whether the books of a programme agree, as the audit sees them: returns each rule that is broken, with the records that break it. */
export async function checkBooks(db: Db, sets?: readonly AuditSet[]): Promise<Violation[]> {
  const { differences } = await audit(db, { isRepeated: true, ...(sets && { sets }) });
  return differences.map(({ check, rows }) => ({
    rule: AUDIT_CHECKS[check].label.en,
    by: rows.map(({ resource, id, note }) => `${resource} ${id}: ${note ?? ''}`),
  }));
}
