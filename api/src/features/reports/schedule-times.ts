import type { ScheduleEvery } from '@innkeeper/contract';

/** The first day on which a schedule runs, counted from a day. */
const FIRST: Record<ScheduleEvery, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
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
export function nextRun(interval: ScheduleEvery, at: string, timeZone: string, after: Date): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const time = Temporal.PlainTime.from(at);
  let from = now.toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    const day = FIRST[interval](from);
    const run = day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
    if (Temporal.Instant.compare(run, now) > 0) return new Date(run.epochMilliseconds);
    from = day.add({ days: 1 });
  }
}
