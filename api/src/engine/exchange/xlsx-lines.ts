import type { Field, FieldKind } from '@innkeeper/contract';

/** The parts of a table in a file, line by line. */

/** The kind of a column's cells: that of its field, or for days that stand for their months a kind of its own. */
export type CellKind = FieldKind | 'month';

export const cellKindOf = (f: Field): CellKind => (f.kind === 'date' && f.ofMonth ? 'month' : f.kind);

export interface SheetColumn {
  readonly heading: string;
  readonly kind: CellKind;
  /** Pixels. */
  readonly width: number;
}

/** Rows of text; null: an empty cell. */
export type Rows = readonly Row[];
export type Row = readonly (string | null)[];
/** Rows, and subtotals between them. */
export type Lines = readonly (Row | SubtotalRow)[];
export const isSubtotal = (line: Row | SubtotalRow): line is SubtotalRow => !Array.isArray(line);

/** Sums of columns over all rows. */
export interface FootRow {
  /** Stands in the first column that has no sum. */
  readonly label: string;
  readonly sums: readonly FootSum[];
}

export interface FootSum {
  /** Position of the column. */
  readonly column: number;
  /** The result of the formula: shown by programs that do not calculate. */
  readonly value: string;
  /** Only of rows in which this other column has this text. */
  readonly where?: { readonly column: number; readonly text: string };
  /** The sum cannot be added up from the rows: it stands as a value, without a formula. */
  readonly isStated?: boolean;
}

/** The subtotal of a group of rows, below its last one. */
export interface SubtotalRow extends FootRow {
  /** Position of the column in which its label stands: that of the group. */
  readonly at: number;
  /** How many groups it is within. */
  readonly depth: number;
  /** How many lines above it are of its group: rows, and subtotals of the groups within. */
  readonly above: number;
}
