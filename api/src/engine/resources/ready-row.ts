import type { ApiError } from '../../platform/http/api-error.ts';
import type { Row, Values } from './resource-hooks.ts';

/** Values for a new record, or for an existing one: validated, in wire format, with the record that they change. */
export interface ReadyRow {
  /** The number that identifies it in errors: the row in a file, or the id of a record. */
  readonly row: number;
  readonly values: Values;
  readonly before: Row | null;
}

/** Receives each row that cannot be written. */
export type RejectRow = (row: number, error: ApiError) => void;
