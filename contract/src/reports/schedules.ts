/** Recurring reports by mail. */

/** Every day; on Mondays; on the first of a month; on the first of a quarter of the year. */
export const SCHEDULE_EVERY = ['day', 'week', 'month', 'quarter'] as const;
export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];

/** Maximum readers of one schedule. */
export const SCHEDULE_READERS_MAX = 20;
/** Maximum schedules of one user. */
export const SCHEDULES_MAX = 20;
/** Maximum bytes of a file attached to its mail. A larger one is available through a signed URL. */
export const ATTACHED_BYTES_MAX = 5_000_000;
