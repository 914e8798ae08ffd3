import type { Field } from './kinds.ts';

/** The changes of a record in one entry of the audit log, for display in words. */
export interface RecordChanges {
  /** Key of the record's resource. */
  readonly resource: string;
  /**
   * Texts before and after, by field; only the text after for a new record. References and options are given by the
   * name of their record, everything else as stored in the log (`parseLoggedValue`).
   */
  readonly fields: Readonly<Record<string, readonly (string | null)[]>>;
}

/** The wire value of a logged value. The log stores text, so that no decimal is lost. */
export function parseLoggedValue(f: Field | undefined, text: string | null | undefined): unknown {
  if (text === null || text === undefined || !f) return text ?? null;
  switch (f.kind) {
    case 'flag':
      return text === 'true' ? 1 : 0;
    case 'integer':
    case 'reference':
    case 'option':
      return Number(text);
    case 'instant':
      return new Date(text).toISOString().slice(0, 19).replace('T', ' ');
    case 'references':
    case 'json':
      return JSON.parse(text);
    default:
      return text;
  }
}

/** The column of another field of the same record: `member.changes` and `changed` give `member.changed`. */
export const siblingColumn = (column: string, field: string): string =>
  [...column.split('.').slice(0, -1), field].join('.');
