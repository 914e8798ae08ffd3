import type { ReactNode } from 'react';
import type { ListSearch } from '../../engine/data/list-state.ts';
import type { Chart } from './report-display.ts';

/** Link to the rows behind a value, or to the same report of its category alone. */
export interface RowsAddress {
  readonly to: string;
  readonly search: ListSearch;
}

export interface Mark {
  readonly value: number;
  /** The exact value with its unit. */
  readonly text: string;
  readonly rows?: RowsAddress | undefined;
}

/** Marks indexed by category; undefined if the category has no value. */
export interface Series {
  readonly key: string;
  readonly label: string;
  readonly marks: readonly (Mark | undefined)[];
}

export interface Category {
  readonly key: string;
  readonly label: string;
  /** Label for narrow layouts. */
  readonly shortLabel?: string;
  /** Shown below the category in a list of shares. */
  readonly note?: ReactNode;
}

export interface ChartProps {
  kind: Chart;
  categories: readonly Category[];
  series: readonly Series[];
  /** The values of the categories in the comparison period. */
  previous?: Series | undefined;
}

export const sumMarks = (marks: readonly (Mark | undefined)[]): number =>
  marks.reduce((sum, mark) => sum + (mark?.value ?? 0), 0);
