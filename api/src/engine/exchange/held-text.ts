import { type Field, numberShape, readTypedNumber, withoutZeros } from '@innkeeper/contract';
import { textOf } from '../resources/row-unique.ts';
import { isSameNumber } from './dialled.ts';

/**
 * Whether a cell says the same as the record already. Such a cell is no change, even if today's rules refuse it: an
 * exported value is not refused for having grown old, and a day that the clocks go back on does not move a moment.
 */
export function saysWhatStands(f: Field, text: string, held: unknown, timeZone: string): boolean {
  if (held === null || held === undefined) return text === '';
  switch (f.kind) {
    case 'flag':
      return text === (held === true ? '1' : '0');
    case 'instant':
      return (
        held instanceof Date && (text === localText(held, timeZone) || `${text} 00:00:00` === localText(held, timeZone))
      );
    case 'integer':
    case 'decimal':
    case 'money':
      return isSameAmount(f, text, textOf(held));
    case 'phone':
      return isSameNumber(text, textOf(held));
    case 'json':
      return sameJson(text, held);
    default:
      return text === textOf(held).trim();
  }
}

/** A moment as it stands in an export. */
export const localText = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** As it was exported, or as people write it. */
function isSameAmount(f: Field, text: string, held: string): boolean {
  if (withoutZeros(text) === withoutZeros(held)) return true;
  const shape = numberShape(f);
  const read = shape && readTypedNumber(text, shape);
  return read?.kind === 'number' && withoutZeros(read.value) === withoutZeros(held);
}

function sameJson(text: string, held: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(held);
  } catch {
    return false;
  }
}
