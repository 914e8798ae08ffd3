export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Columns whose cells are numbers, and would be read otherwise as texts; only workbooks know of any. */
  readonly numbers?: ReadonlySet<number>;
}
