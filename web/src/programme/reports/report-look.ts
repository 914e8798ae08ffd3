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

/** How the answer of a report is looked at: its rows, groups of them, a table across, or the year at a glance. */
export type Shape = 'rows' | 'groups' | 'pivot' | 'year';

export const CHARTS = ['bar', 'line', 'share'] as const;
export type Chart = (typeof CHARTS)[number];

/** The look of a report in the address, beside the question itself. */
export interface ReportLook {
  readonly shape: Shape;
  /** Columns that group the rows; of a table across, the one down and the one across. */
  readonly group: readonly string[];
  /** The column that is added up in a table across; empty: records are counted. */
  readonly measure: string;
  readonly chart: Chart;
  readonly compare: Comparison | null;
  /** Shows the sums of what counts elsewhere, apart from the report's. */
  readonly withElsewhere: boolean;
}

export function lookOf(report: ReportKey, { look }: ListState): ReportLook {
  const group = (look['group'] ?? '').split(',').filter(Boolean).slice(0, GROUP_MAX);
  const as = look['as'] ?? '';
  const plain: Shape = report === 'overview-report' && as !== 'rows' ? 'year' : 'rows';
  return {
    shape: as === 'pivot' ? 'pivot' : group.length > 0 ? 'groups' : plain,
    group,
    measure: look['measure'] ?? '',
    chart: CHARTS.find((chart) => chart === look['chart']) ?? 'bar',
    compare: COMPARISONS.find((comparison) => comparison === look['compare']) ?? null,
    withElsewhere: look['elsewhere'] === '1',
  };
}

/** The parameters of a look that differ from the usual ones. */
export function writeLook(report: ReportKey, look: ReportLook): ListState['look'] {
  const { shape, group, measure, chart, compare, withElsewhere } = look;
  const isPivot = shape === 'pivot';
  const isGrouped = isPivot || shape === 'groups';
  return withoutEmpty({
    group: isGrouped ? group.join(',') : '',
    as: isPivot ? 'pivot' : shape === 'rows' && report === 'overview-report' ? 'rows' : '',
    measure: isPivot || shape === 'year' ? measure : '',
    chart: isPivot && chart !== 'bar' ? chart : '',
    compare: isPivot ? (compare ?? '') : '',
    elsewhere: withElsewhere ? '1' : '',
  });
}

const withoutEmpty = (look: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== ''));

/** The rows of a report by themselves, without its groups. */
export const rowsLook = (report: ReportKey): ListState['look'] => (report === 'overview-report' ? { as: 'rows' } : {});

/** Whether rows can be grouped by a column. */
export const isGroupable = ({ type, is_sum }: OfferedColumn): boolean => is_sum === 0 && GROUPABLE.has(type);

/**
 * The conditions under which a report has exactly the rows of one of its groups; undefined where the address has no words for it:
 * a month beside hours of the same column.
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
    const next = same && own.operator === 'date_between' ? narrowed(same, own) : own;
    if (!next) return undefined;
    all = [...all.filter((condition) => condition !== same), next];
  }
  return all;
}

/** The days of both ranges; undefined where one of them is of hours. */
function narrowed(given: Condition, month: Condition): Condition | undefined {
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
