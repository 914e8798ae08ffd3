import type { ApiError } from '../../platform/http/fail.ts';
import type { Row, Values } from './behaviour.ts';

/** Values for a new record, or for one that stands: checked as they travel, and the record that they change. */
export interface ReadyRow {
  /** The number by which refusals name it: the row of a file, or the id of a record. */
  readonly row: number;
  readonly values: Values;
  readonly before: Row | null;
}

/** Hears of a row that cannot be written. */
export type Refuse = (row: number, error: ApiError) => void;
