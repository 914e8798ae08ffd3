import type { Condition } from '@innkeeper/contract';
import type { ListState } from '../data/list-state.ts';

/** The API adds deleted records to the others; this condition excludes the others. */
const DELETED_ONLY_CONDITION: Condition = { column: 'deleted_at', operator: 'null', value: '0' };
const NEWEST_DELETED_FIRST = '-deleted_at';

const isDeletedOnlyCondition = ({ column, operator, value }: Condition): boolean =>
  column === DELETED_ONLY_CONDITION.column &&
  operator === DELETED_ONLY_CONDITION.operator &&
  value === DELETED_ONLY_CONDITION.value;

/** Whether only deleted records are shown. */
export const isTrashOnly = ({ deleted, conditions }: ListState): boolean =>
  deleted && conditions.some(isDeletedOnlyCondition);

/** The filters set by the user, without the trash's own condition. */
export const userConditionsOf = ({ deleted, conditions }: ListState): readonly Condition[] =>
  deleted ? conditions.filter((condition) => !isDeletedOnlyCondition(condition)) : conditions;

/** Only deleted records, the most recently deleted first. */
export const enterTrash = (state: ListState): Partial<ListState> => ({
  deleted: true,
  conditions: [...userConditionsOf({ ...state, deleted: true }), DELETED_ONLY_CONDITION],
  sort: NEWEST_DELETED_FIRST,
});

/** Deleted records among the others, in the list's own order. */
export const includeDeleted = (state: ListState): Partial<ListState> => ({
  conditions: userConditionsOf(state),
  sort: state.sort === NEWEST_DELETED_FIRST ? '' : state.sort,
});

/** Only records that are not deleted. Drops filters and sorting by deletion columns, which are empty here. */
export const leaveTrash = (state: ListState): Partial<ListState> => ({
  deleted: false,
  conditions: state.conditions.filter(({ column }) => !column.startsWith('deleted_')),
  sort: state.sort
    .split(',')
    .filter((token) => !token.replace(/^-/, '').startsWith('deleted_'))
    .join(','),
});
