import { t } from '@lingui/core/macro';
import type { KeyWord } from '../../ui/page-keys.ts';
import type { RowKey } from './grid-keys.ts';
import type { RowRights } from './grid-row.tsx';

/** The keys for the row that has the focus, as far as the user has the rights. */
export function rowKeyWords({ update, remove }: RowRights): readonly KeyWord[] {
  const words: Readonly<Record<RowKey, string | false>> = {
    Enter: t`Open the row`,
    p: t`See the row beside the list`,
    e: update && t`Edit the row`,
    ' ': t`Select the row`,
    Delete: remove && t`Delete the row`,
    Escape: t`Give up the selection`,
  };
  return Object.entries(words).flatMap(([key, label]) => (label === false ? [] : [{ key, label }]));
}
