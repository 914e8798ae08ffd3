import { type MessageKey, message } from '../errors/messages.ts';

/** Codes of the input types that the specification names. Staff may add others: their values are plain text. */
export const INPUT_TYPE = {
  text: '1',
  number: '2',
  decimal: '3',
  date: '4',
  textarea: '5',
  select: '6',
  editor: '7',
} as const;

/** The choices of a select, one per line; the first is the default. */
export const parseChoices = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isDay = (text: string): boolean => {
  const moment = new Date(`${text}T00:00:00Z`);
  return (
    /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
  );
};

const formats: Readonly<Record<string, { readonly isValid: (text: string) => boolean; readonly error: MessageKey }>> = {
  [INPUT_TYPE.text]: { isValid: (text) => !/[\r\n]/.test(text.trim()), error: 'one_line' },
  [INPUT_TYPE.number]: { isValid: (text) => /^-?\d{1,15}$/.test(text), error: 'whole' },
  [INPUT_TYPE.decimal]: { isValid: (text) => /^-?\d{1,12}(\.\d{1,6})?$/.test(text), error: 'number' },
  [INPUT_TYPE.date]: { isValid: isDay, error: 'date' },
};

/** Types whose values machines read; surrounding blanks are trimmed. */
const TRIMMED_TYPES: ReadonlySet<string> = new Set([
  INPUT_TYPE.text,
  INPUT_TYPE.number,
  INPUT_TYPE.decimal,
  INPUT_TYPE.date,
  INPUT_TYPE.select,
]);

/** A value as it is stored: trimmed if machines read it. */
export const normalizeValue = (code: string, text: string): string => (TRIMMED_TYPES.has(code) ? text.trim() : text);

/**
 * The error of a value of an input type, as a message. Days are `YYYY-MM-DD`; numbers have up to 15 digits, decimals up
 * to 12 before and 6 after the point. The value of a select is one of `choices`. Without `choices`, the value is itself
 * the list of choices, without duplicates.
 */
export function findValueError(code: string, text: string, choices?: readonly string[]): string | undefined {
  const value = normalizeValue(code, text);
  if (code === INPUT_TYPE.select) {
    if (choices) return choices.includes(value) ? undefined : message('choice', choices.join(', '));
    const parsedChoices = parseChoices(value);
    return parsedChoices.length > 0 && new Set(parsedChoices).size === parsedChoices.length
      ? undefined
      : message('choice_lines');
  }
  const format = formats[code];
  return format && !format.isValid(value) ? message(format.error) : undefined;
}
