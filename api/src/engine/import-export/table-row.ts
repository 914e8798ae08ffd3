import type { MessageKey } from '@innkeeper/contract';

/** A row of a file, numbered as in a spreadsheet. */
export interface TableRow {
  readonly row: number;
  /** The cells as a spreadsheet shows them. */
  readonly cells: readonly string[];
  /** The values behind cells, by column, where a field of their kind reads them more exactly; workbooks only. */
  readonly typed?: ReadonlyMap<number, TypedValue>;
  /** Why a cell's text is not its value, by column. */
  readonly problems?: ReadonlyMap<number, CellProblem>;
}

export interface TypedValue {
  /** The fields that read it: numbers, flags, moments. */
  readonly kind: 'number' | 'flag' | 'moment';
  readonly text: string;
}

export type CellProblem = Extract<MessageKey, `cell_${string}`>;
