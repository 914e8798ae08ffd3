import {
  type Field,
  type NumberShape,
  type ParsedNumber,
  numberShape,
  parseNumberInput,
  toUnambiguousDecimal,
  trimTrailingZeros,
} from '@innkeeper/contract';

/**
 * Numbers in forms. A form stores a number as a plain decimal with the scale of its field. Any other text is stored as
 * entered, and validation rejects it. An ambiguous text may look like a decimal, so a question mark is appended until
 * the user chooses a reading.
 */

const DECIMAL_PATTERN = /^-?\d+(?:\.\d+)?$/;
const AMBIGUOUS_MARK = ' ?';

/** A plain decimal padded to this many decimals. Non-zero digits are never cut off. */
export function padDecimals(value: string, scale: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const decimals = /[1-9]/.test(fraction.slice(scale)) ? fraction : fraction.slice(0, scale).padEnd(scale, '0');
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** A plain decimal with this many decimals, or more if they are not zero. */
export const normalizeDecimals = (value: string, decimals: number): string =>
  padDecimals(trimTrailingZeros(value), decimals);

/** The form value for input text. */
export function toStoredNumber(inputText: string, shape: NumberShape): string | null {
  const parsed = parseNumberInput(inputText, shape);
  if (parsed.kind === 'nothing') return null;
  if (parsed.kind === 'number') return parsed.value;
  return parsed.kind === 'ambiguous' ? `${inputText.trim()}${AMBIGUOUS_MARK}` : inputText.trim();
}

/** The original input text of a form value. */
export const storedInputText = (stored: string): string =>
  stored.endsWith(AMBIGUOUS_MARK) ? stored.slice(0, -AMBIGUOUS_MARK.length) : stored;

/** Parses a form value. */
export const parseStoredNumber = (stored: string | null, shape: NumberShape): ParsedNumber =>
  stored === null
    ? { kind: 'nothing' }
    : parseNumberInput(DECIMAL_PATTERN.test(stored) ? toUnambiguousDecimal(stored) : storedInputText(stored), shape);

/** The error message for a form's number; undefined if it is valid for its field. */
export function numberProblem(stored: string | null, shape: NumberShape): string | undefined {
  const parsed = parseStoredNumber(stored, shape);
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** Same for a field's value; undefined for non-numeric fields. */
export function fieldNumberProblem(field: Field, stored: unknown): string | undefined {
  const shape = numberShape(field);
  return shape && typeof stored === 'string' ? numberProblem(stored, shape) : undefined;
}
