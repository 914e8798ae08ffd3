import type { Field } from './kinds.ts';

/** The changes of a record in one entry of the audit log, for display in words. */
export interface RecordChanges {
  /** Key of the record's resource. */
  readonly resource: string;
  /** The currency of the record's amounts. */
  readonly currency?: string | null;
  /**
   * The text before and after by field; new records have only the text after. References and options have the name of
   * their record, everything else the logged text (`parseLoggedValue`).
   */
  readonly fields: Readonly<Record<string, readonly (string | null)[]>>;
}

/** The wire value of a logged value. The log stores text, so no decimal is lost. */
export function parseLoggedValue(field: Field | undefined, text: string | null | undefined): unknown {
  if (text === null || text === undefined || !field) return text ?? null;
  switch (field.kind) {
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
