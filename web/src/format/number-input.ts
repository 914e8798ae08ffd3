import {
  type Field,
  type NumberShape,
  type ParsedNumber,
  numberShape,
  parseNumberInput,
  unambiguousDecimal,
  withoutZeros,
} from '@innkeeper/contract';

/**
 * Numbers in forms. A form stores a number as a plain decimal with its field's decimals. Any other text stays as
 * entered, and validation rejects it. An ambiguous text may look like a decimal, so it is stored with a question mark
 * until the user chooses a reading.
 */

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const AMBIGUOUS_MARK = ' ?';

/** A plain decimal padded to this many decimals. Non-zero digits are never cut off. */
export function withDecimals(value: string, scale: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const decimals = /[1-9]/.test(fraction.slice(scale)) ? fraction : fraction.slice(0, scale).padEnd(scale, '0');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** A plain decimal with this many decimals, and with more only if they are not zero. */
export const shownDecimals = (value: string, decimals: number): string => withDecimals(withoutZeros(value), decimals);

/** The form value for input text. */
export function toStoredNumber(inputText: string, shape: NumberShape): string | null {
  const read = parseNumberInput(inputText, shape);
  if (read.kind === 'nothing') return null;
  if (read.kind === 'number') return read.value;
  return read.kind === 'ambiguous' ? `${inputText.trim()}${AMBIGUOUS_MARK}` : inputText.trim();
}

/** The original input text of a form value. */
export const storedInputText = (held: string): string =>
  held.endsWith(AMBIGUOUS_MARK) ? held.slice(0, -AMBIGUOUS_MARK.length) : held;

/** Parses a form value. */
export const readStoredNumber = (held: string | null, shape: NumberShape): ParsedNumber =>
  held === null
    ? { kind: 'nothing' }
    : parseNumberInput(DECIMAL.test(held) ? unambiguousDecimal(held) : storedInputText(held), shape);

/** The error message for a form's number; undefined if it is valid for its field. */
export function numberProblem(held: string | null, shape: NumberShape): string | undefined {
  const read = readStoredNumber(held, shape);
  return 'problem' in read ? read.problem : undefined;
}

/** Same for a field's value; undefined for non-numeric fields. */
export function fieldNumberProblem(f: Field, held: unknown): string | undefined {
  const shape = numberShape(f);
  return shape && typeof held === 'string' ? numberProblem(held, shape) : undefined;
}
