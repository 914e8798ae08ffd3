import type { ApiError } from '../../platform/http/api-error.ts';
import type { Links } from './links.ts';
import type { Row, Values } from './resource-hooks.ts';

/** Values for a new record, or for an existing one: validated, in wire format, with the record that they change. */
export interface ReadyRow {
  /** The number that identifies it in errors: the row in a file, or the id of a record. */
  readonly row: number;
  readonly values: Values;
  readonly before: Row | null;
}

/** A row with the columns to write, and the ids of its list fields. */
export interface PlannedRow {
  readonly ready: ReadyRow;
  readonly columns: Values;
  /** The ids of its list fields before the write; null if none of them changes. */
  readonly currentLinks: Links | null;
}

/** Receives each row that cannot be written. */
export type RejectRow = (row: number, error: ApiError) => void;
