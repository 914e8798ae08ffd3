import { t } from '@lingui/core/macro';
import type { FilterMode } from '../data/column-filter.ts';

/** The button label of each filter mode. */
export const FILTER_MODE_LABELS: Record<FilterMode, () => string> = {
  contains: () => t`contains`,
  start: () => t`starts with`,
  end: () => t`ends with`,
  matches: () => t`is`,
  exact: () => t`matches case`,
  eq: () => t`equals`,
  gt: () => t`more than`,
  gte: () => t`at least`,
  lt: () => t`less than`,
  lte: () => t`at most`,
  date_between: () => t`between`,
  month: () => t`month`,
  moment: () => t`date and time`,
  time: () => t`time of day`,
  preset: () => t`period`,
  includes: () => t`is one of`,
  one: () => t`is only`,
  excepts: () => t`is none of`,
  empty: () => t`is empty`,
  filled: () => t`is not empty`,
};
