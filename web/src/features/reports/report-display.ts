import {
  COMPARISONS,
  type Comparison,
  type Condition,
  GROUP_MAX,
  GROUPABLE,
  type OfferedColumn,
  type ReportKey,
  type ReportRow,
  groupCondition,
} from '@innkeeper/contract';
import type { ListState } from '../../engine/data/list-state.ts';

/** How a report is presented: rows, groups, a pivot table, or the overview of a year. */
export type Shape = 'rows' | 'groups' | 'pivot' | 'year';

export const CHARTS = ['bar', 'line', 'share'] as const;
export type Chart = (typeof CHARTS)[number];

/** The presentation of a report in the address, in addition to its query. */
export interface ReportDisplay {
  readonly shape: Shape;
  /** Grouping columns; in a pivot table, the row column and the column across. */
  readonly group: readonly string[];
  /** The column summed in a pivot table; if empty, records are counted. */
  readonly measure: string;
  readonly chart: Chart;
  readonly compare: Comparison | null;
  /** Shows the totals of records at other hotels, separate from the report's sums. */
  readonly includesElsewhere: boolean;
}

export function displayOf(report: ReportKey, { display }: ListState): ReportDisplay {
  const group = (display['group'] ?? '').split(',').filter(Boolean).slice(0, GROUP_MAX);
  const as = display['as'] ?? '';
  const plain: Shape = report === 'overview-report' && as !== 'rows' ? 'year' : 'rows';
  return {
    shape: as === 'pivot' ? 'pivot' : group.length > 0 ? 'groups' : plain,
    group,
    measure: display['measure'] ?? '',
    chart: CHARTS.find((chart) => chart === display['chart']) ?? 'bar',
    compare: COMPARISONS.find((comparison) => comparison === display['compare']) ?? null,
    includesElsewhere: display['elsewhere'] === '1',
  };
}

/** The presentation parameters that differ from the defaults. */
export function writeDisplay(report: ReportKey, display: ReportDisplay): ListState['display'] {
  const { shape, group, measure, chart, compare, includesElsewhere } = display;
  const isPivot = shape === 'pivot';
  const isGrouped = isPivot || shape === 'groups';
  return withoutEmpty({
    group: isGrouped ? group.join(',') : '',
    as: isPivot ? 'pivot' : shape === 'rows' && report === 'overview-report' ? 'rows' : '',
    measure: isPivot || shape === 'year' ? measure : '',
    chart: isPivot && chart !== 'bar' ? chart : '',
    compare: isPivot ? (compare ?? '') : '',
    elsewhere: includesElsewhere ? '1' : '',
  });
}

const withoutEmpty = (display: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(display).filter(([, value]) => value !== ''));

/** The presentation that shows a report's rows without groups. */
export const rowsDisplay = (report: ReportKey): ListState['display'] =>
  report === 'overview-report' ? { as: 'rows' } : {};

/** Whether rows can be grouped by a column. */
export const isGroupable = ({ type, is_sum }: OfferedColumn): boolean => is_sum === 0 && GROUPABLE.has(type);

/**
 * The conditions that select exactly the rows of one group. Undefined if the address cannot express them: a month
 * together with a range in hours on the same column.
 */
export function conditionsOf(
  conditions: readonly Condition[],
  columns: readonly OfferedColumn[],
  row: ReportRow,
): readonly Condition[] | undefined {
  let all = conditions;
  for (const { key, type } of columns) {
    const own = groupCondition(key, type, row[key] ?? null);
    const same = all.find(({ column, operator }) => column === own.column && operator === own.operator);
    const next = same && own.operator === 'date_between' ? intersectMonth(same, own) : own;
    if (!next) return undefined;
    all = [...all.filter((condition) => condition !== same), next];
  }
  return all;
}

/** The intersection of both ranges in days; undefined if one of them is in hours. */
function intersectMonth(given: Condition, month: Condition): Condition | undefined {
  const [a, b] = [daysOf(given.value), daysOf(month.value)];
  if (!a || !b) return undefined;
  const from = a[0] > b[0] ? a[0] : b[0];
  const to = a[1] !== '' && a[1] < b[1] ? a[1] : b[1];
  return { ...given, value: `${from},${to}` };
}

function daysOf(range: string): readonly [string, string] | undefined {
  const [from = '', to = ''] = range.split(',');
  const ends = [from && (from.length === 7 ? `${from}-01` : from), to && (to.length === 7 ? lastDay(to) : to)] as const;
  return ends.every((day) => day === '' || /^\d{4}-\d{2}-\d{2}$/.test(day)) ? ends : undefined;
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
}
