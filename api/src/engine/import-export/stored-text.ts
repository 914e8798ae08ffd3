import { type Field, numberShape, parseNumberInput, withoutZeros } from '@innkeeper/contract';
import { textOf } from '../resources/row-unique.ts';
import { isSamePhone } from './phone-digits.ts';

/**
 * Whether a cell equals the record's current value. Such a cell is not a change, even if current rules would reject the
 * value: old values stay importable, and the hour that the clocks repeat does not shift a moment.
 */
export function isSameAsStored(f: Field, text: string, stored: unknown, timeZone: string): boolean {
  if (stored === null || stored === undefined) return text === '';
  switch (f.kind) {
    case 'flag':
      return text === (stored === true ? '1' : '0');
    case 'instant':
      return (
        stored instanceof Date &&
        (text === localText(stored, timeZone) || `${text} 00:00:00` === localText(stored, timeZone))
      );
    case 'integer':
    case 'decimal':
    case 'money':
      return isSameAmount(f, text, textOf(stored));
    case 'phone':
      return isSamePhone(text, textOf(stored));
    case 'json':
      return isSameJson(text, stored);
    default:
      return text === textOf(stored).trim();
  }
}

/** A moment in export format. */
export const localText = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** Compares both as exported and as people write numbers. */
function isSameAmount(f: Field, text: string, stored: string): boolean {
  if (withoutZeros(text) === withoutZeros(stored)) return true;
  const shape = numberShape(f);
  const read = shape && parseNumberInput(text, shape);
  return read?.kind === 'number' && withoutZeros(read.value) === withoutZeros(stored);
}

function isSameJson(text: string, stored: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(stored);
  } catch {
    return false;
  }
}
