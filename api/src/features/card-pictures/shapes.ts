import type { LineStyle } from '../../platform/typesetting/lay-out-line.ts';

/*
 * A card is drawn as one list of shapes, in points from the upper left corner. Picture and PDF are both rendered from
 * that list.
 */

/** Points: the size of a bank card, 85.6 × 54 mm (ISO/IEC 7810, ID-1), and its corner radius. */
export const CARD = { width: (85.6 / 25.4) * 72, height: (53.98 / 25.4) * 72, radius: (3.18 / 25.4) * 72 };

interface ShapeStyle {
  /** Degrees, clockwise around this point. */
  readonly rotation?: { readonly degrees: number; readonly x: number; readonly y: number };
  /** 0 to 1. */
  readonly opacity?: number;
}

export type Shape =
  /** The background of the whole card: gradient colours from corner to corner. */
  | { readonly kind: 'background'; readonly colours: readonly [string, string, string] }
  /** `d` as in SVG. */
  | ({ readonly kind: 'area'; readonly d: string; readonly colour: string } & ShapeStyle)
  | ({ readonly kind: 'line'; readonly d: string; readonly colour: string; readonly width: number } & ShapeStyle)
  /** A line of text; `y` is its baseline. */
  | ({
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly colour: string;
    } & LineStyle &
      ShapeStyle);
