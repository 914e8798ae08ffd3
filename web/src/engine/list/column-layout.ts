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
    order: filterStrings(order),
    shown: filterEntries(shown, (v): v is boolean => typeof v === 'boolean'),
    // Earlier versions stored a list of the pinned columns.
    pinned: Array.isArray(pinned)
      ? Object.fromEntries(filterStrings(pinned).map((column) => [column, true]))
      : filterEntries(pinned, (v): v is boolean => typeof v === 'boolean'),
    widths: filterEntries(widths, (v): v is number => typeof v === 'number' && v >= MIN_WIDTH && v <= MAX_WIDTH),
  };
}

const filterStrings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];

function filterEntries<T>(value: unknown, isValid: (v: unknown) => v is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => isValid(entry[1])));
}

/** What limits the columns that the list can show at the moment. */
export interface ColumnConstraints {
  /** Deleted records are shown, with the time and author of the deletion. */
  readonly trash: boolean;
  /** Columns named in the URL: only these are shown, in this order. */
  readonly named: readonly string[] | null;
  /** Hidden columns, because they have the same value in every row. */
  readonly hiddenColumns: ReadonlySet<string>;
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
  constraints: ColumnConstraints,
): readonly ArrangedColumn[] {
  const allowedColumns = available.filter(
    (c) => (constraints.trash || !c.trash) && !constraints.hiddenColumns.has(c.column),
  );
  const order = completeOrder(
    constraints.named ?? layout.order,
    allowedColumns.map((c) => c.column),
  );
  const pinnedByDefault = defaultPins(allowedColumns, constraints.named);
  const arranged = order
    .flatMap((name) => allowedColumns.filter((c) => c.column === name))
    .map((c) => ({
      ...c,
      width: layout.widths[c.column] ?? c.width,
      isShown: constraints.named ? constraints.named.includes(c.column) : (layout.shown[c.column] ?? c.shown),
      isPinned: layout.pinned[c.column] ?? pinnedByDefault.has(c.column),
      isSized: c.column in layout.widths,
    }));
  return [...arranged.filter((c) => c.isPinned), ...arranged.filter((c) => !c.isPinned)];
}

/**
 * The columns that are pinned by default. A URL that names columns has its own order, so a column is pinned there only
 * if every column before it is pinned too.
 */
function defaultPins(allowedColumns: readonly AvailableColumn[], named: readonly string[] | null): ReadonlySet<string> {
  const pinned = new Set(allowedColumns.filter((c) => c.pinned).map((c) => c.column));
  if (!named) return pinned;
  const pinnedEnd = named.findIndex((column) => !pinned.has(column));
  return new Set(pinnedEnd < 0 ? named : named.slice(0, pinnedEnd));
}

/** Completes a stored order: columns that are missing from it follow their neighbour in the definition. */
function completeOrder(stored: readonly string[], defaultColumns: readonly string[]): readonly string[] {
  const order = stored.filter((c) => defaultColumns.includes(c));
  defaultColumns.forEach((column, index) => {
    if (order.includes(column)) return;
    const predecessor = defaultColumns.slice(0, index).findLast((c) => order.includes(c));
    order.splice(predecessor === undefined ? 0 : order.indexOf(predecessor) + 1, 0, column);
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
  const index = order.indexOf(target);
  if (index < 0) return layout;
  order.splice(side === 'before' ? index : index + 1, 0, column);
  const neighbour = arranged.find((c) => c.column === target);
  return { ...setPinned(layout, column, neighbour?.isPinned ?? false), order };
}

/** Moves a column one position to the left (-1) or right (1) among the visible ones. */
export function shiftColumn(
  layout: ColumnLayout,
  arranged: readonly ArrangedColumn[],
  column: string,
  offset: -1 | 1,
): ColumnLayout {
  const shown = arranged.filter((c) => c.isShown).map((c) => c.column);
  const target = shown[shown.indexOf(column) + offset];
  if (!shown.includes(column) || target === undefined) return layout;
  return moveColumn(layout, arranged, column, target, offset < 0 ? 'before' : 'after');
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
    ...Object.fromEntries(Object.entries(widths).map(([column, width]) => [column, clampWidth(width)])),
  },
});

/** Resets a column to its default width. */
export const resetWidth = (layout: ColumnLayout, column: string): ColumnLayout => ({
  ...layout,
  widths: Object.fromEntries(Object.entries(layout.widths).filter(([name]) => name !== column)),
});

export const clampWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** Turns the columns named in the URL into the user's own layout, when the user changes them. */
export const adoptUrlColumns = (layout: ColumnLayout, arranged: readonly ArrangedColumn[]): ColumnLayout => ({
  ...layout,
  order: arranged.map((c) => c.column),
  shown: Object.fromEntries(arranged.map((c) => [c.column, c.isShown])),
});
