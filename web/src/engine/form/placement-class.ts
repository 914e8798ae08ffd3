import type { Placement } from './form-fields.ts';

/** Two columns for a form or a read-only record, if there is room for them. */
export const TWO_COLUMNS = 'grid items-start gap-x-5 gap-y-4 @2xl:grid-cols-2';

export const placementClasses: Record<Placement, string> = {
  next: '',
  row: '@2xl:col-start-1',
  wide: '@2xl:col-span-2',
};
