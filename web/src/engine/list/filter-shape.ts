import { type Field, type NumberShape, numberShape } from '@innkeeper/contract';

/**
 * The numbers that a column can be compared with: its field's decimals, without its bounds. Undefined for other
 * columns.
 */
export function filterShape(f: Field): NumberShape | undefined {
  const shape = numberShape(f);
  return shape && { scale: shape.scale, min: Number.NEGATIVE_INFINITY };
}
