import {
  type Field,
  type NumberShape,
  type TypedNumber,
  numberShape,
  readTypedNumber,
  unmistakable,
  withoutZeros,
} from '@innkeeper/contract';

/**
 * Numbers in forms. A form holds a number as a plain decimal with its field's decimals; any other text stays as it was typed, and
 * validation refuses it. A text with two readings may look like a decimal, so a question mark goes with it until one is chosen.
 */

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DOUBT = ' ?';

/** A plain decimal with so many decimals; none is ever cut. */
export function withDecimals(value: string, scale: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const kept = /[1-9]/.test(fraction.slice(scale)) ? fraction : fraction.slice(0, scale).padEnd(scale, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** A plain decimal with so many decimals, and with more only as far as they say something. */
export const shownDecimals = (value: string, decimals: number): string => withDecimals(withoutZeros(value), decimals);

/** The value in a form for a typed text. */
export function heldNumber(typed: string, shape: NumberShape): string | null {
  const read = readTypedNumber(typed, shape);
  if (read.kind === 'nothing') return null;
  if (read.kind === 'number') return read.value;
  return read.kind === 'ambiguous' ? `${typed.trim()}${DOUBT}` : typed.trim();
}

/** The text of what a form holds, as it was typed. */
export const typedText = (held: string): string => (held.endsWith(DOUBT) ? held.slice(0, -DOUBT.length) : held);

/** Reads the value of a form. */
export const readHeldNumber = (held: string | null, shape: NumberShape): TypedNumber =>
  held === null
    ? { kind: 'nothing' }
    : readTypedNumber(DECIMAL.test(held) ? unmistakable(held) : typedText(held), shape);

/** The message about a form's number that is wrong; undefined if it is right for its field. */
export function numberProblem(held: string | null, shape: NumberShape): string | undefined {
  const read = readHeldNumber(held, shape);
  return 'problem' in read ? read.problem : undefined;
}

/** The same of a field's value; nothing for a field of another kind. */
export function fieldNumberProblem(f: Field, held: unknown): string | undefined {
  const shape = numberShape(f);
  return shape && typeof held === 'string' ? numberProblem(held, shape) : undefined;
}
