import { type AvailableColumn, NARROWEST } from '../data/list-columns.ts';

/**
 * A user's changes to the columns of a list; everything else is as the definition has it.
 * See docs/decisions/0016-lists-without-a-table-library.md.
 */
export interface ColumnLayout {
  /** All columns that there were when an order was chosen; newer ones find their place beside their neighbours. */
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** Which columns stay at the left edge. */
  readonly pinned: Readonly<Record<string, boolean>>;
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export const USUAL_LAYOUT: ColumnLayout = { order: [], shown: {}, pinned: {}, widths: {} };
const WIDEST = 1000;

export const isUsual = (layout: ColumnLayout): boolean =>
  layout.order.length === 0 &&
  Object.keys(layout.pinned).length === 0 &&
  Object.keys(layout.shown).length === 0 &&
  Object.keys(layout.widths).length === 0;

/** Reads a layout that was kept; any other value gives the usual layout. */
export function readLayout(kept: unknown): ColumnLayout {
  if (typeof kept !== 'object' || kept === null) return USUAL_LAYOUT;
  const { order, shown, pinned, widths } = kept as Record<string, unknown>; // any object may be read by key
  return {
    order: texts(order),
    shown: entries(shown, (v): v is boolean => typeof v === 'boolean'),
    // Earlier those that are pinned were listed.
    pinned: Array.isArray(pinned)
      ? Object.fromEntries(texts(pinned).map((column) => [column, true]))
      : entries(pinned, (v): v is boolean => typeof v === 'boolean'),
    widths: entries(widths, (v): v is number => typeof v === 'number' && v >= NARROWEST && v <= WIDEST),
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];

function entries<T>(value: unknown, test: (v: unknown) => v is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => test(entry[1])));
}

/** The columns that the list may show at the moment. */
export interface LayoutFrame {
  /** Deleted records are shown, with the time and author of the deletion. */
  readonly trash: boolean;
  /** Columns that the address names: these are shown, in this order. */
  readonly named: readonly string[] | null;
  /** Columns that would say the same in every row. */
  readonly without: ReadonlySet<string>;
}

/** Every column in the order on screen: those pinned at the left edge first. */
export interface ArrangedColumn extends AvailableColumn {
  readonly isShown: boolean;
  readonly isPinned: boolean;
  /** The user chose the width; other columns share what room is left. */
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
 * The columns that stay at the left edge by default. An address that names columns has its own order: there a column stays only
 * if the order begins with it.
 */
function leadingPins(possible: readonly AvailableColumn[], named: readonly string[] | null): ReadonlySet<string> {
  const pinned = new Set(possible.filter((c) => c.pinned).map((c) => c.column));
  if (!named) return pinned;
  const end = named.findIndex((column) => !pinned.has(column));
  return new Set(end < 0 ? named : named.slice(0, end));
}

/** The kept order; columns that it does not know come behind their neighbour in the definition. */
function completeOrder(kept: readonly string[], usual: readonly string[]): readonly string[] {
  const order = kept.filter((c) => usual.includes(c));
  usual.forEach((column, at) => {
    if (order.includes(column)) return;
    const before = usual.slice(0, at).findLast((c) => order.includes(c));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, column);
  });
  return order;
}

/** Puts a column before another one, or after it; it joins the pinned ones, or leaves them, with its new neighbour. */
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

/** Moves a column one place to the left (-1) or right (1) among those shown. */
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

/** Shows or hides a column; the last one stays. */
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

/** Gives a column its usual width back. */
export const resetWidth = (layout: ColumnLayout, column: string): ColumnLayout => ({
  ...layout,
  widths: Object.fromEntries(Object.entries(layout.widths).filter(([name]) => name !== column)),
});

export const boundWidth = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** The arrangement of columns named by the address becomes the user's own when the user changes it. */
export const adoptNamed = (layout: ColumnLayout, arranged: readonly ArrangedColumn[]): ColumnLayout => ({
  ...layout,
  order: arranged.map((c) => c.column),
  shown: Object.fromEntries(arranged.map((c) => [c.column, c.isShown])),
});
