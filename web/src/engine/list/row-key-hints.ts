import { t } from '@lingui/core/macro';
import type { KeyHint } from '../../ui/page-keys.ts';
import type { RowKey } from './grid-keys.ts';
import type { RowRights } from './grid-row.tsx';

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
