import type { ScheduleEvery } from '@innkeeper/contract';

/** The day on which a schedule runs first, from this day on. */
const FIRST: Record<ScheduleEvery, (day: Temporal.PlainDate) => Temporal.PlainDate> = {
  day: (day) => day,
  week: (day) => day.add({ days: (8 - day.dayOfWeek) % 7 }),
  month: (day) => (day.day === 1 ? day : day.with({ day: 1 }).add({ months: 1 })),
  quarter: (day) =>
    day.day === 1 && day.month % 3 === 1 ? day : day.with({ day: 1 }).add({ months: 3 - ((day.month - 1) % 3) }),
};

/**
 * When a schedule runs next after a moment: at that time of the clocks of a zone. A time that clocks leave out when they are put
 * forward is the one an hour later.
 */
export function nextRun(every: ScheduleEvery, at: string, timeZone: string, after: Date): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  const time = Temporal.PlainTime.from(at);
  let from = now.toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    const day = FIRST[every](from);
    const run = day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
    if (Temporal.Instant.compare(run, now) > 0) return new Date(run.epochMilliseconds);
    from = day.add({ days: 1 });
  }
}
