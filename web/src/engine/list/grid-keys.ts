import type { KeyboardEvent } from 'react';
import { FILTER_ROW, type GridFocus, HEADER_ROW } from './grid-focus.ts';
import { t } from '@lingui/core/macro';
import type { KeyHint } from '../../ui/page-keys.ts';
import type { RowRights } from './grid-row.tsx';

export interface GridKeyActions {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Number of rows visible at a time. */
  readonly pageRows: number;
  readonly open: (row: number) => void;
  readonly edit: (row: number) => void;
  readonly remove: (row: number) => void;
  readonly peek: (row: number) => void;
  readonly toggle: (row: number, range: boolean) => void;
  readonly togglePage: () => void;
  readonly shiftColumn: (position: number, offset: -1 | 1) => void;
  readonly openFilter: (anchor: Element) => void;
  readonly escape: () => void;
}

/** The action of each key on the focused row. */
export const ROW_KEYS = {
  Enter: 'open',
  p: 'peek',
  e: 'edit',
  ' ': 'toggle',
  Delete: 'remove',
  Escape: 'escape',
} as const satisfies Readonly<Record<string, keyof GridKeyActions>>;
export type RowKey = keyof typeof ROW_KEYS;

const isRowKey = (key: string): key is RowKey => Object.hasOwn(ROW_KEYS, key);

/** Handles keyboard input within a grid. Key combinations without a meaning here are left to the browser. */
export function handleGridKey(event: KeyboardEvent<HTMLElement>, focus: GridFocus, actions: GridKeyActions): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLElement) || !event.target.closest('[data-p]')) return;
  const { row } = focus.active.current;
  const isHandled =
    moveFocus(event, focus, actions) ||
    (row >= 0 ? handleRowKey(event, row, actions) : handleHeadKey(event, focus, actions));
  if (isHandled) event.preventDefault();
}

const isTextInput = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

function moveFocus(event: KeyboardEvent<HTMLElement>, focus: GridFocus, actions: GridKeyActions): boolean {
  const { row, position } = focus.active.current;
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isCommand = ctrlKey || metaKey;
  if (altKey) return false;
  const lastRow = actions.rowCount - 1;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const targetRow = Math.min(lastRow, Math.max(HEADER_ROW, row + (key === 'ArrowUp' ? -1 : 1)));
    if (shiftKey && targetRow >= 0 && row >= 0 && targetRow !== row) actions.toggle(targetRow, false);
    return focus.focusCell({
      row: targetRow,
      position: targetRow < 0 ? Math.max(position, targetRow === HEADER_ROW ? 0 : 1) : position,
    });
  }
  if (key === 'PageUp' || key === 'PageDown') {
    return (
      row >= 0 &&
      focus.focusCell({
        row: Math.min(lastRow, Math.max(0, row + (key === 'PageUp' ? -1 : 1) * actions.pageRows)),
        position,
      })
    );
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const offset = key === 'ArrowLeft' ? -1 : 1;
    if (shiftKey && row === HEADER_ROW && position > 0) {
      actions.shiftColumn(position, offset);
      return true;
    }
    if (shiftKey || isCommand || !shouldLeaveInput(event.target, offset)) return false;
    return focus.focusCell({
      row,
      position: Math.min(actions.columnCount, Math.max(row === FILTER_ROW ? 1 : 0, position + offset)),
    });
  }
  if ((key === 'Home' || key === 'End') && !isTextInput(event.target)) {
    const targetRow = isCommand && row >= 0 ? (key === 'Home' ? 0 : lastRow) : row;
    return focus.focusCell({
      row: targetRow,
      position: key === 'Home' ? (row === FILTER_ROW ? 1 : 0) : actions.columnCount,
    });
  }
  return false;
}

/** Inside an input, arrow keys move the caret; they leave the input only at either end of its text. */
function shouldLeaveInput(target: EventTarget, offset: -1 | 1): boolean {
  if (!isTextInput(target)) return true;
  const { selectionStart, selectionEnd, value } = target;
  return selectionStart === selectionEnd && selectionStart === (offset < 0 ? 0 : value.length);
}

function handleRowKey(event: KeyboardEvent<HTMLElement>, row: number, actions: GridKeyActions): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) {
    actions.togglePage();
    return true;
  }
  if (ctrlKey || metaKey || altKey || !isRowKey(key)) return false;
  actions[ROW_KEYS[key]](row, event.shiftKey);
  return true;
}

function handleHeadKey(event: KeyboardEvent<HTMLElement>, focus: GridFocus, actions: GridKeyActions): boolean {
  if (
    event.key === 'ArrowDown' &&
    event.altKey &&
    focus.active.current.row === FILTER_ROW &&
    event.target instanceof Element
  ) {
    actions.openFilter(event.target);
    return true;
  }
  return false;
}

/** Keyboard shortcuts for the focused row, limited to the user's permissions. */
export function rowKeyHints({ update, remove }: RowRights): readonly KeyHint[] {
  const keyHints: Readonly<Record<RowKey, string | false>> = {
    Enter: t`Open row`,
    p: t`Preview row`,
    e: update && t`Edit row`,
    ' ': t`Select row`,
    Delete: remove && t`Delete row`,
    Escape: t`Deselect`,
  };
  return Object.entries(keyHints).flatMap(([key, label]) => (label === false ? [] : [{ key, label }]));
}
