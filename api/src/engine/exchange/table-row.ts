export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Columns whose cells are numbers, and as texts would have another reading; only workbooks know of any. */
  readonly numbers?: ReadonlySet<number>;
}
