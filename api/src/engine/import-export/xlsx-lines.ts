import type { Field, FieldKind } from '@innkeeper/contract';

/** The kind of a column's cells: its field's kind, `month` for days grouped by month, or `code` for numbers and codes. */
export type CellKind = FieldKind | 'month' | 'code';

export function cellKindOf(f: Field): CellKind {
  if (f.kind === 'date' && f.monthOnly) return 'month';
  // A computed text is never imported, so its digits may be grouped.
  return f.kind === 'text' && (f.code || f.computed) ? 'code' : f.kind;
}

export interface SheetColumn {
  readonly heading: string;
  readonly kind: CellKind;
  /** Pixels. */
  readonly width: number;
  /** Converts the codes of a column to the words that a workbook has. Other files have the codes. */
  readonly formatCode?: ((code: string) => string) | undefined;
}

/** Rows of text; null is an empty cell. */
export type Rows = readonly Row[];
export type Row = readonly (string | null)[];
/** Rows, with subtotals between them. */
export type Lines = readonly (Row | SubtotalRow)[];
export const isSubtotal = (line: Row | SubtotalRow): line is SubtotalRow => !Array.isArray(line);

/** Sums of columns over all rows. */
export interface FooterRow {
  /** Shown in the first column without a sum. */
  readonly label: string;
  readonly sums: readonly FootSum[];
}

export interface FootSum {
  /** Position of the column. */
  readonly column: number;
  /** The result of the formula, shown by programs that do not calculate. */
  readonly value: string;
  /** Only rows in which this other column has this text. */
  readonly where?: { readonly column: number; readonly text: string };
  /** The rows do not contain the summands, so the sum is written as a value without a formula. */
  readonly isStated?: boolean;
}

/** The subtotal of a group of rows, below its last row. */
export interface SubtotalRow extends FooterRow {
  /** Position of the column with its label: the grouped column. */
  readonly at: number;
  /** Number of enclosing groups. */
  readonly depth: number;
  /** How many lines above it belong to its group: rows and subtotals of nested groups. */
  readonly above: number;
}
