import { getResource, permission } from '@innkeeper/contract';
import type { ShiftDay } from '@innkeeper/contract/calls';
import { can } from '../../session/user.ts';

/** The parts of a day, in order, and whose records each needs. */
const DAY_CARDS = [
  { part: 'birthdays', resource: 'member' },
  { part: 'call_backs', resource: 'member' },
  { part: 'redeemed', resource: 'voucher_redeem' },
  { part: 'posted', resource: 'visit' },
  { part: 'sold', resource: 'transaction' },
] as const satisfies readonly { part: keyof ShiftDay; resource: string }[];
export type DayPart = (typeof DAY_CARDS)[number]['part'];

/** The parts that the user may view, known before the day is loaded. */
export const visibleDayParts = (): readonly DayPart[] =>
  DAY_CARDS.filter(({ resource }) => can(permission('VIEW', getResource(resource).permission))).map(({ part }) => part);

export const DAY_GRID_CLASS = 'grid grid-cols-[repeat(auto-fit,minmax(min(12.75rem,100%),1fr))] gap-3';
export const DAY_CARD_CLASS = 'rounded-lg border border-border bg-surface';
/** Of a card with guests or entries, which scroll within it. One without takes a line, or the height of its row. */
export const FULL_CARD_CLASS = 'h-36 @xl:h-44';
