import type { Place } from './form-fields.ts';

/** The two columns of a form or a record for reading, where there is room for them. */
export const COLUMNS = 'grid items-start gap-x-5 gap-y-4 @2xl:grid-cols-2';

export const placeClass: Record<Place, string> = { next: '', row: '@2xl:col-start-1', wide: '@2xl:col-span-2' };
