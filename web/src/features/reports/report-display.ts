import {
  COMPARISONS,
  type Comparison,
  type Condition,
  MAX_GROUP,
  GROUPABLE_KINDS,
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

export function parseDisplay(report: ReportKey, { display }: ListState): ReportDisplay {
  const group = (display['group'] ?? '').split(',').filter(Boolean).slice(0, MAX_GROUP);
  const mode = display['as'] ?? '';
  const defaultShape: Shape = report === 'overview-report' && mode !== 'rows' ? 'year' : 'rows';
  return {
    shape: mode === 'pivot' ? 'pivot' : group.length > 0 ? 'groups' : defaultShape,
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
export const isGroupable = ({ type, is_sum }: OfferedColumn): boolean => is_sum === 0 && GROUPABLE_KINDS.has(type);

/**
 * The conditions that select exactly the rows of one group. Undefined if the address cannot express them: a month
 * together with a range in hours on the same column.
 */
export function conditionsOf(
  conditions: readonly Condition[],
  columns: readonly OfferedColumn[],
  row: ReportRow,
): readonly Condition[] | undefined {
  let combined = conditions;
  for (const { key, type } of columns) {
    const rowCondition = groupCondition(key, type, row[key] ?? null);
    const existingCondition = combined.find(
      ({ column, operator }) => column === rowCondition.column && operator === rowCondition.operator,
    );
    const narrowedCondition =
      existingCondition && rowCondition.operator === 'date_between'
        ? intersectMonth(existingCondition, rowCondition)
        : rowCondition;
    if (!narrowedCondition) return undefined;
    combined = [...combined.filter((condition) => condition !== existingCondition), narrowedCondition];
  }
  return combined;
}

/** The intersection of both ranges in days; undefined if one of them is in hours. */
function intersectMonth(condition: Condition, month: Condition): Condition | undefined {
  const [range, monthRange] = [parseDayRange(condition.value), parseDayRange(month.value)];
  if (!range || !monthRange) return undefined;
  const from = range[0] > monthRange[0] ? range[0] : monthRange[0];
  const to = range[1] !== '' && range[1] < monthRange[1] ? range[1] : monthRange[1];
  return { ...condition, value: `${from},${to}` };
}

function parseDayRange(range: string): readonly [string, string] | undefined {
  const [from = '', to = ''] = range.split(',');
  const dayRange = [
    from && (from.length === 7 ? `${from}-01` : from),
    to && (to.length === 7 ? lastDayOf(to) : to),
  ] as const;
  return dayRange.every((day) => day === '' || /^\d{4}-\d{2}-\d{2}$/.test(day)) ? dayRange : undefined;
}

function lastDayOf(month: string): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return `${month}-${String(new Date(Date.UTC(year, monthNumber, 0)).getUTCDate()).padStart(2, '0')}`;
}

/** The parameters of a file of the year overview, whose PDF is that page. */
export const yearParams = ({ display }: ListState): readonly (readonly [string, string])[] => [
  ['as', 'year'],
  ...(display['measure'] ? [['measure', display['measure']] as const] : []),
];
