import type { BulkTarget } from '../data/mutations.ts';

/** The selected records: some by id, or all that match the list's filter except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const NONE: Selection = { kind: 'some', ids: new Set() };
export const ALL: Selection = { kind: 'all', except: new Set() };

export const isSelected = (s: Selection, id: number): boolean => (s.kind === 'all' ? !s.except.has(id) : s.ids.has(id));

/** Number of selected records. `total` is the number of matches; an estimated total gives an estimate. */
export const countSelected = (s: Selection, total: number): number =>
  s.kind === 'all' ? Math.max(0, total - s.except.size) : s.ids.size;

export const isNone = (s: Selection): boolean => s.kind === 'some' && s.ids.size === 0;

/** Selects or deselects these records. */
export function setSelected(s: Selection, ids: Iterable<number>, selected: boolean): Selection {
  if (s.kind === 'all') {
    const except = new Set(s.except);
    for (const id of ids)
      if (selected) except.delete(id);
      else except.add(id);
    return { kind: 'all', except };
  }
  const chosen = new Set(s.ids);
  for (const id of ids)
    if (selected) chosen.add(id);
    else chosen.delete(id);
  return { kind: 'some', ids: chosen };
}

export const toggle = (s: Selection, id: number): Selection => setSelected(s, [id], !isSelected(s, id));

/** Shift-click: all rows from the anchor to this one get this row's new state. `rows` are ids in page order. */
export function toggleRange(s: Selection, rows: readonly number[], anchor: number | null, id: number): Selection {
  const from = anchor === null ? -1 : rows.indexOf(anchor);
  const to = rows.indexOf(id);
  if (from < 0 || to < 0) return toggle(s, id);
  return setSelected(s, rows.slice(Math.min(from, to), Math.max(from, to) + 1), !isSelected(s, id));
}

/** Whether the page is selected: `mixed` when only a part of it is. */
export function pageState(s: Selection, rows: readonly number[]): boolean | 'mixed' {
  const selected = rows.filter((id) => isSelected(s, id)).length;
  return selected === 0 ? false : selected === rows.length ? true : 'mixed';
}

/** Selects the whole page, or deselects it if it is fully selected. */
export const togglePage = (s: Selection, rows: readonly number[]): Selection =>
  setSelected(s, rows, pageState(s, rows) !== true);

/** The target of a bulk action: ids, or the filter with the excluded rows. */
export const toTarget = (s: Selection, filter: Readonly<Record<string, string>>): BulkTarget =>
  s.kind === 'all' ? { filter, except: [...s.except] } : { ids: [...s.ids] };
