import {
  COMPARISONS,
  GROUP_MAX,
  REPORT_DISPLAY,
  type ResourceDefinition,
  findColumn,
  message,
} from '@innkeeper/contract';
import { invalid } from '../../platform/http/api-error.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import { type FilterContext, conditionSql } from '../resources/conditions.ts';
import { parseListQuery } from '../resources/list-query.ts';
import { createSource } from '../resources/source.ts';

/** The list parameters that a view stores, by name. */
export type ViewState = Readonly<Record<string, string>>;

/** Characters; enough for a filter on a thousand records. */
const STATE_MAX = 20_000;

/**
 * The list state that a view stores, validated as the list itself would. Throws a 422 that names each parameter which
 * the list does not accept. The page is not stored.
 */
export function readState(
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  value: unknown,
  context: FilterContext,
): ViewState {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ state: [message('required')] });
  if (JSON.stringify(value).length > STATE_MAX) throw invalid({ state: [message('max_length', STATE_MAX)] });
  const given: Record<string, unknown> = { ...value };
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const state = Object.fromEntries(texts);
  const wrong = Object.keys(given).filter((name) => typeof given[name] !== 'string');
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((name) => [name, [message('text')]])));
  const { columns, page, ...requested } = state;
  if (page !== undefined) throw invalid({ page: [message('unknown_parameter')] });
  const { display, query } = splitDisplay(d, requested);
  assertDisplay(d, display);
  const { conditions } = parseListQuery(d, query);
  const source = createSource(d, hooksByResource);
  for (const { path, condition } of conditions) conditionSql(source, path, condition, context);
  if (columns !== undefined && !columns.split(',').every((column) => findColumn(d, column)))
    throw invalid({ columns: [message('unknown_column')] });
  return state;
}

type ReportDisplay = Partial<Record<(typeof REPORT_DISPLAY)[number], string>>;

/** Separates how a report is displayed from its query; a list has only one display. */
function splitDisplay(
  d: ResourceDefinition,
  state: ViewState,
): { readonly display: ReportDisplay; readonly query: ViewState } {
  const isDisplay = ([name]: readonly [string, string]) =>
    d.run !== undefined && (REPORT_DISPLAY as readonly string[]).includes(name);
  const entries = Object.entries(state);
  return {
    display: Object.fromEntries(entries.filter(isDisplay)),
    query: Object.fromEntries(entries.filter((entry) => !isDisplay(entry))),
  };
}

/** The allowed values of each part of the display, other than columns. */
const ALLOWED_VALUES = {
  as: ['rows', 'pivot'],
  chart: ['bar', 'line', 'share'],
  compare: COMPARISONS,
  elsewhere: ['1'],
  period: ['all'],
} as const;

function assertDisplay(d: ResourceDefinition, display: ReportDisplay): void {
  for (const name of ['as', 'chart', 'compare', 'elsewhere', 'period'] as const) {
    const [value, allowed] = [display[name], ALLOWED_VALUES[name]];
    if (value !== undefined && !allowed.some((word) => word === value))
      throw invalid({ [name]: [message('choice', allowed.join(', '))] });
  }
  const group = display.group?.split(',') ?? [];
  if (group.length > GROUP_MAX) throw invalid({ group: [message('list_length', GROUP_MAX)] });
  for (const [name, columns] of [
    ['group', group],
    ['measure', display.measure === undefined ? [] : [display.measure]],
  ] as const)
    for (const column of columns)
      if (!findColumn(d, column)) throw invalid({ [name]: [message('no_such_column', column.slice(0, 80))] });
}
