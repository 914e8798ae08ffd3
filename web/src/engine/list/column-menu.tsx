import { Trans, useLingui } from '@lingui/react/macro';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EyeOff from 'lucide-react/icons/eye-off';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import type { KeyboardEvent, ReactNode } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { type ColumnLayout, resetWidth, setPinned, setShown, setWidths, shiftColumn } from './column-layout.ts';
import type { ColumnHandle } from './use-columns.ts';
import { sortBy } from './sorting.ts';

interface ColumnMenuProps {
  column: string;
  anchor: Element;
  columns: ColumnHandle;
  sort: string;
  onSort: (sort: string) => void;
  onClose: () => void;
}

/** Pixels by which the keyboard resizes a column. */
const STEP = 40;
const ICON = { size: 16, 'aria-hidden': true } as const;

/** A menu with everything that the mouse can do to a column. */
export function ColumnMenu({ column, anchor, columns, sort, onSort, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const label = useLabel();
  const current = columns.arranged.find((c) => c.column === column);
  if (!current) return null;
  const title = label(current.label);
  const change = (next: (layout: ColumnLayout) => ColumnLayout) => columns.change((layout) => next(layout));
  const move = (by: -1 | 1) => columns.change((layout, arranged) => shiftColumn(layout, arranged, column, by));
  return (
    <AnchoredPopover
      anchor={anchor}
      label={t`Column ${title}`}
      className="flex min-w-52 flex-col p-1"
      onClose={onClose}
    >
      <div onKeyDown={moveFocus} onClick={onClose}>
        <Action icon={<ArrowUp {...ICON} />} onClick={() => onSort(sortBy(column, false))}>
          <Trans>Sort ascending</Trans>
        </Action>
        <Action icon={<ArrowDown {...ICON} />} onClick={() => onSort(sortBy(column, true))}>
          <Trans>Sort descending</Trans>
        </Action>
        {sort !== '' && (
          <Action onClick={() => onSort('')}>
            <Trans>Default order</Trans>
          </Action>
        )}
        <Line />
        <Action
          icon={current.isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
          onClick={() => columns.change((layout) => setPinned(layout, column, !current.isPinned))}
        >
          {current.isPinned ? <Trans>Unpin</Trans> : <Trans>Pin to the left</Trans>}
        </Action>
        <Action icon={<ArrowLeft {...ICON} />} onClick={() => move(-1)}>
          <Trans>Move left</Trans>
        </Action>
        <Action icon={<ArrowRight {...ICON} />} onClick={() => move(1)}>
          <Trans>Move right</Trans>
        </Action>
        <Line />
        <Action
          icon={<MoveHorizontal {...ICON} />}
          onClick={() => change((layout) => setWidths(layout, { [column]: current.width + STEP }))}
        >
          <Trans>Wider</Trans>
        </Action>
        <Action
          icon={<span className="w-4" />}
          onClick={() => change((layout) => setWidths(layout, { [column]: current.width - STEP }))}
        >
          <Trans>Narrower</Trans>
        </Action>
        {current.isSized && (
          <Action onClick={() => change((layout) => resetWidth(layout, column))}>
            <Trans>Default width</Trans>
          </Action>
        )}
        <Line />
        <Action
          icon={<EyeOff {...ICON} />}
          disabled={columns.arranged.filter((c) => c.isShown).length < 2}
          onClick={() => columns.change((layout, arranged) => setShown(layout, arranged, column, false))}
        >
          <Trans>Hide column</Trans>
        </Action>
      </div>
    </AnchoredPopover>
  );
}

interface ActionProps {
  icon?: ReactNode;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon, children, ...rest }: ActionProps) {
  return (
    <button
      type="button"
      {...rest}
      className="choice w-full text-left hover:bg-hover focus-visible:bg-hover disabled:text-faint"
    >
      <span className="flex w-4 text-muted">{icon}</span>
      {children}
    </button>
  );
}

const Line = () => <hr className="my-1 border-border" />;

/** The arrow keys move between the items, as usual in a menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const at = lines.findIndex((line) => line === document.activeElement);
  lines.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % lines.length)?.focus();
}
