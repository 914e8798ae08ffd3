/** Reports that go out by mail, again and again. */

/** Each day; on Mondays; on the first of a month; on the first of a quarter of the year. */
export const SCHEDULE_EVERY = ['day', 'week', 'month', 'quarter'] as const;
export type ScheduleEvery = (typeof SCHEDULE_EVERY)[number];

/** Readers at most of one schedule. */
export const SCHEDULE_READERS_MAX = 20;
/** Schedules at most of one user. */
export const SCHEDULES_MAX = 20;
/** Bytes up to which a file goes along with its mail; a larger one stays behind a signed address. */
export const ATTACHED_BYTES_MAX = 5_000_000;
