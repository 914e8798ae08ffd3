import { type AvailableColumn, MIN_WIDTH } from '../data/list-columns.ts';

/**
 * A user's changes to the columns of a list; everything else follows the definition. See
 * docs/decisions/0016-render-lists-without-a-table-library.md.
 */
export interface ColumnLayout {
  /** All columns that existed when the order was chosen; newer ones are placed next to their neighbours. */
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** Which columns are pinned to the left edge. */
  readonly pinned: Readonly<Record<string, boolean>>;
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export const DEFAULT_LAYOUT: ColumnLayout = { order: [], shown: {}, pinned: {}, widths: {} };
const MAX_WIDTH = 1000;

export const isDefaultLayout = (layout: ColumnLayout): boolean =>
  layout.order.length === 0 &&
  Object.keys(layout.pinned).length === 0 &&
  Object.keys(layout.shown).length === 0 &&
  Object.keys(layout.widths).length === 0;

/** Parses a stored layout; anything else results in the default layout. */
export function readLayout(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_LAYOUT;
  const { order, shown, pinned, widths } = stored as Record<string, unknown>; // any object may be read by key
  return {
    order: texts(order),
    shown: entries(shown, (v): v is boolean => typeof v === 'boolean'),
    // Earlier versions stored a list of the pinned columns.
    pinned: Array.isArray(pinned)
      ? Object.fromEntries(texts(pinned).map((column) => [column, true]))
      : entries(pinned, (v): v is boolean => typeof v === 'boolean'),
    widths: entries(widths, (v): v is number => typeof v === 'number' && v >= MIN_WIDTH && v <= MAX_WIDTH),
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];

function entries<T>(value: unknown, test: (v: unknown) => v is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => test(entry[1])));
}

/** Restricts the columns that the list can show at the moment. */
export interface LayoutFrame {
  /** Deleted records are shown, with the time and author of the deletion. */
  readonly trash: boolean;
  /** Columns named in the URL: only these are shown, in this order. */
  readonly named: readonly string[] | null;
  /** Columns with the same value in every row. */
  readonly without: ReadonlySet<string>;
}

/** A column in display order: pinned columns come first. */
export interface ArrangedColumn extends AvailableColumn {
  readonly isShown: boolean;
  readonly isPinned: boolean;
  /** The user set the width; other columns share the remaining space. */
  readonly isSized: boolean;
}

export function arrangeColumns(
  available: readonly AvailableColumn[],
  layout: ColumnLayout,
  frame: LayoutFrame,
): readonly ArrangedColumn[] {
  const possible = available.filter((c) => (frame.trash || !c.trash) && !frame.without.has(c.column));
  const order = completeOrder(
    frame.named ?? layout.order,
    possible.map((c) => c.column),
  );
  const leading = leadingPins(possible, frame.named);
  const arranged = order
    .flatMap((name) => possible.filter((c) => c.column === name))
    .map((c) => ({
      ...c,
      width: layout.widths[c.column] ?? c.width,
      isShown: frame.named ? frame.named.includes(c.column) : (layout.shown[c.column] ?? c.shown),
      isPinned: layout.pinned[c.column] ?? leading.has(c.column),
      isSized: c.column in layout.widths,
    }));
  return [...arranged.filter((c) => c.isPinned), ...arranged.filter((c) => !c.isPinned)];
}

/**
 * The columns that are pinned by default. A URL that names columns has its own order: a column is pinned there only if
 * it is part of the pinned columns at the start.
 */
function leadingPins(possible: readonly AvailableColumn[], named: readonly string[] | null): ReadonlySet<string> {
  const pinned = new Set(possible.filter((c) => c.pinned).map((c) => c.column));
  if (!named) return pinned;
  const end = named.findIndex((column) => !pinned.has(column));
  return new Set(end < 0 ? named : named.slice(0, end));
}

/** The stored order. Columns missing from it follow their neighbour in the definition. */
function completeOrder(stored: readonly string[], defaultColumns: readonly string[]): readonly string[] {
  const order = stored.filter((c) => defaultColumns.includes(c));
  defaultColumns.forEach((column, at) => {
    if (order.includes(column)) return;
    const before = defaultColumns.slice(0, at).findLast((c) => order.includes(c));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, column);
  });
  return order;
}

/** Moves a column before or after another one; it becomes pinned or unpinned like its new neighbour. */
export function moveColumn(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  column: string,
  target: string,
  side: 'before' | 'after',
): ColumnLayout {
  if (column === target) return layout;
  const order = arranged.map((c) => c.column).filter((c) => c !== column);
  const at = order.indexOf(target);
  if (at < 0) return layout;
  order.splice(side === 'before' ? at : at + 1, 0, column);
  const neighbour = arranged.find((c) => c.column === target);
  return { ...setPinned(layout, column, neighbour?.isPinned ?? false), order };
}

/** Moves a column one position to the left (-1) or right (1) among the visible ones. */
export function shiftColumn(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  column: string,
  by: -1 | 1,
): ColumnLayout {
  const shown = arranged.filter((c) => c.isShown).map((c) => c.column);
  const target = shown[shown.indexOf(column) + by];
  if (!shown.includes(column) || target === undefined) return layout;
  return moveColumn(layout, arranged, column, target, by < 0 ? 'before' : 'after');
}

export const setPinned = (layout: ColumnLayout, column: string, pinned: boolean): ColumnLayout => ({
  ...layout,
  pinned: { ...layout.pinned, [column]: pinned },
});

/** Shows or hides a column; the last one cannot be hidden. */
export function setShown(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  column: string,
  shown: boolean,
): ColumnLayout {
  if (!shown && arranged.every((c) => !c.isShown || c.column === column)) return layout;
  return { ...layout, shown: { ...layout.shown, [column]: shown } };
}

export const setWidths = (layout: ColumnLayout, widths: Readonly<Record<string, number>>): ColumnLayout => ({
  ...layout,
  widths: {
    ...layout.widths,
    ...Object.fromEntries(Object.entries(widths).map(([column, width]) => [column, boundWidth(width)])),
  },
});

/** Resets a column to its default width. */
export const resetWidth = (layout: ColumnLayout, column: string): ColumnLayout => ({
  ...layout,
  widths: Object.fromEntries(Object.entries(layout.widths).filter(([name]) => name !== column)),
});

export const boundWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** Columns named in the URL become the user's own layout when the user changes it. */
export const adoptNamed = (layout: ColumnLayout, arranged: readonly ArrangedColumn[]): ColumnLayout => ({
  ...layout,
  order: arranged.map((c) => c.column),
  shown: Object.fromEntries(arranged.map((c) => [c.column, c.isShown])),
});
