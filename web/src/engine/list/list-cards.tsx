import type { ResourceDefinition } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { type MouseEvent, useMemo, useRef } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ElsewhereBadge } from '../../ui/elsewhere-badge.tsx';
import { isElsewhere } from '../data/elsewhere.ts';
import { type ResourceRecord, displayName, valueAt } from '../data/record.ts';
import { localizedFile, resizedPicture, isPicture } from '../files/file-address.ts';
import { recordPath } from '../form/record-path.ts';
import { needsLabel, planCard } from './card-facts.ts';
import { renderCell } from '../data/cells.tsx';
import type { ArrangedColumn } from './column-layout.ts';
import type { RowAction } from './grid-body.tsx';
import { type Selection, isSelected } from './selection.ts';

interface ListCardsProps {
  definition: ResourceDefinition;
  label: string;
  rows: readonly ResourceRecord[];
  columns: readonly ArrangedColumn[];
  selection: Selection;
  onToggle: (id: number, range: boolean) => void;
  onRowAction: (action: RowAction, record: ResourceRecord, event?: MouseEvent) => void;
}

/** Duration of a long press in milliseconds. */
const LONG_PRESS_MS = 500;

/** The records as cards on a phone: name, key facts, status. A tap opens a card, a long press selects it. */
export function ListCards({ definition, label, rows, columns, selection, onToggle, onRowAction }: ListCardsProps) {
  const translate = useLabel();
  const cardPlan = useMemo(
    () =>
      planCard(
        definition,
        columns.filter((listColumn) => listColumn.isShown),
      ),
    [definition, columns],
  );
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; isFired: boolean } | null>(null);
  const cancelPress = () => press.current && clearTimeout(press.current.timer);
  const startPress = (id: number) => {
    const timer = setTimeout(() => {
      if (press.current) press.current.isFired = true;
      onToggle(id, false);
    }, LONG_PRESS_MS);
    press.current = { timer, isFired: false };
  };
  const openRecord = (record: ResourceRecord) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const wasLongPress = press.current?.isFired === true;
    press.current = null;
    if (!wasLongPress) onRowAction('open', record, event);
  };

  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-border">
      {rows.map((record) => {
        const name = displayName(definition, record);
        const selected = isSelected(selection, record.id);
        const facts = cardPlan.facts.flatMap((listColumn) => {
          const content = renderCell(listColumn.field, { record, column: listColumn.column });
          return content ? [{ column: listColumn, content }] : [];
        });
        const picture = cardPlan.picture && valueAt(record, cardPlan.picture.column);
        const isDeleted = record.deleted_at !== null && record.deleted_at !== undefined;
        const isInactive = cardPlan.active !== undefined && valueAt(record, cardPlan.active.column) === 0;
        return (
          <li key={record.id} className={`list-card relative flex ${selected ? 'bg-accent-soft' : ''}`}>
            <label className="flex w-11 shrink-0 items-start justify-center pt-3.5">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={selected}
                aria-label={t`Select ${name}`}
                onChange={() => onToggle(record.id, false)}
              />
            </label>
            <a
              href={recordPath(definition, record.id)}
              className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-4 select-none [-webkit-touch-callout:none]"
              onClick={openRecord(record)}
              onPointerDown={() => startPress(record.id)}
              onPointerUp={cancelPress}
              onPointerCancel={cancelPress}
              onPointerLeave={cancelPress}
              onContextMenu={(event) => event.preventDefault()}
            >
              {typeof picture === 'string' && isPicture(picture) && (
                <img
                  src={resizedPicture(localizedFile(picture), 96)}
                  alt=""
                  loading="lazy"
                  className="h-11 w-16 shrink-0 rounded-sm border border-border bg-sunken object-cover"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="flex items-start gap-2">
                  <span
                    className={`list-card-name min-w-0 flex-1 truncate font-medium ${isDeleted ? 'is-deleted text-muted' : ''}`}
                  >
                    {(cardPlan.title &&
                      renderCell(cardPlan.title.field, { record, column: cardPlan.title.column })) ?? (
                      <DigitGroups number={name} />
                    )}
                  </span>
                  {isElsewhere(definition, record) && <ElsewhereBadge />}
                  {isDeleted ? (
                    <Badge tone="danger">{t`Deleted`}</Badge>
                  ) : isInactive && cardPlan.active ? (
                    <Badge>{`${translate(cardPlan.active.label)}: ${t`No`}`}</Badge>
                  ) : (
                    cardPlan.standing &&
                    renderCell(cardPlan.standing.field, { record, column: cardPlan.standing.column })
                  )}
                </span>
                <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
                  {facts.map(({ column, content }) => (
                    <span key={column.column} className="max-w-full truncate tabular">
                      {needsLabel(column) && <span className="text-faint">{translate(column.label)} </span>}
                      {content}
                    </span>
                  ))}
                </span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
