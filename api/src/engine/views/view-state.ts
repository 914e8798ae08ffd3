import { type ResourceDefinition, findColumn, message } from '@innkeeper/contract';
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
 * What a view keeps of a list, checked as the list itself would. Throws a 422 that names each parameter which the list does not
 * take; the page is none of a view's.
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
  const { columns, page, ...question } = state;
  if (page !== undefined) throw invalid({ page: [message('unknown_parameter')] });
  const { conditions } = parseListQuery(d, question);
  const source = createSource(d, behaviours);
  for (const { path, condition } of conditions) conditionSql(source, path, condition, context);
  if (columns !== undefined && !columns.split(',').every((column) => findColumn(d, column)))
    throw invalid({ columns: [message('unknown_column')] });
  return state;
}
