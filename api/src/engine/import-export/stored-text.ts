import { type Field, numberShape, parseNumberInput, trimTrailingZeros } from '@innkeeper/contract';
import { toText } from '../resources/row-unique.ts';
import { isSamePhone, readCodeDigits } from './phone-digits.ts';

/**
 * Whether a cell equals the record's current value. Such a cell is not a change, even if current rules would reject the
 * value. So old values remain importable, and a moment in the hour that the clocks repeat is not shifted.
 */
export function isSameAsStored(f: Field, text: string, stored: unknown, timeZone: string): boolean {
  if (stored === null || stored === undefined) return text === '';
  switch (f.kind) {
    case 'flag':
      return text === (stored === true ? '1' : '0');
    case 'instant':
      return (
        stored instanceof Date &&
        (text === formatLocalTime(stored, timeZone) || `${text} 00:00:00` === formatLocalTime(stored, timeZone))
      );
    case 'integer':
    case 'decimal':
    case 'money':
      return isSameAmount(f, text, toText(stored));
    case 'phone':
      return isSamePhone(text, toText(stored));
    case 'text':
      return text === toText(stored).trim() || (f.code === true && text === readCodeDigits(toText(stored).trim()));
    case 'json':
      return isSameJson(text, stored);
    default:
      return text === toText(stored).trim();
  }
}

/** A moment in export format. */
export const formatLocalTime = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** Compares the text as an exported number and as people write numbers. */
function isSameAmount(f: Field, text: string, stored: string): boolean {
  if (trimTrailingZeros(text) === trimTrailingZeros(stored)) return true;
  const shape = numberShape(f);
  const parsed = shape && parseNumberInput(text, shape);
  return parsed?.kind === 'number' && trimTrailingZeros(parsed.value) === trimTrailingZeros(stored);
}

function isSameJson(text: string, stored: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(stored);
  } catch {
    return false;
  }
}
