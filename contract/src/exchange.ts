import { allFields } from './column-path.ts';
import type { Field } from './field.ts';
import { type Nested, type ResourceDefinition, isWritable } from './resource.ts';

/** Lists as files: what `export` and `import` of every resource take and answer. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows at most in a file that is imported. */
export const IMPORT_ROWS_MAX = 50_000;
/** Bytes at most of a file that is imported. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;
/** Refused rows at most that an answer tells of. */
export const IMPORT_ERRORS_MAX = 500;

/** What a column of a file may be mapped to: the fields that may be written, files aside, and the id, which changes a record. */
export const importFields = (d: ResourceDefinition): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(allFields(d)).filter(([name, f]) => name === 'id' || (isWritable(f) && f.kind !== 'file')),
  );

/** A column of the file, and what it was taken for; null: for nothing. */
export interface ImportColumn {
  readonly header: string;
  readonly field: string | null;
  /** The first texts in it, three at most. */
  readonly sample: readonly string[];
}

/** A row that cannot be written. Rows are numbered as a spreadsheet does: the headings are row 1. */
export interface ImportRefusal {
  readonly row: number;
  /** What the row says, by field, corrections included. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** What an import would do. */
export interface ImportCheck {
  readonly columns: readonly ImportColumn[];
  readonly rows: number;
  readonly created: number;
  /** Rows that would change a record; one that says what stands changes nothing. */
  readonly updated: number;
  readonly refused: number;
  /** The first of the refused rows. */
  readonly errors: readonly ImportRefusal[];
}

/** What an import did. */
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

/** What undoing an import did. */
export interface ImportUndone {
  readonly deleted: number;
  readonly updated: number;
}

/** What undoing a bulk call did. */
export interface BulkUndone extends ImportUndone {
  readonly restored: number;
}
