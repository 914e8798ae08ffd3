import { Menu as Base } from '@base-ui/react/menu';
import { Trans, useLingui } from '@lingui/react/macro';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import EyeOff from 'lucide-react/icons/eye-off';
import MoveHorizontal from 'lucide-react/icons/move-horizontal';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { useLabel } from '../../i18n/use-label.ts';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
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

/** Pixels by which a column grows or shrinks without a mouse. */
const STEP = 40;
const ICON = { size: 16, 'aria-hidden': true } as const;

/** Everything that a mouse does to a column, in words. */
export function ColumnMenu({ column, anchor, columns, sort, onSort, onClose }: ColumnMenuProps) {
  const { t } = useLingui();
  const label = useLabel();
  const current = columns.arranged.find((c) => c.column === column);
  if (!current) return null;
  const title = label(current.label);
  const change = (next: (layout: ColumnLayout) => ColumnLayout) => columns.change((layout) => next(layout));
  const move = (by: -1 | 1) => columns.change((layout, arranged) => shiftColumn(layout, arranged, column, by));
  return (
    <Base.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="bottom" align="start" sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            aria-label={t`Column ${title}`}
            className="popup max-h-(--available-height) min-w-52 overflow-y-auto p-1"
          >
            <MenuItem icon={<ArrowUp {...ICON} />} onClick={() => onSort(sortBy(column, false))}>
              <Trans>Sort ascending</Trans>
            </MenuItem>
            <MenuItem icon={<ArrowDown {...ICON} />} onClick={() => onSort(sortBy(column, true))}>
              <Trans>Sort descending</Trans>
            </MenuItem>
            {sort !== '' && (
              <MenuItem icon={<span className="w-4" />} onClick={() => onSort('')}>
                <Trans>Usual order</Trans>
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              icon={current.isPinned ? <PinOff {...ICON} /> : <Pin {...ICON} />}
              onClick={() =>
                columns.change((layout, arranged) => setPinned(layout, arranged, column, !current.isPinned))
              }
            >
              {current.isPinned ? <Trans>Unpin</Trans> : <Trans>Pin to the left</Trans>}
            </MenuItem>
            <MenuItem icon={<ArrowLeft {...ICON} />} onClick={() => move(-1)}>
              <Trans>Move left</Trans>
            </MenuItem>
            <MenuItem icon={<ArrowRight {...ICON} />} onClick={() => move(1)}>
              <Trans>Move right</Trans>
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={<MoveHorizontal {...ICON} />}
              onClick={() => change((layout) => setWidths(layout, { [column]: current.width + STEP }))}
            >
              <Trans>Wider</Trans>
            </MenuItem>
            <MenuItem
              icon={<span className="w-4" />}
              onClick={() => change((layout) => setWidths(layout, { [column]: current.width - STEP }))}
            >
              <Trans>Narrower</Trans>
            </MenuItem>
            {current.isSized && (
              <MenuItem icon={<span className="w-4" />} onClick={() => change((layout) => resetWidth(layout, column))}>
                <Trans>Usual width</Trans>
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem
              icon={<EyeOff {...ICON} />}
              disabled={columns.arranged.filter((c) => c.isShown).length < 2}
              onClick={() => columns.change((layout, arranged) => setShown(layout, arranged, column, false))}
            >
              <Trans>Hide this column</Trans>
            </MenuItem>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
