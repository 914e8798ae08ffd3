import { isRealDay } from '../../engine/resources/conditions.ts';

/** Days of periods, as `YYYY-MM-DD`. */

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is an existing day; queries with a day that does not exist are rejected. */
export const isValidDay = (text: string): boolean => DAY_PATTERN.test(text) && isRealDay(text);

export const toPlainDate = (day: string | null): Temporal.PlainDate => Temporal.PlainDate.from(day ?? '');

export const toUtcDay = (now: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate();

export const isLastOfMonth = (day: Temporal.PlainDate): boolean => day.day === day.daysInMonth;
