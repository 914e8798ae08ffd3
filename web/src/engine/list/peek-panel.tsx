import { type Field, type Label, type ResourceDefinition, lockReasonFor } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { recordQuery } from '../data/queries.ts';
import { type ResourceRecord, displayName, valueAt } from '../data/record.ts';
import { getExtensions } from '../form/extensions.ts';
import type { RecordPartProps } from '../form/extensions.ts';
import { FileLink } from '../files/file-link.tsx';
import { renderCell } from '../data/cells.tsx';
import type { RowAction } from './grid-body.tsx';
import type { RowRights } from './grid-row.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

interface PeekPanelProps {
  definition: ResourceDefinition;
  /** The record as loaded by the list, shown until the complete record has loaded. */
  row: ResourceRecord;
  rights: RowRights;
  onAction: (action: RowAction, record: ResourceRecord) => void;
  /** Moves to the row below (1) or above (-1). */
  onMove: (offset: -1 | 1) => void;
  onClose: () => void;
}

/** Elements that use the arrow keys themselves. */
const USES_ARROW_KEYS = 'input, select, textarea, summary, [role=radio]';

/** A record beside its list: its non-empty fields and its actions. It follows the focused row. */
export function PeekPanel({ definition, row, rights, onAction, onMove, onClose }: PeekPanelProps) {
  const { t } = useLingui();
  const { data: record = row } = useQuery({ ...recordQuery(definition, row.id), placeholderData: row });
  const name = displayName(definition, record);
  const code = definition.display.code ? valueAt(record, definition.display.code) : null;
  const isDeleted = Boolean(record.deleted_at);
  const CustomPeek = getExtensions().recordPeeks[definition.key];
  const deleteAction = isDeleted ? 'restore' : 'delete';
  const [editLockReason, deleteLockReason] = [
    lockReasonFor(definition, record, 'edit'),
    lockReasonFor(definition, record, deleteAction),
  ];
  const details = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  useArrowNavigation(panel, (offset) => {
    // The next record may not have the focused element.
    details.current?.focus();
    onMove(offset);
  });
  return (
    <aside
      ref={panel}
      aria-label={name}
      className="flex min-h-0 w-[22.5rem] max-w-full shrink-0 flex-col border-l border-border bg-surface @max-5xl:absolute @max-5xl:inset-y-0 @max-5xl:right-0 @max-5xl:z-20 @max-5xl:shadow-overlay"
    >
      <header className="flex items-start gap-2 border-b border-border px-4 pt-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-lg font-semibold">
            <DigitGroups number={name} />
          </h2>
          <p className="flex items-center gap-2 text-sm text-muted">
            {typeof code === 'string' && code !== name ? code : `#${record.id}`}
            {isDeleted && (
              <Badge tone="danger">
                <Trans>Deleted</Trans>
              </Badge>
            )}
          </p>
        </div>
        <IconButton size="small" label={t`Close`} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      <div
        ref={details}
        tabIndex={0}
        role="region"
        aria-label={t`Details of ${name}`}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3"
      >
        {CustomPeek ? (
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <CustomPeek key={record.id} definition={definition} record={record} />
          </Suspense>
        ) : (
          <PeekFacts definition={definition} record={record} />
        )}
      </div>
      <footer className="flex items-center gap-2 border-t border-border px-4 py-2.5">
        {definition.opensInDialog ? (
          <Button
            size="small"
            icon={<History size={15} />}
            onClick={() =>
              void holdKeys(import('../form/history-dialog.tsx')).then(({ openHistory }) =>
                openHistory(definition, record),
              )
            }
          >
            <Trans>History</Trans>
          </Button>
        ) : (
          <Button size="small" icon={<ArrowUpRight size={15} />} onClick={() => onAction('open', record)}>
            <Trans>Open</Trans>
          </Button>
        )}
        {rights.update && !isDeleted && (
          <Button
            size="small"
            icon={<Pencil size={14} />}
            disabled={editLockReason !== null}
            title={editLockReason?.[currentLanguage()]}
            onClick={() => onAction('edit', record)}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
        {rights.remove && (
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            icon={isDeleted ? <RotateCcw size={14} /> : <Trash2 size={14} />}
            disabled={deleteLockReason !== null}
            title={deleteLockReason?.[currentLanguage()]}
            onClick={() => onAction(deleteAction, record)}
          >
            {isDeleted ? <Trans>Restore</Trans> : <Trans>Delete</Trans>}
          </Button>
        )}
      </footer>
    </aside>
  );
}

/** Arrow keys move through the list beside the panel. */
function useArrowNavigation(panel: RefObject<HTMLElement | null>, onMove: (offset: -1 | 1) => void): void {
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.target instanceof Element && event.target.closest(USES_ARROW_KEYS)) return;
      event.preventDefault();
      onMove(event.key === 'ArrowDown' ? 1 : -1);
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  });
}

function PeekFacts({ definition, record }: RecordPartProps) {
  const label = useLabel();
  return collectFacts(definition, record).map((section, index) => (
    <section key={index} className="mb-4">
      {section.label && <h3 className="mb-1 text-xs font-semibold text-faint">{label(section.label)}</h3>}
      <dl className="text-sm">
        {section.facts.map(({ column, field, content }) => (
          <div key={column} className="grid grid-cols-[8.5rem_1fr] gap-3 py-1">
            <dt className="text-muted">{label(field.label)}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line tabular">{content}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

interface FactSection {
  readonly label: Label | null;
  readonly facts: { readonly column: string; readonly field: Field; readonly content: ReactNode }[];
}

/** The non-empty fields, under the headings of the form. Empty ones would push them out of view. */
function collectFacts(definition: ResourceDefinition, record: ResourceRecord): readonly FactSection[] {
  const sections: FactSection[] = [{ label: null, facts: [] }];
  for (const [column, field] of Object.entries(definition.fields)) {
    if (field.section) sections.push({ label: field.section, facts: [] });
    const content = renderFact(field, record, column);
    if (content !== null && content !== undefined && content !== '')
      sections.at(-1)?.facts.push({ column, field, content });
  }
  return sections.filter((section) => section.facts.length > 0);
}

/** Renders a field as in a cell, except pictures, which have more space here. */
function renderFact(field: Field, record: ResourceRecord, column: string): ReactNode {
  const value = valueAt(record, column);
  if (field.kind !== 'file' || typeof value !== 'string') return renderCell(field, { record, column });
  return (
    <FileLink address={value} label={field.label[currentLanguage()]} width={320} className="max-h-32 max-w-full" />
  );
}
