import { COMPARISONS, GROUP_MAX, REPORT_LOOK, type ResourceDefinition, findColumn, message } from '@innkeeper/contract';
import { invalid } from '../../platform/http/fail.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import { type FilterContext, conditionSql } from '../resources/conditions.ts';
import { parseListQuery } from '../resources/list-query.ts';
import { createSource } from '../resources/source.ts';

/** The parameters of a list that a view keeps, by name. */
export type ViewState = Readonly<Record<string, string>>;

/** Characters: room for a filter on a thousand records. */
const STATE_MAX = 20_000;

/**
 * The state of a list that a view keeps, checked as the list itself would. Throws a 422 that names each parameter which the list does not
 * take; a view keeps no page.
 */
export function readState(
  behaviours: Behaviours,
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
  const { columns, page, ...asked } = state;
  if (page !== undefined) throw invalid({ page: [message('unknown_parameter')] });
  const { look, question } = splitLook(d, asked);
  checkLook(d, look);
  const { conditions } = parseListQuery(d, question);
  const source = createSource(d, behaviours);
  for (const { path, condition } of conditions) conditionSql(source, path, condition, context);
  if (columns !== undefined && !columns.split(',').every((column) => findColumn(d, column)))
    throw invalid({ columns: [message('unknown_column')] });
  return state;
}

type Look = Partial<Record<(typeof REPORT_LOOK)[number], string>>;

/** How a report is displayed, apart from its question; a list is displayed in one way. */
function splitLook(d: ResourceDefinition, state: ViewState): { readonly look: Look; readonly question: ViewState } {
  const isLook = ([name]: readonly [string, string]) =>
    d.run !== undefined && (REPORT_LOOK as readonly string[]).includes(name);
  const entries = Object.entries(state);
  return {
    look: Object.fromEntries(entries.filter(isLook)),
    question: Object.fromEntries(entries.filter((entry) => !isLook(entry))),
  };
}

/** The allowed values of each part of a look, beside columns. */
const WORDS = {
  as: ['rows', 'pivot'],
  chart: ['bar', 'line', 'share'],
  compare: COMPARISONS,
  elsewhere: ['1'],
  period: ['all'],
} as const;

function checkLook(d: ResourceDefinition, look: Look): void {
  for (const name of ['as', 'chart', 'compare', 'elsewhere', 'period'] as const) {
    const [value, words] = [look[name], WORDS[name]];
    if (value !== undefined && !words.some((word) => word === value))
      throw invalid({ [name]: [message('choice', words.join(', '))] });
  }
  const group = look.group?.split(',') ?? [];
  if (group.length > GROUP_MAX) throw invalid({ group: [message('list_length', GROUP_MAX)] });
  for (const [name, columns] of [
    ['group', group],
    ['measure', look.measure === undefined ? [] : [look.measure]],
  ] as const)
    for (const column of columns)
      if (!findColumn(d, column)) throw invalid({ [name]: [message('no_such_column', column.slice(0, 80))] });
}
