import type { Condition } from '@innkeeper/contract';
import type { ListState } from '../data/list-state.ts';

/** The API includes deleted records among the others; this condition excludes the others. */
const ONLY_DELETED: Condition = { column: 'deleted_at', operator: 'null', value: '0' };
const NEWEST_FIRST = '-deleted_at';

const isOnlyDeleted = ({ column, operator, value }: Condition): boolean =>
  column === ONLY_DELETED.column && operator === ONLY_DELETED.operator && value === ONLY_DELETED.value;

/** Whether only deleted records are shown. */
export const isTrashOnly = ({ deleted, conditions }: ListState): boolean => deleted && conditions.some(isOnlyDeleted);

/** The filters set by the user, without the trash's own condition. */
export const ownConditions = ({ deleted, conditions }: ListState): readonly Condition[] =>
  deleted ? conditions.filter((condition) => !isOnlyDeleted(condition)) : conditions;

/** Only deleted records, the most recently deleted first. */
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

/** Only records that are not deleted. Drops filters on deletion columns, which mean nothing here. */
export const leaveTrash = (state: ListState): Partial<ListState> => ({
  deleted: false,
  conditions: state.conditions.filter(({ column }) => !column.startsWith('deleted_')),
  sort: state.sort
    .split(',')
    .filter((part) => !part.replace(/^-/, '').startsWith('deleted_'))
    .join(','),
});
