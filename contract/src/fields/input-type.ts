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
export const choicesIn = (text: string): readonly string[] =>
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

const shapes: Readonly<Record<string, { readonly fits: (text: string) => boolean; readonly wrong: MessageKey }>> = {
  [INPUT_TYPE.text]: { fits: (text) => !/[\r\n]/.test(text.trim()), wrong: 'one_line' },
  [INPUT_TYPE.number]: { fits: (text) => /^-?\d{1,15}$/.test(text), wrong: 'whole' },
  [INPUT_TYPE.decimal]: { fits: (text) => /^-?\d{1,12}(\.\d{1,6})?$/.test(text), wrong: 'number' },
  [INPUT_TYPE.date]: { fits: isDay, wrong: 'date' },
};

/** Types whose values are read by machines, so that surrounding blanks are trimmed. */
const TRIMMED: ReadonlySet<string> = new Set([
  INPUT_TYPE.text,
  INPUT_TYPE.number,
  INPUT_TYPE.decimal,
  INPUT_TYPE.date,
  INPUT_TYPE.select,
]);

/** A value as it is stored: trimmed if machines read it. */
export const normalizeValue = (code: string, text: string): string => (TRIMMED.has(code) ? text.trim() : text);

/**
 * The error of a value of an input type, as a message. Days are `YYYY-MM-DD`; numbers have up to 15 digits, decimals up
 * to 12 before and 6 after the point. The value of a select is one of `choices`; without `choices` it is the list of
 * them, without duplicates.
 */
export function valueProblem(code: string, text: string, choices?: readonly string[]): string | undefined {
  const value = normalizeValue(code, text);
  if (code === INPUT_TYPE.select) {
    if (choices) return choices.includes(value) ? undefined : message('choice', choices.join(', '));
    const listed = choicesIn(value);
    return listed.length > 0 && new Set(listed).size === listed.length ? undefined : message('choice_lines');
  }
  const shape = shapes[code];
  return shape && !shape.fits(value) ? message(shape.wrong) : undefined;
}
