import { Trans, useLingui } from '@lingui/react/macro';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pin from 'lucide-react/icons/pin';
import { useLabel } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { DEFAULT_LAYOUT, isDefaultLayout, moveColumn, setPinned, setShown } from './column-layout.ts';
import { DENSITIES, type Density, useDensity } from './list-settings.ts';
import { OptionButton } from './option-button.tsx';
import type { ColumnHandle } from './use-columns.ts';

const ICON_BUTTON_CLASS =
  'flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text disabled:opacity-30 pointer-coarse:size-9';

/** Settings of a list: visible columns, their order, and row height. */
export function ColumnPanel({
  columns,
  anchor,
  onClose,
}: {
  columns: ColumnHandle;
  anchor: Element;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const label = useLabel();
  const [density, setDensity] = useDensity();
  const densityNames: Record<Density, string> = { compact: t`Compact`, cosy: t`Cosy`, comfortable: t`Comfortable` };
  const { arranged, change } = columns;
  return (
    <AnchoredPopover
      anchor={anchor}
      align="end"
      label={t`Columns`}
      className="flex w-76 flex-col gap-3 p-3"
      onClose={onClose}
    >
      <div role="group" aria-label={t`Row height`} className="grid grid-cols-3 gap-1">
        {DENSITIES.map((value) => (
          <OptionButton key={value} pressed={value === density} onClick={() => setDensity(value)}>
            {densityNames[value]}
          </OptionButton>
        ))}
      </div>
      <ul className="-mx-1 flex max-h-96 flex-col overflow-y-auto">
        {arranged.map((column, index) => {
          const title = label(column.label);
          const previous = arranged[index - 1];
          const next = arranged[index + 1];
          return (
            <li key={column.column} className="flex items-center rounded-sm px-1 hover:bg-hover">
              <Checkbox
                className="min-w-0 flex-1"
                checked={column.isShown}
                onCheckedChange={(shown) =>
                  change((layout, arrangedColumns) => setShown(layout, arrangedColumns, column.column, shown))
                }
                label={title}
              />
              <button
                type="button"
                className={column.isPinned ? `${ICON_BUTTON_CLASS} text-accent-text!` : ICON_BUTTON_CLASS}
                aria-pressed={column.isPinned}
                aria-label={t`Pin ${title} to the left`}
                onClick={() => change((layout) => setPinned(layout, column.column, !column.isPinned))}
              >
                <Pin size={14} className={column.isPinned ? 'fill-current' : undefined} />
              </button>
              <button
                type="button"
                className={ICON_BUTTON_CLASS}
                disabled={!previous}
                aria-label={t`Move ${title} up`}
                onClick={() =>
                  previous &&
                  change((layout, arrangedColumns) =>
                    moveColumn(layout, arrangedColumns, column.column, previous.column, 'before'),
                  )
                }
              >
                <ArrowUp size={14} />
              </button>
              <button
                type="button"
                className={ICON_BUTTON_CLASS}
                disabled={!next}
                aria-label={t`Move ${title} down`}
                onClick={() =>
                  next &&
                  change((layout, arrangedColumns) =>
                    moveColumn(layout, arrangedColumns, column.column, next.column, 'after'),
                  )
                }
              >
                <ArrowDown size={14} />
              </button>
            </li>
          );
        })}
      </ul>
      <Button size="small" disabled={isDefaultLayout(columns.layout)} onClick={() => change(() => DEFAULT_LAYOUT)}>
        <Trans>Reset columns</Trans>
      </Button>
    </AnchoredPopover>
  );
}
