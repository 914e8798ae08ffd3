import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface AnchoredPopoverProps {
  /** The plain element that asked for it. */
  anchor: Element;
  label: string;
  className?: string;
  align?: 'start' | 'end';
  /** The focus goes into the panel; true by default. */
  takesFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside an element that is no component of the kit: the cells of a grid are plain, and there are many of them. */
export function AnchoredPopover({
  anchor,
  label,
  className,
  align = 'start',
  takesFocus = true,
  onClose,
  children,
}: AnchoredPopoverProps) {
  return (
    <Base.Root
      open
      onOpenChange={(open, { event }) => {
        // A click on the anchor is the anchor's own: it closes the panel, or opens it anew, by itself.
        if (!open && !(event.target instanceof Node && anchor.contains(event.target) && event.type !== 'keydown'))
          onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            className={classNames(
              'popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto',
              className,
            )}
            initialFocus={takesFocus}
            finalFocus={() =>
              anchor.querySelector<HTMLElement>('[data-focus]') ?? (anchor instanceof HTMLElement ? anchor : true)
            }
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
