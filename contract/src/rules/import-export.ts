import type { Field } from '../fields/kinds.ts';
import { type Nested, type ResourceDefinition, allFields, isWritable } from '../fields/definition.ts';

/** Lists as files: requests and responses of `export` and `import` of every resource. */

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum rows of an imported file. */
export const IMPORT_ROWS_MAX = 50_000;
/** Maximum bytes of an imported file. */
export const IMPORT_BYTES_MAX = 10 * 1024 * 1024;
/** Maximum rejected rows in a response. */
export const IMPORT_ERRORS_MAX = 500;

/**
 * The fields that a column of a file can be mapped to: all writable ones except files, and the id, which selects the
 * record to change.
 */
export const importFields = (d: ResourceDefinition): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(allFields(d)).filter(([name, f]) => name === 'id' || (isWritable(f) && f.kind !== 'file')),
  );

/** A column of the file and the field that it is mapped to, or null. */
export interface ImportColumn {
  readonly header: string;
  readonly field: string | null;
  /** Its first values, three at most. */
  readonly sample: readonly string[];
}

/** A row that cannot be written. Rows are numbered as in a spreadsheet: the headings are row 1. */
export interface ImportRejection {
  readonly row: number;
  /** The values of the row, by field, including corrections. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The result that an import would have. */
export interface ImportCheck {
  readonly columns: readonly ImportColumn[];
  readonly rows: number;
  readonly created: number;
  /** Rows that would change a record. A row equal to its record does not count. */
  readonly updated: number;
  readonly rejected: number;
  /** The first rejected rows. */
  readonly errors: readonly ImportRejection[];
}

/** The result of an import. */
export interface ImportDone {
  readonly id: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
}

/** A past import. */
export interface ImportEntry extends ImportDone {
  readonly resource: string;
  readonly file_name: string;
  readonly at: string;
  readonly by: Nested;
  readonly undone_at: string | null;
  readonly can_undo: boolean;
}

/** The result of undoing an import. */
export interface ImportUndone {
  readonly deleted: number;
  readonly updated: number;
  /** Records whose password or access token remains, because undoing cannot restore secrets. */
  readonly secrets_left?: number;
}

/** The result of undoing a bulk call. */
export interface BulkUndone extends ImportUndone {
  readonly restored: number;
}
