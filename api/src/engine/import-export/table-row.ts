export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** Columns with numeric cells, which would be read differently as text; set for workbooks only. */
  readonly numbers?: ReadonlySet<number>;
}
