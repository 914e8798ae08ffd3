import type { BulkTarget } from '../data/mutations.ts';

/** The selected records: some by id, or all that match the list's filter except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const EMPTY_SELECTION: Selection = { kind: 'some', ids: new Set() };
export const FULL_SELECTION: Selection = { kind: 'all', except: new Set() };

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'all' ? !selection.except.has(id) : selection.ids.has(id);

/** Number of selected records. `total` is the number of matches; an estimated total gives an estimate. */
export const countSelected = (selection: Selection, total: number): number =>
  selection.kind === 'all' ? Math.max(0, total - selection.except.size) : selection.ids.size;

export const isEmptySelection = (selection: Selection): boolean =>
  selection.kind === 'some' && selection.ids.size === 0;

/** Selects or deselects these records. */
export function setSelected(selection: Selection, ids: Iterable<number>, selected: boolean): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    for (const id of ids)
      if (selected) except.delete(id);
      else except.add(id);
    return { kind: 'all', except };
  }
  const selectedIds = new Set(selection.ids);
  for (const id of ids)
    if (selected) selectedIds.add(id);
    else selectedIds.delete(id);
  return { kind: 'some', ids: selectedIds };
}

export const toggle = (selection: Selection, id: number): Selection =>
  setSelected(selection, [id], !isSelected(selection, id));

/**
 * Handles Shift-click: all rows from the anchor to this one get the new state of this row. `pageIds` are the ids in
 * page order.
 */
export function toggleRange(
  selection: Selection,
  pageIds: readonly number[],
  anchor: number | null,
  id: number,
): Selection {
  const anchorIndex = anchor === null ? -1 : pageIds.indexOf(anchor);
  const targetIndex = pageIds.indexOf(id);
  if (anchorIndex < 0 || targetIndex < 0) return toggle(selection, id);
  return setSelected(
    selection,
    pageIds.slice(Math.min(anchorIndex, targetIndex), Math.max(anchorIndex, targetIndex) + 1),
    !isSelected(selection, id),
  );
}

/** Whether the page is selected: `mixed` when only a part of it is. */
export function pageState(selection: Selection, pageIds: readonly number[]): boolean | 'mixed' {
  const selected = pageIds.filter((id) => isSelected(selection, id)).length;
  return selected === 0 ? false : selected === pageIds.length ? true : 'mixed';
}

/** Selects the whole page, or deselects it if it is fully selected. */
export const togglePage = (selection: Selection, pageIds: readonly number[]): Selection =>
  setSelected(selection, pageIds, pageState(selection, pageIds) !== true);

/** The target of a bulk action: ids, or the filter with the excluded rows. */
export const toBulkTarget = (selection: Selection, filter: Readonly<Record<string, string>>): BulkTarget =>
  selection.kind === 'all' ? { filter, except: [...selection.except] } : { ids: [...selection.ids] };
