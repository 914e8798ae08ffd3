import { type Field, type NumberShape, numberShape } from '@innkeeper/contract';

/**
 * The numbers that a filter of a column accepts: the scale of its field, without the bounds. Undefined for columns that
 * are not numeric.
 */
export function filterShape(field: Field): NumberShape | undefined {
  const shape = numberShape(field);
  return shape && { scale: shape.scale, min: Number.NEGATIVE_INFINITY };
}
