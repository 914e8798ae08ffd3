import type { Field } from './field.ts';

/** The changes of a record that one entry of the operation log tells, for people to read in words. */
export interface RecordChanges {
  /** Key of the record's resource. */
  readonly resource: string;
  /**
   * By field, its texts before and after; of a new record the one after alone. References and options are told by the name of
   * their record, everything else as the log has it (`loggedValue`).
   */
  readonly fields: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Values of the log are text, so that no decimal is lost; this is how each kind travels. */
export function loggedValue(f: Field | undefined, text: string | null | undefined): unknown {
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

/** The column of another field of the same record: `member.changes` and `changed` are `member.changed`. */
export const columnBeside = (column: string, field: string): string =>
  [...column.split('.').slice(0, -1), field].join('.');
