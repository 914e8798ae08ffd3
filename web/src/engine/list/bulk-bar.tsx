import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { can } from '../../session/user.ts';
import { formatNumber } from '../../format/number.ts';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import type { ListAction } from '../form/extensions.ts';
import {
  type Selection,
  FULL_SELECTION,
  EMPTY_SELECTION,
  countSelected,
  isEmptySelection,
  pageState,
} from './selection.ts';

interface BulkBarProps {
  selection: Selection;
  ids: readonly number[];
  total: number;
  totalIsEstimate: boolean;
  canEdit: boolean;
  canDelete: boolean;
  /** Deleted records are shown, so the selection may contain some. */
  canRestore: boolean;
  /** Additional actions on the selected records. */
  actions: readonly ListAction[];
  /** The button that exports the selected records. */
  exportButton: (className: string) => ReactNode;
  onSelect: (selection: Selection) => void;
  onEdit: () => void;
  onDelete: () => void;
  onRestore: () => void;
  onAction: (action: ListAction, count: number) => void;
  /** The bar had the focus, and is gone. */
  onFocusLost: () => void;
}

const BUTTON_CLASS =
  'inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium whitespace-nowrap hover:bg-on-inverse/15 focus-visible:outline-on-inverse pointer-coarse:h-11';

/** The actions on the selected records. The bar overlays the list, so that nothing shifts when it appears. */
export function BulkBar({
  selection,
  ids,
  total,
  totalIsEstimate,
  canEdit,
  canDelete,
  canRestore,
  actions,
  exportButton,
  onSelect,
  onEdit,
  onDelete,
  onRestore,
  onAction,
  onFocusLost,
}: BulkBarProps) {
  const { t } = useLingui();
  const [hadFocus, setHadFocus] = useState(false);
  const isEmpty = isEmptySelection(selection);
  useLostFocus(isEmpty, isEmpty && hadFocus, onFocusLost);
  if (isEmpty) return null;
  const selectedCount = countSelected(selection, total);
  const count = formatNumber(selectedCount);
  const totalText = formatNumber(total);
  const isEstimate = selection.kind === 'all' && totalIsEstimate;
  const canSelectAll = selection.kind === 'some' && pageState(selection, ids) === true && total > selectedCount;
  return (
    <div className="pointer-events-none absolute print:hidden inset-x-2 bottom-14 z-10 flex justify-center max-md:fixed max-md:bottom-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div
        role="region"
        aria-label={t`Selected records`}
        onFocus={() => setHadFocus(true)}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-lg bg-inverse py-1 pr-1 pl-3.5 text-sm text-on-inverse shadow-overlay"
      >
        <span role="status" className="mr-2 font-medium tabular">
          {isEstimate ? (
            <Trans>About {count} selected</Trans>
          ) : (
            plural(selectedCount, { one: `${count} selected`, other: `${count} selected` })
          )}
        </span>
        {canSelectAll && (
          <button type="button" className={BUTTON_CLASS} onClick={() => onSelect(FULL_SELECTION)}>
            <span className="underline underline-offset-2">
              {totalIsEstimate ? <Trans>Select all, about {totalText}</Trans> : <Trans>Select all {totalText}</Trans>}
            </span>
          </button>
        )}
        {actions
          .filter(({ permissions }) => can(...permissions))
          .map((action) => (
            <button
              key={action.label.id}
              type="button"
              className={BUTTON_CLASS}
              onClick={() => onAction(action, selectedCount)}
            >
              <action.Icon size={15} />
              {t(action.label)}
            </button>
          ))}
        {exportButton(BUTTON_CLASS)}
        {canEdit && (
          <button type="button" className={BUTTON_CLASS} onClick={onEdit}>
            <Pencil size={15} />
            <Trans>Edit</Trans>
          </button>
        )}
        {canDelete && (
          <button type="button" className={BUTTON_CLASS} onClick={onDelete}>
            <Trash2 size={15} />
            <Trans>Delete</Trans>
          </button>
        )}
        {canRestore && (
          <button type="button" className={BUTTON_CLASS} onClick={onRestore}>
            <RotateCcw size={15} />
            <Trans>Restore</Trans>
          </button>
        )}
        <button
          type="button"
          aria-label={t`Deselect`}
          className={`${BUTTON_CLASS} w-8 justify-center px-0! pointer-coarse:w-11`}
          onClick={() => onSelect(EMPTY_SELECTION)}
        >
          <X size={16} />
        </button>
      </div>
    </div>
  );
}
