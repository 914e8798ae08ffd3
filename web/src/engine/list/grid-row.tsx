import { type ResourceDefinition, lockReasonFor } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import { type CSSProperties, type ReactNode, memo } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { ElsewhereBadge } from '../../ui/elsewhere-badge.tsx';
import { isElsewhere } from '../data/elsewhere.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { recordPath } from '../form/record-path.ts';
import { renderCell, isNumeric } from '../data/cells.tsx';
import type { ArrangedColumn } from './column-layout.ts';

/** The user's permissions on the rows of a list. */
export interface RowRights {
  readonly update: boolean;
  readonly remove: boolean;
}

export type RenderCellNote = (record: ResourceRecord, column: string) => ReactNode;

interface GridRowProps {
  definition: ResourceDefinition;
  record: ResourceRecord;
  /** Visible columns in order. */
  columns: readonly ArrangedColumn[];
  /** Index on the page, from 0. */
  index: number;
  /** Row number for screen readers, from 1. */
  ariaIndex: number;
  /** Pixels from the top of the body. */
  top: number;
  styles: ReadonlyMap<string, CSSProperties>;
  /** The column whose text is the link to the record. */
  titleColumn: string;
  /** The column shows the complete name of the record. */
  hasWholeName: boolean;
  selected: boolean;
  peeked: boolean;
  /** The pointer is over this row. */
  hovered: boolean;
  rights: RowRights;
  renderNote: RenderCellNote | undefined;
  /** Language of the row's texts: a new value re-renders the memoized row. */
  language: string;
}

/** One record. It has no event handlers: the body listens for all rows. */
export const GridRow = memo(function GridRow({
  definition,
  record,
  columns,
  index,
  ariaIndex,
  top,
  styles,
  titleColumn,
  hasWholeName,
  selected,
  peeked,
  hovered,
  rights,
  renderNote,
}: GridRowProps) {
  const name = displayName(definition, record);
  const isDeleted = record.deleted_at !== null && record.deleted_at !== undefined;
  const deleteAction = isDeleted ? 'restore' : 'delete';
  const [editLockReason, deleteLockReason] = [
    lockReasonFor(definition, record, 'edit'),
    lockReasonFor(definition, record, deleteAction),
  ];
  const isForeign = isElsewhere(definition, record);
  const stateClasses = `${selected ? ' is-selected' : ''}${peeked ? ' is-peeked' : ''}${isDeleted ? ' is-deleted' : ''}`;
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      aria-selected={selected}
      data-r={index}
      className={`list-row${stateClasses}`}
      style={{ top }}
    >
      <div role="gridcell" data-p={0} className="list-check">
        <input
          type="checkbox"
          data-focus
          data-act="select"
          tabIndex={-1}
          checked={selected}
          readOnly
          aria-label={t`Select ${name}`}
        />
      </div>
      {columns.map(({ column, field }, columnIndex) => {
        const { kind } = field;
        const content = renderCell(field, { record, column });
        const isMarked = isForeign && column === titleColumn;
        const note = renderNote?.(record, column);
        const cellClasses = `${note ? ' has-beside' : ''}${isNumeric(kind) ? ' is-number' : kind === 'date' || kind === 'instant' ? ' is-date' : ''}${isMarked ? ' is-marked' : ''}`;
        return (
          <div
            key={column}
            role="gridcell"
            data-p={columnIndex + 1}
            data-focus
            tabIndex={-1}
            className={`list-cell${cellClasses}`}
            style={styles.get(column)}
          >
            {note && <span className="list-beside">{note}</span>}
            {column === titleColumn ? (
              <a href={recordPath(definition, record.id)} tabIndex={-1} className="list-name">
                {hasWholeName ? name : content || name}
              </a>
            ) : (
              content
            )}
            {isMarked && <ElsewhereBadge />}
          </div>
        );
      })}
      {hovered && definition.runPath === undefined && (
        <div role="gridcell" className="list-actions">
          <span>
            <button type="button" tabIndex={-1} data-act="peek" aria-label={t`Preview ${name}`} title={t`Preview (p)`}>
              <Eye size={15} />
            </button>
            {rights.update && !isDeleted && (
              <button
                type="button"
                tabIndex={-1}
                data-act="edit"
                disabled={editLockReason !== null}
                aria-label={t`Edit ${name}`}
                title={editLockReason?.[currentLanguage()] ?? t`Edit (e)`}
              >
                <Pencil size={15} />
              </button>
            )}
            {rights.remove && (
              <button
                type="button"
                tabIndex={-1}
                data-act={deleteAction}
                disabled={deleteLockReason !== null}
                aria-label={isDeleted ? t`Restore ${name}` : t`Delete ${name}`}
                title={deleteLockReason?.[currentLanguage()] ?? (isDeleted ? t`Restore` : t`Delete (Del)`)}
              >
                {isDeleted ? <RotateCcw size={15} /> : <Trash2 size={15} />}
              </button>
            )}
          </span>
        </div>
      )}
    </div>
  );
});
