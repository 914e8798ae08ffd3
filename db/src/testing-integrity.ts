import { RECONCILIATION_CHECKS, type ReconciliationSet } from '@innkeeper/contract';
import { reconcile } from './reconciliation.ts';
import type { Db } from './database.ts';

/** A violated rule and the records that violate it. */
export interface Violation {
  readonly rule: string;
  /** Resource, id and note of some of them. */
  readonly records: readonly string[];
}

/** Reconciles the data of a programme, and returns each violated rule with the records that violate it. */
export async function checkIntegrity(db: Db, sets?: readonly ReconciliationSet[]): Promise<Violation[]> {
  const { differences } = await reconcile(db, { isRepeated: true, ...(sets && { sets }) });
  return differences.map(({ check, rows }) => ({
    rule: RECONCILIATION_CHECKS[check].label.en,
    records: rows.map(({ resource, id, note }) => `${resource} ${id}: ${note ?? ''}`),
  }));
}
