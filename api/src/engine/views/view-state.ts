import {
  COMPARISONS,
  MAX_GROUP,
  REPORT_DISPLAY_PARAMETERS,
  type ResourceDefinition,
  findColumn,
  message,
} from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import { type FilterContext, conditionSql } from '../resources/conditions.ts';
import { parseListQuery } from '../resources/list-query.ts';
import { createSource } from '../resources/source.ts';

/** The list parameters that a view stores, by name. */
export type ViewState = Readonly<Record<string, string>>;

/** Characters; enough for a filter on a thousand records. */
const MAX_STATE_LENGTH = 20_000;

/**
 * The list state that a view stores, validated as the list itself would. Throws a 422 that names each parameter that
 * the list does not accept. The page is not stored.
 */
export function parseViewState(
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  value: unknown,
  context: FilterContext,
): ViewState {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw validationError({ state: [message('required')] });
  if (JSON.stringify(value).length > MAX_STATE_LENGTH)
    throw validationError({ state: [message('max_length', MAX_STATE_LENGTH)] });
  const values: Record<string, unknown> = { ...value };
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const state = Object.fromEntries(texts);
  const invalidNames = Object.keys(values).filter((name) => typeof values[name] !== 'string');
  if (invalidNames.length > 0)
    throw validationError(Object.fromEntries(invalidNames.map((name) => [name, [message('text')]])));
  const { columns, page, ...requested } = state;
  if (page !== undefined) throw validationError({ page: [message('unknown_parameter')] });
  const { display, query } = splitDisplay(d, requested);
  assertDisplay(d, display);
  const { conditions } = parseListQuery(d, query);
  const source = createSource(d, hooksByResource);
  for (const { path, condition } of conditions) conditionSql(source, path, condition, context);
  if (columns !== undefined && !columns.split(',').every((column) => findColumn(d, column)))
    throw validationError({ columns: [message('unknown_column')] });
  return state;
}

type ReportDisplay = Partial<Record<(typeof REPORT_DISPLAY_PARAMETERS)[number], string>>;

/** Separates how a report is displayed from its query; a list has only one display. */
function splitDisplay(
  d: ResourceDefinition,
  state: ViewState,
): { readonly display: ReportDisplay; readonly query: ViewState } {
  const isDisplay = ([name]: readonly [string, string]) =>
    d.runPath !== undefined && (REPORT_DISPLAY_PARAMETERS as readonly string[]).includes(name);
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
    if (value !== undefined && !allowed.some((allowedValue) => allowedValue === value))
      throw validationError({ [name]: [message('choice', allowed.join(', '))] });
  }
  const group = display.group?.split(',') ?? [];
  if (group.length > MAX_GROUP) throw validationError({ group: [message('list_length', MAX_GROUP)] });
  for (const [name, columns] of [
    ['group', group],
    ['measure', display.measure === undefined ? [] : [display.measure]],
  ] as const)
    for (const column of columns)
      if (!findColumn(d, column)) throw validationError({ [name]: [message('no_such_column', column.slice(0, 80))] });
}
