/** Recurring reports by mail. */

/** Every day; on Mondays; on the first of a month; on the first of a quarter of the year. */
export const SCHEDULE_INTERVALS = ['day', 'week', 'month', 'quarter'] as const;
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number];

/** Maximum number of readers per schedule. */
export const MAX_SCHEDULE_READERS = 20;
/** Maximum number of schedules per user. */
export const MAX_SCHEDULES = 20;
/** Maximum number of bytes of a file attached to its mail. Larger files are available through a signed URL. */
export const MAX_ATTACHED_BYTES = 5_000_000;
