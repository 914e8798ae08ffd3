import { allFields } from './column-path.ts';
import type { Field } from './field.ts';
import { type Nested, type ResourceDefinition, isWritable } from './resource.ts';

/** Lists as files: requests and answers of `export` and `import` of every resource. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows at most in a file that is imported. */
export const IMPORT_ROWS_MAX = 50_000;
/** Bytes at most of a file that is imported. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;
/** Refused rows at most that an answer tells of. */
export const IMPORT_ERRORS_MAX = 500;

/** The fields that a column of a file may be mapped to: those that may be written, files aside, and the id, which changes a record. */
export const importFields = (d: ResourceDefinition): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(allFields(d)).filter(([name, f]) => name === 'id' || (isWritable(f) && f.kind !== 'file')),
  );

/** A column of the file, and the field that it is mapped to; null: none. */
export interface ImportColumn {
  readonly header: string;
  readonly field: string | null;
  /** The first texts in it, three at most. */
  readonly sample: readonly string[];
}

/** A row that cannot be written. Rows are numbered as a spreadsheet does: the headings are row 1. */
export interface ImportRefusal {
  readonly row: number;
  /** The values of the row, by field, corrections included. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The outcome that an import would have. */
export interface ImportCheck {
  readonly columns: readonly ImportColumn[];
  readonly rows: number;
  readonly created: number;
  /** Rows that would change a record; one that says the same as the record changes nothing. */
  readonly updated: number;
  readonly refused: number;
  /** The first of the refused rows. */
  readonly errors: readonly ImportRefusal[];
}

/** The outcome of an import. */
export interface ImportDone {
  readonly id: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
}

/** An import of the past. */
export interface ImportEntry extends ImportDone {
  readonly resource: string;
  readonly file_name: string;
  readonly at: string;
  readonly by: Nested;
  readonly undone_at: string | null;
  readonly can_undo: boolean;
}

/** The outcome of undoing an import. */
export interface ImportUndone {
  readonly deleted: number;
  readonly updated: number;
  /** Records of which a password or access token stays as it is: undoing gives none back. */
  readonly secrets_left?: number;
}

/** The outcome of undoing a bulk call. */
export interface BulkUndone extends ImportUndone {
  readonly restored: number;
}
