import type { Condition, ShiftPeriod } from '@innkeeper/contract';

/** The first and last second of a period, both inclusive: records store the time of their creation in seconds. */
export interface PeriodBounds {
  readonly from: Date;
  readonly to: Date;
  /** The period ends now. Its entries have no upper bound, so that one of this second is among them. */
  readonly isRunning: boolean;
}

const SECOND_MS = 1000;
const toDate = (moment: Temporal.ZonedDateTime): Date =>
  new Date(Math.round(moment.epochMilliseconds / SECOND_MS) * SECOND_MS);

/** The bounds of a period at a hotel in this zone. */
export function resolvePeriod(period: ShiftPeriod, timeZone: string, now: Date): PeriodBounds {
  const present = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const midnight = present.startOfDay();
  switch (period) {
    case 'today':
      return { from: toDate(midnight), to: toDate(present), isRunning: true };
    case 'yesterday':
      return {
        from: toDate(midnight.subtract({ hours: 12 }).startOfDay()),
        to: toDate(midnight.subtract({ seconds: 1 })),
        isRunning: false,
      };
    case 'hours_8':
    case 'hours_12':
      return {
        from: toDate(present.subtract({ hours: period === 'hours_8' ? 8 : 12 })),
        to: toDate(present),
        isRunning: true,
      };
  }
}

/**
 * The same period as a filter of a list, on a column with instants. Days are those of each record's hotel; the beginning
 * of a period of hours is in the reader's zone, as the list shows it.
 */
export function periodCondition(
  column: string,
  period: ShiftPeriod,
  from: Date,
  { hotelZone, timeZone }: { readonly hotelZone: string; readonly timeZone: string },
): Condition {
  if (period === 'today') return { column, operator: 'preset', value: 'today' };
  if (period === 'yesterday') {
    const day = toLocal(from, hotelZone).toPlainDate().toString();
    return { column, operator: 'date_between', value: `${day},${day}` };
  }
  const start = toLocal(from, timeZone).toPlainDateTime().toString({ smallestUnit: 'second' });
  return { column, operator: 'date_between', value: `${start.replace('T', ' ')},` };
}

const toLocal = (instant: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
