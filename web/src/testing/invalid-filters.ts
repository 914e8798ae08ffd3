import { findColumn, getResource, isResourceKey, operatorsByKind, parseFilterParameter } from '@innkeeper/contract';

/** The filters of a list call that the API rejects: unknown columns, and operators that a column does not support. */
export function findInvalidFilters(call: string, query: URLSearchParams): readonly string[] {
  const key = /^GET \/api\/(\w+)$/.exec(call)?.[1] ?? '';
  if (!isResourceKey(key)) return [];
  const d = getResource(key);
  return [...query.keys()].filter((name) => {
    const parameter = parseFilterParameter(name);
    if (!parameter) return false;
    const path = findColumn(d, parameter.column);
    return !path || !operatorsByKind[path.definition.kind].some((operator) => operator === parameter.operator);
  });
}
