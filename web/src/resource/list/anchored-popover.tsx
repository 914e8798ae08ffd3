import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface AnchoredPopoverProps {
  /** The plain element in the grid that asked for it. */
  anchor: Element;
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside an element that is no component of the kit: the cells of a grid are plain, and there are many of them. */
export function AnchoredPopover({ anchor, label, className, onClose, children }: AnchoredPopoverProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="bottom" align="start" sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            className={classNames('popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto', className)}
            finalFocus={() => anchor.querySelector<HTMLElement>('[data-focus]') ?? (anchor instanceof HTMLElement ? anchor : true)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
