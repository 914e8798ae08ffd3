import type { ScheduleInterval } from '@innkeeper/contract';

/** The first day on which a schedule runs, counted from a day. */
const FIRST_RUN_DAY: Record<ScheduleInterval, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  day: (day) => day,
  week: (day) => day.add({ days: (8 - day.dayOfWeek) % 7 }),
  month: (day) => (day.day === 1 ? day : day.with({ day: 1 }).add({ months: 1 })),
  quarter: (day) =>
    day.day === 1 && day.month % 3 === 1 ? day : day.with({ day: 1 }).add({ months: 3 - ((day.month - 1) % 3) }),
};

/**
 * The next run of a schedule after an instant, at a local time of a zone. A local time that is skipped when clocks go
 * forward runs an hour later.
 */
export function findNextRun(interval: ScheduleInterval, time: string, timeZone: string, after: Date): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const plainTime = Temporal.PlainTime.from(time);
  let from = now.toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    const day = FIRST_RUN_DAY[interval](from);
    const run = day.toZonedDateTime({ timeZone, plainTime: plainTime }).toInstant();
    if (Temporal.Instant.compare(run, now) > 0) return new Date(run.epochMilliseconds);
    from = day.add({ days: 1 });
  }
}
