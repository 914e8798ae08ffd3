import type { Condition } from '@innkeeper/contract';
import type { ListState } from '../data/list-state.ts';

/** The API includes those that are deleted; this leaves the others out. */
const ONLY_DELETED: Condition = { column: 'deleted_at', operator: 'null', value: '0' };
const NEWEST_FIRST = '-deleted_at';

const isOnlyDeleted = ({ column, operator, value }: Condition): boolean =>
  column === ONLY_DELETED.column && operator === ONLY_DELETED.operator && value === ONLY_DELETED.value;

/** Whether nothing but deleted records is shown. */
export const isTrashAlone = ({ deleted, conditions }: ListState): boolean => deleted && conditions.some(isOnlyDeleted);

/** The filters that somebody set: that the trash shows the trash goes without saying. */
export const ownConditions = ({ deleted, conditions }: ListState): readonly Condition[] =>
  deleted ? conditions.filter((condition) => !isOnlyDeleted(condition)) : conditions;

/** The deleted records alone, the last deleted first. */
export const enterTrash = (state: ListState): Partial<ListState> => ({
  deleted: true,
  conditions: [...ownConditions({ ...state, deleted: true }), ONLY_DELETED],
  sort: NEWEST_FIRST,
});

/** The deleted ones among the others, in the list's own order. */
export const showTrashWithOthers = (state: ListState): Partial<ListState> => ({
  conditions: ownConditions(state),
  sort: state.sort === NEWEST_FIRST ? '' : state.sort,
});

/** The records that are not deleted; filters of the deletion are meaningless there. */
export const leaveTrash = (state: ListState): Partial<ListState> => ({
  deleted: false,
  conditions: state.conditions.filter(({ column }) => !column.startsWith('deleted_')),
  sort: state.sort
    .split(',')
    .filter((part) => !part.replace(/^-/, '').startsWith('deleted_'))
    .join(','),
});
