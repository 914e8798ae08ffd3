import type { Verb } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type ModuleGroup, type ModuleRow, type Role, collectRoles, checkState } from './roles-grid.ts';

export interface RolesTableProps {
  groups: readonly ModuleGroup[];
  columns: readonly Verb[];
  grantedIds: ReadonlySet<number>;
  canGrant: (code: string) => boolean;
  /** Omitted for a read-only table. */
  onGrant?: (roles: readonly Role[], isGranted: boolean) => void;
  labelledBy?: string;
  describedBy?: string;
  invalid?: boolean;
}

/** One row of the table: a whole group, or one of its modules. */
interface RoleLine {
  readonly key: string;
  readonly name: string;
  readonly isGroup: boolean;
  readonly modules: readonly ModuleRow[];
}

/** A table with a checkbox per module and verb. It is a single tab stop; the arrow keys move within it. */
export function RolesTable({
  groups,
  columns,
  grantedIds,
  canGrant,
  onGrant,
  labelledBy,
  describedBy,
  invalid,
}: RolesTableProps) {
  const { t } = useLingui();
  const table = useRef<HTMLTableElement>(null);
  const [activeCell, setActiveCell] = useState({ row: 0, column: 1 });
  const verbs: Record<Verb, string> = { VIEW: t`View`, STORE: t`Create`, UPDATE: t`Edit`, DELETE: t`Delete` };
  const lines: RoleLine[] = groups.flatMap((g) => [
    ...(g.id === 0 ? [] : [{ key: `g${g.id}`, name: g.name, isGroup: true, modules: g.modules }]),
    ...g.modules.map((m) => ({ key: `m${m.id}`, name: m.name, isGroup: false, modules: [m] })),
  ]);
  const allModules = groups.flatMap((g) => g.modules);
  // Filtering the table may have removed the active row.
  const focusableCell = { row: Math.min(activeCell.row, lines.length), column: activeCell.column };

  const cellAt = ({ row, column }: Cell) => table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);

  const onKeyDown = (event: KeyboardEvent) => {
    const lastCell = { row: lines.length, column: columns.length };
    let next = nextCell(event, focusableCell, lastCell);
    // Permissions that the user may not grant are not focusable: the arrow keys skip them.
    while (next && cellAt(next)?.matches(':disabled')) {
      const nextAfter = nextCell(event, next, lastCell);
      next = nextAfter && (nextAfter.row !== next.row || nextAfter.column !== next.column) ? nextAfter : undefined;
    }
    if (!next) return;
    event.preventDefault();
    setActiveCell(next);
    cellAt(next)?.focus();
  };

  const renderCheckbox = (roles: readonly Role[], label: string, row: number, column: number) => {
    const state = checkState(roles, grantedIds);
    if (roles.length === 0) return null;
    if (!onGrant) return <CheckMark state={state} label={label} />;
    const grantable = roles.filter((role) => canGrant(role.code));
    return (
      <span className="inline-flex p-1.5" title={grantable.length > 0 ? undefined : t`You don’t have this right.`}>
        <Checkbox
          data-cell={`${row}:${column}`}
          aria-label={label}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={grantable.length === 0}
          tabIndex={row === focusableCell.row && column === focusableCell.column ? 0 : -1}
          // The first click on a partly granted box grants all of it.
          onCheckedChange={() => onGrant(grantable, checkState(grantable, grantedIds) !== 'all')}
        />
      </span>
    );
  };

  return (
    <table
      ref={table}
      role="grid"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-readonly={onGrant ? undefined : true}
      onKeyDown={onGrant ? onKeyDown : undefined}
      onFocus={(event) => {
        const cell = event.target.closest('[data-cell]')?.getAttribute('data-cell')?.split(':').map(Number);
        if (cell?.[0] !== undefined && cell[1] !== undefined) setActiveCell({ row: cell[0], column: cell[1] });
      }}
      className={classNames(
        'w-full table-fixed border-separate border-spacing-0 rounded-md border bg-surface',
        invalid ? 'border-danger' : 'border-border',
      )}
    >
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky top-0 z-1 rounded-tl-md border-b border-border bg-surface px-3 py-1 text-left text-sm font-medium text-muted"
          >
            {t`Module`}
          </th>
          <ColumnHead name={t`All`} className="max-sm:hidden">
            {renderCheckbox(collectRoles(allModules), t`All rights of all modules`, 0, 0)}
          </ColumnHead>
          {columns.map((verb, index) => (
            <ColumnHead key={verb} name={verbs[verb]} isLast={index === columns.length - 1}>
              {renderCheckbox(collectRoles(allModules, verb), t`${verbs[verb]}: all modules`, 0, index + 1)}
            </ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.key} className={line.isGroup ? 'bg-sunken' : 'hover:bg-hover'}>
            <th
              scope="row"
              className={classNames(
                'px-3 py-1 text-left break-words max-sm:text-sm',
                line.isGroup ? 'text-sm font-semibold' : 'pl-6 font-normal max-sm:pl-4',
                index > 0 && 'border-t border-border',
              )}
            >
              {line.name}
            </th>
            <td className={classNames('text-center max-sm:hidden', index > 0 && 'border-t border-border')}>
              {renderCheckbox(collectRoles(line.modules), t`${line.name}: all rights`, index + 1, 0)}
            </td>
            {columns.map((verb, column) => (
              <td key={verb} className={classNames('h-9 text-center', index > 0 && 'border-t border-border')}>
                {renderCheckbox(
                  collectRoles(line.modules, verb),
                  `${line.name}: ${verbs[verb]}`,
                  index + 1,
                  column + 1,
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead({
  name,
  isLast,
  className,
  children,
}: {
  name: string;
  isLast?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <th
      scope="col"
      className={classNames(
        'sticky top-0 z-1 border-b border-border bg-surface pt-1.5 text-sm font-medium text-muted max-sm:w-12 max-sm:text-xs sm:w-20',
        isLast && 'rounded-tr-md',
        className,
      )}
    >
      <span className="flex flex-col items-center">
        {name}
        {children}
      </span>
    </th>
  );
}

/** The read-only state of a checkbox. */
function CheckMark({ state, label }: { state: 'all' | 'some' | 'none'; label: string }) {
  const { t } = useLingui();
  const stateText = { all: t`yes`, some: t`partial`, none: t`no` }[state];
  return (
    <span className="inline-flex h-8 items-center justify-center text-muted">
      {state === 'all' && <Check size={16} className="text-accent-text" />}
      {state === 'some' && <span aria-hidden="true">–</span>}
      <span className="sr-only">{`${label}: ${stateText}`}</span>
    </span>
  );
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

function nextCell(event: KeyboardEvent, from: Cell, lastCell: Cell): Cell | undefined {
  const cells: Partial<Record<string, Cell>> = {
    ArrowUp: { ...from, row: from.row - 1 },
    ArrowDown: { ...from, row: from.row + 1 },
    ArrowLeft: { ...from, column: from.column - 1 },
    ArrowRight: { ...from, column: from.column + 1 },
    Home: event.ctrlKey ? { row: 0, column: 0 } : { ...from, column: 0 },
    End: event.ctrlKey ? lastCell : { ...from, column: lastCell.column },
  };
  const next = cells[event.key];
  return next && next.row >= 0 && next.row <= lastCell.row && next.column >= 0 && next.column <= lastCell.column
    ? next
    : undefined;
}
