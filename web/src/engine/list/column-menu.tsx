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
import { sortByColumn } from './sorting.ts';

interface ColumnMenuProps {
  column: string;
  anchor: Element;
  columns: ColumnHandle;
  sort: string;
  onSort: (sort: string) => void;
  onClose: () => void;
}

/** Pixels by which the keyboard resizes a column. */
const RESIZE_STEP = 40;
const ICON_PROPS = { size: 16 } as const;

/** A menu with everything that the mouse can do to a column, for keyboard and touch. */
export function ColumnMenu({ column, anchor, columns, sort, onSort, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const label = useLabel();
  const current = columns.arranged.find((c) => c.column === column);
  if (!current) return null;
  const title = label(current.label);
  const change = (next: (layout: ColumnLayout) => ColumnLayout) => columns.change((layout) => next(layout));
  const move = (offset: -1 | 1) => columns.change((layout, arranged) => shiftColumn(layout, arranged, column, offset));
  return (
    <AnchoredPopover
      anchor={anchor}
      label={t`Column ${title}`}
      className="flex min-w-52 flex-col p-1"
      onClose={onClose}
    >
      <div onKeyDown={moveFocus} onClick={onClose}>
        <MenuAction icon={<ArrowUp {...ICON_PROPS} />} onClick={() => onSort(sortByColumn(column, false))}>
          <Trans>Sort ascending</Trans>
        </MenuAction>
        <MenuAction icon={<ArrowDown {...ICON_PROPS} />} onClick={() => onSort(sortByColumn(column, true))}>
          <Trans>Sort descending</Trans>
        </MenuAction>
        {sort !== '' && (
          <MenuAction onClick={() => onSort('')}>
            <Trans>Default order</Trans>
          </MenuAction>
        )}
        <MenuDivider />
        <MenuAction
          icon={current.isPinned ? <PinOff {...ICON_PROPS} /> : <Pin {...ICON_PROPS} />}
          onClick={() => columns.change((layout) => setPinned(layout, column, !current.isPinned))}
        >
          {current.isPinned ? <Trans>Unpin</Trans> : <Trans>Pin to the left</Trans>}
        </MenuAction>
        <MenuAction icon={<ArrowLeft {...ICON_PROPS} />} onClick={() => move(-1)}>
          <Trans>Move left</Trans>
        </MenuAction>
        <MenuAction icon={<ArrowRight {...ICON_PROPS} />} onClick={() => move(1)}>
          <Trans>Move right</Trans>
        </MenuAction>
        <MenuDivider />
        <MenuAction
          icon={<MoveHorizontal {...ICON_PROPS} />}
          onClick={() => change((layout) => setWidths(layout, { [column]: current.width + RESIZE_STEP }))}
        >
          <Trans>Wider</Trans>
        </MenuAction>
        <MenuAction
          icon={<span className="w-4" />}
          onClick={() => change((layout) => setWidths(layout, { [column]: current.width - RESIZE_STEP }))}
        >
          <Trans>Narrower</Trans>
        </MenuAction>
        {current.isSized && (
          <MenuAction onClick={() => change((layout) => resetWidth(layout, column))}>
            <Trans>Default width</Trans>
          </MenuAction>
        )}
        <MenuDivider />
        <MenuAction
          icon={<EyeOff {...ICON_PROPS} />}
          disabled={columns.arranged.filter((c) => c.isShown).length < 2}
          onClick={() => columns.change((layout, arranged) => setShown(layout, arranged, column, false))}
        >
          <Trans>Hide column</Trans>
        </MenuAction>
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

function MenuAction({ icon, children, ...rest }: ActionProps) {
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

const MenuDivider = () => <hr className="my-1 border-border" />;

/** Moves the focus between the items with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')];
  const index = buttons.findIndex((line) => line === document.activeElement);
  buttons.at((index + (event.key === 'ArrowDown' ? 1 : -1)) % buttons.length)?.focus();
}
